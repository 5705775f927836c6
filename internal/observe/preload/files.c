/* Files that the pool reads in virtual time: each thing that it does with one
 * of their descriptors keeps its thread busy for the latency in the path. */
enum { MARKS = 1 << 16 };

static struct mark {
  char latency[32]; /* "": the descriptor is no such file's */
  unsigned seen;    /* how often the main thread had looked when its last request was over */
} marks[MARKS];

static struct mark *marked(int fd) {
  return fd >= 0 && fd < MARKS && marks[fd].latency[0] && !on_main_thread() ? &marks[fd] : NULL;
}

/* A release may do all of its work in one request: then the main thread has
 * not looked since the first part of it, and only that part costs time. */
static void work_on(int fd) {
  struct mark *m = marked(fd);
  if (!m || m->seen == main_looks) return;
  work(m->latency);
  m->seen = main_looks;
}

static int make_file(const char *request) {
  long size = 0;
  const char *slash = strchr(request, '/');
  int fd = memfd_create("evsim", MFD_CLOEXEC);
  if (slash) size = atol(slash + 1);
  if (fd < 0 || fd >= MARKS || ftruncate(fd, size)) abort();
  snprintf(marks[fd].latency, sizeof marks[fd].latency, "%s", request);
  marks[fd].seen = main_looks;
  return fd;
}

static int open_file(const char *request) {
  work(request);
  return make_file(request);
}

static int open_any(const char *path, int flags, mode_t mode, const char *name) {
  const char *request;
  if ((request = asked(path, "net")) && on_main_thread()) return open_pipe(request);
  if ((request = asked(path, "read")) && !on_main_thread()) return open_file(request);
  if ((request = asked(path, "missing")) && !on_main_thread()) {
    work(request);
    errno = ENOENT;
    return -1;
  }
  return ((int (*)(const char *, int, ...))real(name))(path, flags, mode);
}

#define OPEN(name)                                   \
  int name(const char *path, int flags, ...) {       \
    va_list rest;                                    \
    va_start(rest, flags);                           \
    mode_t mode = va_arg(rest, mode_t);              \
    va_end(rest);                                    \
    return open_any(path, flags, mode, #name);       \
  }

OPEN(open)
OPEN(open64)

ssize_t read(int fd, void *to, size_t n) {
  if (on_main_thread()) main_looks++;
  work_on(fd);
  return REAL(read)(fd, to, n);
}

static void close_mark(int fd) {
  struct mark *m = marked(fd);
  if (!m) return;
  work_on(fd);
  m->latency[0] = 0;
}

int close(int fd) {
  close_mark(fd);
  return REAL(close)(fd);
}

int fstat64(int fd, struct stat64 *to) {
  work_on(fd);
  return REAL(fstat64)(fd, to);
}

int __fxstat64(int version, int fd, struct stat64 *to) {
  work_on(fd);
  return ((int (*)(int, int, struct stat64 *))real("__fxstat64"))(version, fd, to);
}
