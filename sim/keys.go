package sim

// keys numbers the keys that it is asked for, from 0 in the order of asking.
// It is a table with open addressing: Go's own map takes longer to find a
// number than all else that a timer needs. The zero keys are empty.
type keys struct {
	slots []int32 `state:"-"` // a number plus one; 0: free
	all   []uint64
}

// restart makes k no keys, in the same memory.
func (k *keys) restart() {
	clear(k.slots)
	k.all = k.all[:0]
}

// find is the number of a key; ok is false when it has none.
func (k *keys) find(key uint64) (number int32, ok bool) {
	if len(k.slots) == 0 {
		return 0, false
	}
	number = k.slots[k.slot(key)] - 1
	return number, number >= 0
}

// add gives a key that has none the next number.
func (k *keys) add(key uint64) (number int32) {
	if 2*len(k.all) >= len(k.slots) {
		k.slots = make([]int32, max(16, 2*len(k.slots)))
		for number, key := range k.all {
			k.slots[k.slot(key)] = int32(number) + 1
		}
	}
	k.all = append(k.all, key)
	number = int32(len(k.all))
	k.slots[k.slot(key)] = number
	return number - 1
}

// slot is where a key stands, or would. There is always a free slot.
func (k *keys) slot(key uint64) int {
	mask := len(k.slots) - 1
	at := int(key*0x9e3779b97f4a7c15>>32) & mask
	for k.slots[at] != 0 && k.all[k.slots[at]-1] != key {
		at = (at + 1) & mask
	}
	return at
}
