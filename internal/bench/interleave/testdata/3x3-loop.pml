chan over0 = [1] of { bit };
chan over1 = [1] of { bit };
chan over2 = [1] of { bit };
byte begun;

active proctype part0() {
	xs over0;
	over0!1;
	over0!1;
	over0!1;
}

active proctype part1() {
	xs over1;
	over1!1;
	over1!1;
	over1!1;
}

active proctype part2() {
	xs over2;
	over2!1;
	over2!1;
	over2!1;
}

active proctype loop() {
	xr over0;
	byte done0;
	xr over1;
	byte done1;
	xr over2;
end:	do
	:: atomic {
		over0?1; done0++;
		if
		:: done0 == 1 -> begun++; assert(begun <= 2)
		:: done0 == 3 -> begun--
		:: else
		fi
	}
	:: atomic {
		over1?1; done1++;
		if
		:: done1 == 1 -> begun++; assert(begun <= 2)
		:: done1 == 3 -> begun--
		:: else
		fi
	}
	:: over2?1
	od
}
