/* ---- io_uring ---- */

/* libuv 1.45 to 1.47 have the kernel open, read and close files: they write
 * requests into a ring in shared memory, of which a thread of the kernel takes
 * them (IORING_SETUP_SQPOLL), and a descriptor is readable while a second ring
 * holds completions. Here the rings are plain memory and the descriptor is an
 * eventfd. Requests about files of this clock are completed at their virtual
 * instant, others at once. libuv's other ring, for epoll_ctl, is the kernel's. */

enum { SETUP = 425, ENTER = 426 };
enum { SQPOLL = 2, NEED_WAKEUP = 1, OVERFLOWED = 2, GET_EVENTS = 1, SINGLE_MMAP = 1, NODROP = 2, RSRC_TAGS = 1024 };
enum { READV = 1, WRITEV = 2, FSYNC = 3, OPENAT = 18, CLOSE = 19, STATX = 21 };
enum { ENTRIES = 64, COMPLETIONS = 128, PAGE = 4096, RINGS = 4 };

static const long REQUESTS = 0x10000000; /* where the requests are mapped */

struct parameters {
  unsigned sq_entries, cq_entries, flags, cpu, idle, features, reserved[4];
  struct { unsigned head, tail, mask, entries, flags, dropped, array, reserved[3]; } sq;
  struct { unsigned head, tail, mask, entries, overflow, cqes, reserved[4]; } cq;
};

struct request {
  unsigned char opcode, flags;
  unsigned short priority;
  int fd;
  unsigned long long offset, address;
  unsigned length, how;
  unsigned long long user_data, rest[3];
};

struct completion {
  unsigned long long user_data;
  int result;
  unsigned flags;
};

/* One for which the ring had no place. */
struct kept {
  struct completion completion;
  struct kept *next;
};

/* What both sides see; it fills a page. */
struct shared {
  _Atomic unsigned sq_head, sq_tail;
  unsigned sq_mask, sq_entries;
  _Atomic unsigned sq_flags;
  unsigned sq_dropped;
  _Atomic unsigned cq_head, cq_tail;
  unsigned cq_mask, cq_entries, cq_overflow, unused;
  unsigned array[ENTRIES];
  struct completion completions[COMPLETIONS];
};

struct ring {
  int fd;
  struct shared *shared;
  struct request *requests;
  struct kept *first, **last; /* the oldest of those kept, and where the next goes */
};

static struct ring rings[RINGS];
static int ring_count;

static int has_ring(void) { return ring_count > 0; }

/* The kernel's own call: others map memory before this library is ready. */
static void *map(void *at, size_t length, int protection, int flags, int fd, long offset) {
  register long r10 __asm__("r10") = flags, r8 __asm__("r8") = fd, r9 __asm__("r9") = offset;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_mmap), "D"(at), "S"(length), "d"((long)protection), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  if (result < 0 && result > -PAGE) {
    errno = -result;
    return MAP_FAILED;
  }
  return (void *)result;
}

static void *page(void) { return map(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); }

static struct ring *ring_of(int fd) {
  for (int i = 0; i < ring_count; i++)
    if (rings[i].fd == fd) return &rings[i];
  return NULL;
}

static void *map_ring(void *at, size_t length, int protection, int flags, int fd, long offset) {
  struct ring *r = fd >= 0 ? ring_of(fd) : NULL;
  if (!r) return map(at, length, protection, flags, fd, offset);
  return offset == REQUESTS ? (void *)r->requests : (void *)r->shared;
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  return map_ring(at, length, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  return map_ring(at, length, protection, flags, fd, offset);
}

static int set_up_ring(struct parameters *p) {
  struct ring *r = &rings[ring_count];
  _Static_assert(sizeof(struct shared) <= PAGE && sizeof(struct request) == 64 && sizeof *p == 120, "as the kernel has it");
  r->shared = page();
  r->requests = page();
  r->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (r->shared == MAP_FAILED || r->requests == MAP_FAILED || r->fd < 0) abort();
  r->first = NULL, r->last = &r->first;
  struct shared *s = r->shared;
  s->sq_mask = ENTRIES - 1, s->sq_entries = p->sq_entries = ENTRIES;
  s->cq_mask = COMPLETIONS - 1, s->cq_entries = p->cq_entries = COMPLETIONS;
  s->sq_flags = NEED_WAKEUP; /* so that every request is told by io_uring_enter */
  p->features = SINGLE_MMAP | NODROP | RSRC_TAGS;
#define AT(field) (unsigned)offsetof(struct shared, field)
  p->sq.head = AT(sq_head), p->sq.tail = AT(sq_tail), p->sq.mask = AT(sq_mask), p->sq.entries = AT(sq_entries);
  p->sq.flags = AT(sq_flags), p->sq.dropped = AT(sq_dropped), p->sq.array = AT(array);
  p->cq.head = AT(cq_head), p->cq.tail = AT(cq_tail), p->cq.mask = AT(cq_mask), p->cq.entries = AT(cq_entries);
  p->cq.overflow = AT(cq_overflow), p->cq.cqes = AT(completions);
#undef AT
  ring_count++;
  return r->fd;
}

/* How long a request takes; NULL: no time. */
static const char *request_latency(struct request *q) {
  const char *path = (const char *)q->address, *request;
  if (q->opcode == OPENAT && (request = asked(path, "read"))) return request;
  if (q->opcode == OPENAT && (request = asked(path, "missing"))) return request;
  if (q->opcode != OPENAT && q->fd >= 0 && q->fd < MARKS && marks[q->fd].latency[0]) return marks[q->fd].latency;
  return NULL;
}

static long perform(struct request *q) {
  __typeof__(&syscall) call = REAL(syscall);
  const char *path = (const char *)q->address, *request;
  switch (q->opcode) {
  case OPENAT:
    if (asked(path, "missing")) return errno = ENOENT, -1;
    if ((request = asked(path, "read"))) return make_file(request);
    return call(SYS_openat, q->fd, path, q->how, q->length);
  case CLOSE:
    if (q->fd >= 0 && q->fd < MARKS) marks[q->fd].latency[0] = 0;
    return call(SYS_close, q->fd);
  case STATX:
    return call(SYS_statx, q->fd, path, q->how, q->length, q->offset);
  case READV:
    return call(q->offset == -1ULL ? SYS_readv : SYS_preadv, q->fd, path, q->length, q->offset, 0L);
  case WRITEV:
    return call(q->offset == -1ULL ? SYS_writev : SYS_pwritev, q->fd, path, q->length, q->offset, 0L);
  case FSYNC:
    return call(q->how & 1 ? SYS_fdatasync : SYS_fsync, q->fd);
  }
  return errno = EOPNOTSUPP, -1; /* libuv then asks the pool */
}

static int is_full(struct shared *s) { return s->cq_tail - s->cq_head == COMPLETIONS; }

static void put(struct ring *r, struct completion c) {
  static const unsigned long long one = 1;
  struct shared *s = r->shared;
  s->completions[s->cq_tail & s->cq_mask] = c;
  s->cq_tail++;
  if (REAL(write)(r->fd, &one, sizeof one) != sizeof one) abort();
}

/* Completions that find the ring full are kept until libuv asks for them, which it
 * does by the flag (io_uring_enter(2), IORING_FEAT_NODROP). Those that come later
 * are kept behind them, so that they stay in order. */
static void complete(struct ring *r, struct request *q) {
  long result = perform(q);
  struct completion c = {q->user_data, result < 0 ? -errno : (int)result, 0};
  if (!r->first && !is_full(r->shared)) {
    put(r, c);
    return;
  }
  struct kept *k = malloc(sizeof *k);
  if (!k) abort();
  *k = (struct kept){c, NULL};
  *r->last = k, r->last = &k->next;
  r->shared->sq_flags |= OVERFLOWED;
}

static void put_kept(struct ring *r) {
  struct kept *k;
  while ((k = r->first) && !is_full(r->shared)) {
    put(r, k->completion);
    r->first = k->next;
    free(k);
  }
  if (r->first) return;
  r->last = &r->first;
  r->shared->sq_flags &= ~OVERFLOWED;
}

/* What is asked for is not seen before its instant. */
static void complete_later(struct pending *p) {
  complete(p->ring, p->request);
  free(p->request);
  free(p);
}

static long enter(struct ring *r, unsigned flags) {
  struct shared *s = r->shared;
  pthread_mutex_lock(&lock);
  if (flags & GET_EVENTS) put_kept(r);
  while (s->sq_head != s->sq_tail) {
    struct request *q = malloc(sizeof *q);
    struct pending *p = malloc(sizeof *p);
    if (!q || !p) abort();
    *q = r->requests[s->array[s->sq_head & s->sq_mask] & s->sq_mask];
    *p = (struct pending){r, q};
    s->sq_head++;
    const char *latency = request_latency(q);
    if (latency) {
      expect(now() + from_millis(latency), -1, NULL, ++last_order);
      arrivals[arrival_count - 1].pending = p;
    } else {
      complete_later(p);
    }
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

/* A descriptor whose completions were all taken is readable no more. */
static void quiet_rings(void) {
  unsigned long long count;
  for (int i = 0; i < ring_count; i++)
    if (rings[i].shared->cq_head == rings[i].shared->cq_tail && REAL(read)(rings[i].fd, &count, sizeof count) < 0 && errno != EAGAIN) abort();
}

/* Where files go past the pool, nobody knows of a request whether it starts the
 * threads. Each of them says that it is there before the request is made. */
int sem_post(sem_t *semaphore) {
  if (awaiting_pool && !on_main_thread()) {
    pthread_mutex_lock(&lock);
    start_pool();
    pthread_mutex_unlock(&lock);
  }
  return REAL(sem_post)(semaphore);
}

/* libuv calls the kernel where old C libraries have no function, and to close;
 * before 1.23.1 it did so for epoll too. */
long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SETUP && on_main_thread() && ring_count < RINGS && ((struct parameters *)a[1])->flags & SQPOLL)
    return set_up_ring((struct parameters *)a[1]);
  if (number == ENTER && ring_of((int)a[0])) return enter(ring_of((int)a[0]), (unsigned)a[3]);
  if (number == SYS_epoll_wait) return wait_for_events((int)a[0], (struct epoll_event *)a[1], (int)a[2], (int)a[3], NULL);
  if (number == SYS_epoll_pwait) return wait_for_events((int)a[0], (struct epoll_event *)a[1], (int)a[2], (int)a[3], (const sigset_t *)a[4]);
  if (number == SYS_statx) work_on((int)a[0]);
  if (number == SYS_close) close_mark((int)a[0]);
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
