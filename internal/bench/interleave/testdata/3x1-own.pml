byte begun;

active proctype part0() {
	atomic { begun++; assert(begun <= 1); begun-- };
}

active proctype part1() {
	atomic { begun++; assert(begun <= 1); begun-- };
}

active proctype part2() {
	atomic { skip };
}
