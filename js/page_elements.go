package js

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// elementMembers are what elements of some tags have more than others, and evsim has not: what
// they do, and what their attributes and the document make of them. Chromium 156 has each,
// Firefox 153 and WebKitGTK 2.50 most.
var elementMembers = [...]struct{ tags, names string }{
	{"a area", "download ping relList referrerPolicy coords shape href origin protocol username password host hostname port pathname search hash rel target"},
	{"a", "hreflang text charset rev"},
	{"audio video", "error src currentSrc crossOrigin networkState preload buffered readyState seeking currentTime duration paused defaultPlaybackRate playbackRate played seekable ended autoplay loop preservesPitch controls controlsList volume muted defaultMuted textTracks srcObject addTextTrack canPlayType captureStream load pause play sinkId setSinkId mediaKeys setMediaKeys"},
	{"video", "width height videoWidth videoHeight poster playsInline requestPictureInPicture disablePictureInPicture requestVideoFrameCallback cancelVideoFrameCallback getVideoPlaybackQuality"},
	{"base", "href target"},
	{"button", "form formAction formEnctype formMethod formNoValidate formTarget value popoverTargetElement popoverTargetAction commandForElement command"},
	{"button fieldset input object output select textarea", "willValidate validity validationMessage checkValidity reportValidity setCustomValidity"},
	{"button input meter output progress select textarea", "labels"},
	{"canvas", "width height captureStream getContext toBlob toDataURL transferControlToOffscreen"},
	{"data li meter option output param progress select", "value"},
	{"datalist", "options"},
	{"details", "open"},
	{"dialog", "open returnValue closedBy close requestClose show showModal"},
	{"embed", "src width height align getSVGDocument"},
	{"fieldset", "form elements"},
	{"form", "acceptCharset action autocomplete enctype encoding method noValidate target rel relList elements length checkValidity reportValidity requestSubmit reset submit"},
	{"frame iframe", "src contentDocument contentWindow"},
	{"iframe", "srcdoc sandbox allowFullscreen width height referrerPolicy csp allow loading getSVGDocument credentialless"},
	{"img", "src srcset sizes crossOrigin useMap isMap width height naturalWidth naturalHeight complete currentSrc referrerPolicy decoding fetchPriority loading x y decode"},
	{"input", "accept autocomplete defaultChecked dirName form files formAction formEnctype formMethod formNoValidate formTarget height indeterminate list max maxLength min minLength multiple pattern readOnly required size src step defaultValue valueAsDate valueAsNumber width selectionStart selectionEnd selectionDirection popoverTargetElement popoverTargetAction select setSelectionRange setRangeText showPicker stepDown stepUp"},
	{"label", "form control"},
	{"legend", "form"},
	{"link", "href crossOrigin rel relList media hreflang as referrerPolicy sizes fetchPriority imageSrcset imageSizes sheet integrity blocking"},
	{"map", "areas"},
	{"meta", "httpEquiv content media scheme"},
	{"meter", "min max low high optimum"},
	{"object", "data useMap form width height contentDocument contentWindow getSVGDocument"},
	{"ol", "reversed start"},
	{"optgroup option", "label"},
	{"option", "form defaultSelected selected text index"},
	{"output", "form defaultValue"},
	{"progress", "max position"},
	{"blockquote del ins q", "cite"},
	{"script", "src noModule charset async defer crossOrigin text referrerPolicy fetchPriority integrity blocking"},
	{"select", "autocomplete form multiple required size options length selectedOptions selectedIndex add item namedItem showPicker"},
	{"slot", "assign assignedElements assignedNodes"},
	{"source", "src srcset sizes media width height"},
	{"style", "media sheet blocking"},
	{"table", "caption tHead tFoot tBodies rows createCaption createTBody createTFoot createTHead deleteCaption deleteRow deleteTFoot deleteTHead insertRow"},
	{"tbody tfoot thead", "rows deleteRow insertRow"},
	{"td th", "colSpan rowSpan headers cellIndex scope abbr"},
	{"tr", "rowIndex sectionRowIndex cells deleteCell insertCell"},
	{"col colgroup", "span"},
	{"template", "content shadowRootMode"},
	{"textarea", "autocomplete cols dirName form maxLength minLength readOnly required rows wrap defaultValue textLength selectionStart selectionEnd selectionDirection select setSelectionRange setRangeText"},
	{"time del ins", "dateTime"},
	{"track", "kind src srclang label default readyState track"},
}

// lackingOfElements gives JavaScript the names of what elements of a tag have, that the
// program names and evsim has not.
func (m *machine) lackingOfElements(call goja.FunctionCall) any {
	tag := call.Argument(0).String()
	names := []any{}
	for _, members := range elementMembers {
		if !slices.Contains(strings.Fields(members.tags), tag) {
			continue
		}
		for name := range strings.FieldsSeq(members.names) {
			if m.mentions(name) {
				names = append(names, name)
			}
		}
	}
	return m.vm.NewArray(names...)
}
