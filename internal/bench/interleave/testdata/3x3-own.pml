byte begun;

active proctype part0() {
	atomic { begun++; assert(begun <= 2) };
	atomic { skip };
	atomic { begun-- };
}

active proctype part1() {
	atomic { begun++; assert(begun <= 2) };
	atomic { skip };
	atomic { begun-- };
}

active proctype part2() {
	atomic { skip };
	atomic { skip };
	atomic { skip };
}
