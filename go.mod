module evsim

go 1.26
