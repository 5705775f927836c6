package replace

// HasUnnamed reports whether files without a name can be made in a folder.
func HasUnnamed(folder string) bool {
	f := unnamed(folder)
	if f == nil {
		return false
	}
	f.Close()
	return true
}
