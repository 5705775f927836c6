class Observable {
  constructor(s) {
    this._s = s;
  }
  subscribe(o) {
    let closed = false;
    const t = this._s({ next: (v) => !closed && o.next(v), complete: () => {
      if (!closed) {
        closed = true;
        o.complete && o.complete();
      }
    }, error: (e) => {
      if (!closed) {
        closed = true;
        o.error && o.error(e);
      }
    } });
    return { unsubscribe() {
      closed = true;
      t && t();
    } };
  }
  map(f) {
    return new Observable((o) => {
      const s = this.subscribe({ next: (v) => o.next(f(v)), complete: () => o.complete() });
      return () => s.unsubscribe();
    });
  }
  take(n) {
    return new Observable((o) => {
      let i = 0;
      const s = this.subscribe({ next: (v) => {
        o.next(v);
        if (++i >= n) {
          o.complete();
          setImmediate(() => s.unsubscribe());
        }
      }, complete: () => o.complete() });
      return () => s.unsubscribe();
    });
  }
  static interval(ms) {
    return new Observable((o) => {
      let i = 0;
      const t = setInterval(() => o.next(i++), ms);
      return () => {
        console.log("teardown");
        clearInterval(t);
      };
    });
  }
}
Observable.interval(5).map((x) => x * 10).take(3).subscribe({ next: (v) => console.log(v), complete: () => console.log("complete") });
