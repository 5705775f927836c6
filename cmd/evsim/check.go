package main

// check says what is wrong with files.
func (a *app) check(paths []string) error {
	files, err := a.expand(paths)
	if err != nil {
		return err
	}
	_, err = a.load(files)
	return err
}
