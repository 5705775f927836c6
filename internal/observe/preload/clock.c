/*
 * A virtual clock for an unmodified Node on Linux, to be loaded with
 * LD_PRELOAD. Nothing here takes time: virtual time passes only when
 *
 *   - the script burns it:     access("/__evsim/busy/MS") on the main thread;
 *   - the main thread sleeps:  epoll, up to its timeout or to the next arrival.
 *
 * An arrival is something that happens in the world MS milliseconds after it
 * was asked for:
 *
 *   - open("/__evsim/net/MS")       a descriptor that becomes readable then;
 *   - access("/__evsim/work/MS")    a thread of the pool that is busy until then;
 *   - getaddrinfo("MS.evsim")       the same, as name resolution;
 *   - open("/__evsim/read/MS/SIZE") the same; what the pool does with the file
 *                                   of SIZE bytes that it opens takes MS each;
 *   - open("/__evsim/missing/MS")   the same, and there is no such file.
 *
 * The kernel and libuv do the rest as ever: which thread takes which request,
 * in which order epoll reports what is ready. The one thing that is arranged
 * for is that virtual time stands still until every thread of the pool has
 * come to rest: asleep without work, or busy until some virtual instant.
 *
 *   - access("/__evsim/signal/MS/N") a signal N that the process is sent then.
 *
 * EVSIM_PHASE_NS says where inside a millisecond the clock starts.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef long long nanoseconds;

static const nanoseconds MILLISECOND = 1000000, NEVER = 1LL << 62;

/* What the clock shows at the start: a whole number of milliseconds, and so
 * far from zero that nothing computed from it is negative. */
static const nanoseconds MONOTONIC = 1000LL * 1000000000, REALTIME = 1600000000LL * 1000000000;

static _Atomic nanoseconds elapsed = -1; /* since the start; -1: not begun */

/* ---- the functions that stand behind ours ---- */

static void *real(const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  if (!f) abort();
  return f;
}

#define REAL(name) ({                                     \
  static __typeof__(&name) found;                         \
  if (!found) found = (__typeof__(&name))real(#name);     \
  found;                                                  \
})

static int on_main_thread(void) {
  static _Thread_local int known; /* 1: yes, 2: no */
  if (!known) known = REAL(syscall)(SYS_gettid) == getpid() ? 1 : 2;
  return known == 1;
}

/* ---- the clock ---- */

static nanoseconds now(void) {
  if (elapsed < 0) {
    const char *phase = getenv("EVSIM_PHASE_NS");
    elapsed = phase ? atoll(phase) : 0;
  }
  return elapsed;
}

/* The number of milliseconds that a text begins with. */
static nanoseconds from_millis(const char *text) { return (nanoseconds)(atof(text) * 1e6 + 0.5); }

static void show(struct timespec *ts, nanoseconds t) {
  ts->tv_sec = t / 1000000000;
  ts->tv_nsec = t % 1000000000;
}

/* V8 up to 8 may measure how fine the clock is, in the middle of a run: it reads
 * until the clock moves, which this one does not (v8::base::TimeTicks::
 * IsHighResolution). No script reads it so often between two moves; one such
 * reading in so many is a microsecond late, and V8 has its answer. */
enum { MEASURING = 1 << 20 };

static nanoseconds measured(void) {
  static nanoseconds last = -1;
  static unsigned times;
  nanoseconds t = now();
  if (t != last) last = t, times = 0;
  return ++times % MEASURING ? t : t + 1000;
}

int clock_gettime(clockid_t id, struct timespec *ts) {
  switch (id) {
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_BOOTTIME:
    show(ts, MONOTONIC + (on_main_thread() ? measured() : now()));
    return 0;
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
    show(ts, REALTIME + now());
    return 0;
  }
  return REAL(syscall)(SYS_clock_gettime, id, ts);
}

int gettimeofday(struct timeval *tv, void *zone) {
  struct timespec ts;
  (void)zone;
  show(&ts, REALTIME + now());
  tv->tv_sec = ts.tv_sec;
  tv->tv_usec = ts.tv_nsec / 1000;
  return 0;
}

/* ---- arrivals ---- */

/* A request to io_uring that is not complete yet: see ring.c. */
struct ring;
struct request;
struct pending {
  struct ring *ring;
  struct request *request;
};
static void complete_later(struct pending *);
static void quiet_rings(void);
static int has_ring(void);

struct arrival {
  nanoseconds due;
  int fd;           /* the end of a pipe to write to; -1: none */
  int *released;    /* the thread that waits; NULL: none */
  struct pending *pending; /* the request that is complete; NULL: none */
  int signal;       /* the signal that the process is sent; 0: none */
  unsigned order;   /* among those that are due at the same time */
};

static struct arrival *arrivals;
static int arrival_count, arrival_room;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all that follows */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static unsigned last_order;

static void expect(nanoseconds due, int fd, int *released, unsigned order) {
  if (arrival_count == arrival_room) {
    arrival_room = arrival_room ? 2 * arrival_room : 64;
    arrivals = realloc(arrivals, arrival_room * sizeof *arrivals);
    if (!arrivals) abort();
  }
  arrivals[arrival_count++] = (struct arrival){.due = due, .fd = fd, .released = released, .order = order};
}

static int before(struct arrival a, struct arrival b) { return a.due < b.due || (a.due == b.due && a.order < b.order); }

/* The first arrival that is due by t. */
static int first_by(nanoseconds t) {
  int first = -1;
  for (int i = 0; i < arrival_count; i++)
    if (arrivals[i].due <= t && (first < 0 || before(arrivals[i], arrivals[first]))) first = i;
  return first;
}

/* ---- threads of the pool ---- */

/* libuv's threads wait for work on a condition variable that is a static
 * variable of the program; those of V8's platform are not. */
static int is_pool_condition(pthread_cond_t *cond) {
  Dl_info info;
  return dladdr(cond, &info) != 0;
}

static int pool_started;
static _Atomic int awaiting_pool; /* the next request may start it, or go past it */
static int running; /* threads that are neither asleep without work nor busy until an instant */
static int asleep;  /* threads that wait for work */
static int woken;   /* of those, the ones that were signalled and have not noticed */
static int over;    /* the process ends: nobody waits any more */

/* Threads take requests in the order in which they notice that there are some:
 * libuv's lock is theirs from then on until they have one in their hands. */
static _Thread_local unsigned noticed;

/* All threads start with the first request. */
static void start_pool(void) {
  const char *size = getenv("UV_THREADPOOL_SIZE");
  if (pool_started) return;
  pool_started = 1;
  running += size ? atoi(size) : 4;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  __typeof__(&pthread_cond_wait) wait = REAL(pthread_cond_wait);
  if (on_main_thread() || !is_pool_condition(cond)) return wait(cond, mutex);
  pthread_mutex_lock(&lock);
  start_pool();
  running--;
  asleep++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  int result = wait(cond, mutex);
  pthread_mutex_lock(&lock);
  if (woken > 0) woken--;
  asleep--;
  running++;
  noticed = ++last_order;
  pthread_mutex_unlock(&lock);
  return result;
}

int pthread_cond_signal(pthread_cond_t *cond) {
  if (is_pool_condition(cond)) {
    pthread_mutex_lock(&lock);
    if (woken < asleep) woken++;
    pthread_mutex_unlock(&lock);
  }
  return REAL(pthread_cond_signal)(cond);
}

/* Keeps the calling thread of the pool busy until the clock is MS further. */
static void work(const char *ms) {
  int released = 0;
  pthread_mutex_lock(&lock);
  start_pool();
  if (!strcmp(ms, "never") || !strcmp(ms, "never.evsim")) {
    running--;
    pthread_cond_broadcast(&changed);
    while (!over) REAL(pthread_cond_wait)(&changed, &lock);
  } else if (!over) {
    expect(now() + from_millis(ms), -1, &released, noticed);
    running--;
    pthread_cond_broadcast(&changed);
    while (!released) REAL(pthread_cond_wait)(&changed, &lock);
    noticed = ++last_order; /* the next request, if it finds one at once */
  }
  pthread_mutex_unlock(&lock);
}

/* Lets every thread go, because the process waits for them to end. */
int pthread_join(pthread_t thread, void **result) {
  pthread_mutex_lock(&lock);
  over = 1;
  for (int i = 0; i < arrival_count; i++)
    if (arrivals[i].released) *arrivals[i].released = 1;
  arrival_count = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return REAL(pthread_join)(thread, result);
}

/* ---- how time passes; all of it on the main thread, under the lock ---- */

static void settle(void) {
  while (!over && (running > 0 || woken > 0)) REAL(pthread_cond_wait)(&changed, &lock);
}

static void arrive(int i) {
  struct arrival a = arrivals[i];
  memmove(&arrivals[i], &arrivals[i + 1], (--arrival_count - i) * sizeof a);
  if (a.signal) {
    raise(a.signal);
  } else if (a.pending) {
    complete_later(a.pending);
  } else if (a.released) {
    *a.released = 1;
    running++;
    pthread_cond_broadcast(&changed);
  } else if (write(a.fd, "x", 1) != 1) {
    /* The script has closed its end. */
    REAL(close)(a.fd);
  }
}

/* Everything that is due by t happens one after the other, at its own time. */
static void pass_until(nanoseconds t) {
  int i;
  for (settle(); (i = first_by(t)) >= 0; settle()) {
    if (arrivals[i].due > now()) elapsed = arrivals[i].due;
    arrive(i);
  }
  if (t > now()) elapsed = t;
}

/* Counts what the main thread has been told of, and what it has read: before it
 * looks at finished requests it waits for the eventfd that announces them, and
 * reads that but in libuv 1.49.0 and 1.49.1. */
static _Atomic unsigned main_looks;

static int told(int n) {
  if (n > 0) main_looks++;
  return n;
}

static int wait_for_events(int epfd, struct epoll_event *events, int max, int timeout, const sigset_t *mask) {
  __typeof__(&epoll_pwait) wait = REAL(epoll_pwait);
  int n;
  if (!on_main_thread()) return wait(epfd, events, max, timeout, mask);
  pthread_mutex_lock(&lock);
  quiet_rings();
  pass_until(now());
  nanoseconds end = timeout < 0 ? NEVER : now() + timeout * MILLISECOND;
  for (;;) {
    n = wait(epfd, events, max, 0, mask);
    if (n != 0 || now() >= end) break;
    int i = first_by(end);
    if (i < 0 && end == NEVER) {
      /* Nothing of this clock's will ever come: it is not ours to wake. */
      pthread_mutex_unlock(&lock);
      return told(wait(epfd, events, max, timeout, mask));
    }
    pass_until(i < 0 ? end : arrivals[i].due);
  }
  pthread_mutex_unlock(&lock);
  return told(n);
}

int epoll_pwait(int epfd, struct epoll_event *events, int max, int timeout, const sigset_t *mask) {
  return wait_for_events(epfd, events, max, timeout, mask);
}

int epoll_wait(int epfd, struct epoll_event *events, int max, int timeout) {
  return wait_for_events(epfd, events, max, timeout, NULL);
}

/* ---- what scripts ask for ---- */

/* What follows /__evsim/VERB/ in a path; NULL if the path is another. */
static const char *asked(const char *path, const char *verb) {
  static const char root[] = "/__evsim/";
  size_t n = strlen(verb);
  if (strncmp(path, root, sizeof root - 1)) return NULL;
  path += sizeof root - 1;
  return !strncmp(path, verb, n) && path[n] == '/' ? path + n + 1 : NULL;
}

int access(const char *path, int mode) {
  const char *ms;
  if ((ms = asked(path, "busy")) && on_main_thread()) {
    pthread_mutex_lock(&lock);
    pass_until(now() + from_millis(ms));
    pthread_mutex_unlock(&lock);
    return 0;
  }
  if ((ms = asked(path, "signal")) && on_main_thread()) {
    const char *number = strchr(ms, '/');
    pthread_mutex_lock(&lock);
    expect(now() + from_millis(ms), -1, NULL, ++last_order);
    arrivals[arrival_count - 1].signal = number ? atoi(number + 1) : 0;
    pthread_mutex_unlock(&lock);
    return 0;
  }
  if (asked(path, "submit")) {
    /* The request before is in some thread's hands before the next is made. */
    pthread_mutex_lock(&lock);
    if (pool_started) settle();
    if (has_ring()) awaiting_pool = 1;
    else start_pool();
    pthread_mutex_unlock(&lock);
    return 0;
  }
  if ((ms = asked(path, "work")) && !on_main_thread()) {
    work(ms);
    return 0;
  }
  return REAL(access)(path, mode);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  const char *end = node ? strstr(node, ".evsim") : NULL;
  if (!end || end[6]) return REAL(getaddrinfo)(node, service, hints, result);
  work(node);
  return EAI_NONAME;
}

static int open_pipe(const char *ms) {
  int ends[2];
  nanoseconds latency = from_millis(ms);
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
  if (!strcmp(ms, "never")) return ends[0]; /* the other end stays open */
  pthread_mutex_lock(&lock);
  expect(now() + latency, ends[1], NULL, ++last_order);
  if (latency == 0) arrive(arrival_count - 1);
  pthread_mutex_unlock(&lock);
  return ends[0];
}
