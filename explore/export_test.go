package explore

// ByStates explores state by state, however small the space is.
var ByStates = exploreStates

// Prove proves one watch by itself, however small the space is.
var Prove = prove

// ProveOfPart proves one watch of a part of the program alone.
var ProveOfPart = proveOfPart
