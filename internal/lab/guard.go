package lab

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"evsim/internal/fault"
	"evsim/internal/lab/answer"
)

// guarded refuses requests that came here by another name than the server's, or
// from a page of another origin. A browser can be made to send both: a name
// that somebody else owns may come to stand for this address (DNS rebinding),
// and then the page of that name would share this one's origin.
func (s *server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		defer s.tellPanic(w)
		switch {
		case !s.known(r):
			write(w, answer.Refuse(http.StatusForbidden, "open it as localhost or by its address", "%s is not a name of this server", answer.Shortened(r.Host)).Answer())
		case foreign(r):
			write(w, answer.Refuse(http.StatusForbidden, "", "the request comes from another page").Answer())
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// tellPanic answers where the program itself failed, tells it in one line, and
// closes the connection.
func (s *server) tellPanic(w http.ResponseWriter) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	failed := fault.Recovered(v)
	write(w, answer.Refuse(http.StatusInternalServerError, "please report it, with the scenario", "%s", answer.Shortened(failed.Error())).Answer())
	_ = http.NewResponseController(w).Flush() // the connection ends with the panic
	s.tell(failed.Error() + "; please report it, with the scenario")
	panic(http.ErrAbortHandler) // it is told already, in one line
}

// known reports whether the Host of a request is a name of the server. An
// address cannot be rebound: it is known if the request came in by it.
func (s *server) known(r *http.Request) bool {
	name := hostname(r.Host)
	if name == "" {
		return false
	}
	if name == "localhost" || slices.Contains(s.names, name) {
		return true
	}
	addr, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return addr.IsLoopback() || local != nil && hostname(local.String()) == addr.String()
}

// hostname is a host without its port, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// foreign reports whether a page of another origin sent the request.
func foreign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" && r.URL.Path != "/" {
		return true
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	from, err := url.Parse(origin)
	return err != nil || from.Scheme != "http" && from.Scheme != "https" || !strings.EqualFold(from.Host, r.Host)
}
