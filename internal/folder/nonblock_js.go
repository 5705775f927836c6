package folder

// NonBlocking is nothing in a browser, which has no pipes.
const NonBlocking = 0
