package model

// node26 is Node 26.8 and later: libuv 1.52. The check phase has no checkpoint
// of its own any more (since 26.4), and fs.readFile of a file of up to 512 KiB is
// one trip to the pool.
func node26() Policy {
	p := node22()
	p.Name = "node26"
	p.Title = "readFile takes one trip to the pool; ticks left by a throw wait for the first immediate"
	p.Versions = "26.8 and later"
	p.ECMA.ArrayRethrows, p.ECMA.SyncCloses = false, true
	p.Node.CheckScope = false
	p.Node.ReadFileAtOnce = true
	p.Node.UncaughtAborts = true // since 26.9
	p.Node.ReadFileTrips = 2
	return p
}
