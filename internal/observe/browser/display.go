package browser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"evsim/internal/observe"
)

// withDisplay calls f beside an X server that shows its screen to nobody. The
// server chooses its number and says it on a pipe.
func withDisplay(ctx context.Context, f func(ctx context.Context, env []string) error) error {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return errNoXvfb
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	number, told, err := os.Pipe()
	if err != nil {
		return err
	}
	defer number.Close()
	x := exec.CommandContext(ctx, path, "-displayfd", "3", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{told}
	observe.Group(x)
	x.Cancel = func() error { return x.Process.Signal(os.Interrupt) } // it takes its lock away
	x.WaitDelay = 2 * time.Second
	err = x.Start()
	told.Close()
	if err != nil {
		return err
	}
	defer x.Wait()
	defer cancel()
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		return fmt.Errorf("%s did not start: %w", path, err)
	}
	return f(ctx, []string{"DISPLAY=:" + strings.TrimSpace(line)})
}
