package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machineLoad is how many programs wanted to run in the minute before.
func machineLoad() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// machine is the processor, and what it has.
func machine() string { return fmt.Sprintf("%s, %d cores%s", processor(), runtime.NumCPU(), caches()) }

// caches is the sizes of the first processor's caches, where the system tells.
func caches() string {
	var sizes []string
	for i := range 8 {
		at := fmt.Sprintf("/sys/devices/system/cpu/cpu0/cache/index%d/", i)
		level, err := os.ReadFile(at + "level")
		size, err2 := os.ReadFile(at + "size")
		kind, err3 := os.ReadFile(at + "type")
		if err == nil && err2 == nil && err3 == nil && strings.TrimSpace(string(kind)) != "Instruction" {
			sizes = append(sizes, "L"+strings.TrimSpace(string(level))+" "+strings.TrimSpace(string(size)))
		}
	}
	if sizes == nil {
		return ""
	}
	return " (" + strings.Join(sizes, ", ") + ")"
}

// processor is the name that the system gives to its processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
			}
		}
	}
	return runtime.GOARCH
}
