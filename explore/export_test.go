package explore

// ByStates explores state by state, however small the space is.
var ByStates = exploreStates

// Prove proves one watch by itself, however small the space is.
var Prove = prove
