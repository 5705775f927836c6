chan over0 = [1] of { bit };
chan over1 = [1] of { bit };
chan over2 = [1] of { bit };
byte begun;

active proctype part0() {
	xs over0;
	over0!1;
}

active proctype part1() {
	xs over1;
	over1!1;
}

active proctype part2() {
	xs over2;
	over2!1;
}

active proctype loop() {
	xr over0;
	xr over1;
	xr over2;
end:	do
	:: atomic { over0?1; begun++; assert(begun <= 1); begun-- }
	:: atomic { over1?1; begun++; assert(begun <= 1); begun-- }
	:: over2?1
	od
}
