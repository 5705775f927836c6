package tidy

// Rule is one house rule.
type Rule struct {
	Name  string
	Check func(*Tree) []Finding
}

// Rules lists every rule.
func Rules() []Rule {
	return []Rule{
		{"imports point one way", eachFile(arrow)},
		{"one importer for each dependency", dependencies},
		{"one writer for each language", eachFile(oneWriter)},
		{"files are written whole", eachFile(wholeFiles)},
		{"texts are whole", eachFile(wholeTexts)},
		{"a run is pure: what it imports", eachFile(pureImports)},
		{"a run is pure: one thread", eachFile(oneThread)},
		{"a run is pure: no range over a map", eachFile(noMapRange)},
		{"instants are compared by the clock", eachFile(comparisons)},
		{"files are short", eachFile(shortFile)},
		{"functions are short", eachFile(shortFunctions)},
		{"no init functions", eachFile(noInit)},
		{"package variables stay", eachFile(fixedVariables)},
		{"patterns are compiled when wanted", eachFile(latePatterns)},
		{"exported names are documented", eachFile(documented)},
		{"packages are documented", packagesDocumented},
		{"the public packages export little", smallSurface},
		{"the public packages export what somebody uses", neededSurface},
		{"places have names", eachFile(namedPlaces)},
		{"runs that can be ended are bounded", eachFile(boundedRuns)},
		{"only commands print", eachFile(noPrinting)},
		{"no notes to self", eachFile(noNotes)},
		{"a skipped test says why", eachFile(skips)},
		{"no paths of one machine", noMachinePaths},
	}
}

// eachFile is the rule that looks at one file at a time.
func eachFile(check func(*Tree, *File) []Finding) func(*Tree) []Finding {
	return func(t *Tree) []Finding {
		var found []Finding
		for _, f := range t.Files {
			found = append(found, check(t, f)...)
		}
		return found
	}
}
