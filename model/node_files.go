package model

// ReadFileTrips is how often fs.readFile goes to the pool for a file of the
// given size; a missing one fails at the first.
func (n *Node) ReadFileTrips(size int64, missing bool) int64 {
	switch {
	case missing:
		n.CiteRule(RuleReadFileMissing)
		return 1
	case n.rules.ReadFileAtOnce && size <= n.rules.ReadFileChunk:
		n.CiteRule(RuleReadFileAtOnce)
		return 1
	case size > n.rules.ReadFileChunk:
		n.CiteRule(RuleReadFileChunk)
	}
	n.CiteRule(RuleReadFileTrips)
	chunks := max(1, (size+n.rules.ReadFileChunk-1)/n.rules.ReadFileChunk)
	return n.rules.ReadFileTrips + chunks
}

// ReadFilePromiseTrips is ReadFileTrips of fs.promises.readFile.
func (n *Node) ReadFilePromiseTrips(size int64, missing bool) int64 {
	chunk := n.rules.ReadFilePromises
	if missing || chunk == 0 {
		return n.ReadFileTrips(size, missing)
	}
	n.CiteRule(RuleReadFilePromises)
	full := size / chunk // and not the sum with the chunk, which may be all that there are
	if size%chunk > 0 {
		full++
	}
	return n.rules.ReadFileTrips + full + 1
}
