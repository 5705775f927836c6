package evidence_test

import (
	"testing"

	"evsim/internal/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m) }
