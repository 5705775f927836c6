package model

// set is a set of small numbers, a bit for each. It allocates only while it
// grows.
type set []uint64

func (s set) has(n uint32) bool { return int(n/64) < len(s) && s[n/64]>>(n%64)&1 != 0 }

func (s *set) add(n uint32) {
	for int(n/64) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[n/64] |= 1 << (n % 64)
}

func (s set) remove(n uint32) {
	if s.has(n) {
		s[n/64] &^= 1 << (n % 64)
	}
}
