//go:build !js

package say

import _ "embed"

// chineseOfCommand is the catalogue of what the command says of itself.
//
//go:embed zh-command.txt
var chineseOfCommand string
