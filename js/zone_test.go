package js

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"evsim/program"
)

// datesInUTC is what Node 10.24 to 26.10, Chromium and Firefox print of dates where the zone
// is UTC.
var datesInUTC = []string{
	"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)", "00:00:00 GMT+0000 (Coordinated Universal Time)", "0 1577836800000 0",
	"Thu, 01 Jan 1970 00:00:00 GMT", "0",
}

const dates = "const d = new Date(0);\nconsole.log(String(d));\nconsole.log(d.toTimeString());\nconsole.log(d.getHours(), new Date(2020, 0, 1).getTime(), d.getTimezoneOffset());\nconsole.log(d.toUTCString());\nconsole.log(Date.parse(String(d)));\n"

// TestZone: dates are in UTC, whatever the zone of the machine is.
func TestZone(t *testing.T) {
	if os.Getenv("TZ") != "Asia/Tokyo" {
		binary, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		again := exec.Command(binary, "-test.run=^TestZone$")
		again.Env = append(os.Environ(), "TZ=Asia/Tokyo")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("in Tokyo: %v\n%s", err, strings.TrimSpace(string(out)))
		}
	}
	if log, stop := run(t, load(t, "app.js", dates), "node22", nil, program.Options{}); !slices.Equal(log.lines, datesInUTC) {
		t.Errorf("%q, %s", log.lines, stop.Error.String())
	}
}
