package say

// chineseOfCommand is nothing where a page runs the program: it has no command.
const chineseOfCommand = ""
