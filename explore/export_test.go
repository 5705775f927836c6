package explore

// ByStates explores state by state, however small the space is.
var ByStates = exploreStates
