/*
 * Reports stages, metrics and progress of a C or C++ program to warpgauge. Header only, no dependencies; C99 with POSIX
 * (`-std=gnu99`, the default of gcc and clang) or C++11.
 *
 * Does nothing unless the environment variable WARPGAUGE_EVENTS names a file, as it does during a measurement, and
 * nothing on Windows. Threads, forked processes and several ranks may report at the same time. Errors of the file
 * system never reach the program. License: MIT.
 */
#ifndef WARPGAUGE_H
#define WARPGAUGE_H

#if defined(_WIN32)

static inline int warpgauge_is_measured(void) { return 0; }
static inline void warpgauge_stage_start(const char *stage) { (void)stage; }
static inline void warpgauge_stage_end(const char *stage) { (void)stage; }
static inline void warpgauge_stage_fail(const char *stage) { (void)stage; }
static inline void warpgauge_metric(const char *name, double value, const char *unit, const char *better_when) {
  (void)name, (void)value, (void)unit, (void)better_when;
}
static inline void warpgauge_progress(double done, double total) { (void)done, (void)total; }

#else

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A longer name is one that warpgauge refuses, so none becomes another one by the cut. */
enum { WARPGAUGE_MAX_NAME = 1000, WARPGAUGE_MAX_LINE = 8192, WARPGAUGE_OFF = -1 };

typedef struct {
  int descriptor;
  dev_t device;
  ino_t file;
  /* Unix time minus steady time, in nanoseconds. */
  long long offset;
} warpgauge_events_file;

static inline long long warpgauge_clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (long long)now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline warpgauge_events_file warpgauge_open(void) {
  warpgauge_events_file events = {WARPGAUGE_OFF, 0, 0, 0};
  const char *path = getenv("WARPGAUGE_EVENTS");
  struct stat status;
  if (path == NULL || path[0] == '\0') return events;
  events.descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (events.descriptor < 0) return events;
  if (fstat(events.descriptor, &status) != 0) {
    close(events.descriptor);
    events.descriptor = WARPGAUGE_OFF;
    return events;
  }
  events.device = status.st_dev;
  events.file = status.st_ino;
  events.offset = warpgauge_clock_ns(CLOCK_REALTIME) - warpgauge_clock_ns(CLOCK_MONOTONIC);
  return events;
}

/* The file, opened on first use, once per translation unit in C and once per program in C++. */
#if defined(__cplusplus)
inline const warpgauge_events_file *warpgauge_events(void) {
  static const warpgauge_events_file events = warpgauge_open();
  return &events;
}
#else
static inline const warpgauge_events_file *warpgauge_events(void) {
  static warpgauge_events_file *current = NULL;
  warpgauge_events_file *known = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
  warpgauge_events_file *expected = NULL;
  static warpgauge_events_file off = {WARPGAUGE_OFF, 0, 0, 0};
  if (known != NULL) return known;
  known = (warpgauge_events_file *)malloc(sizeof *known);
  if (known == NULL) return &off;
  *known = warpgauge_open();
  if (__atomic_compare_exchange_n(&current, &expected, known, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return known;
  /* Another thread was first. */
  if (known->descriptor >= 0) close(known->descriptor);
  free(known);
  return expected;
}
#endif

/* Whether warpgauge measures this process. */
static inline int warpgauge_is_measured(void) { return warpgauge_events()->descriptor >= 0; }

/* Appends `text` as the content of a JSON string of at most 1,000 bytes; cuts between UTF-8 characters. */
static inline size_t warpgauge_append_text(char *line, size_t at, const char *text) {
  size_t length = strlen(text), index;
  if (length > WARPGAUGE_MAX_NAME) {
    length = WARPGAUGE_MAX_NAME;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  for (index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)text[index];
    if (byte == '"' || byte == '\\') line[at++] = '\\';
    line[at++] = byte < 0x20 || byte == 0x7F ? ' ' : (char)byte;
  }
  return at;
}

static inline size_t warpgauge_append_literal(char *line, size_t at, const char *text) {
  size_t length = strlen(text);
  memcpy(line + at, text, length);
  return at + length;
}

/* Appends a number; null: it is not finite. printf writes the decimal separator of the locale; JSON wants a point. */
static inline size_t warpgauge_append_number(char *line, size_t at, double value) {
  char text[64];
  int index, isSeparator = 0, length = snprintf(text, sizeof text, "%.17g", value);
  if (!(value - value == 0)) return warpgauge_append_literal(line, at, "null");
  for (index = 0; index < length; index++) {
    int isDigit = strchr("0123456789+-e", text[index]) != NULL;
    if (isDigit) line[at++] = text[index];
    else if (!isSeparator) line[at++] = '.';
    isSeparator = !isDigit;
  }
  return at;
}

static inline size_t warpgauge_begin_line(char *line, const char *kind) {
  long long now = warpgauge_events()->offset + warpgauge_clock_ns(CLOCK_MONOTONIC);
  int length = snprintf(line, 64, "{\"t\":%lld.%06lld,\"event\":\"", now / 1000000000LL, now % 1000000000LL / 1000LL);
  return warpgauge_append_literal(line, warpgauge_append_literal(line, (size_t)length, kind), "\"");
}

/* A single write per line keeps lines of several threads and processes apart. */
static inline void warpgauge_write_line(char *line, size_t length) {
  const warpgauge_events_file *events = warpgauge_events();
  int saved = errno;
  struct stat status;
  line[length++] = '}';
  line[length++] = '\n';
  /* A program that closes all descriptors, such as a daemon, may have given this one to another file. */
  if (fstat(events->descriptor, &status) == 0 && status.st_dev == events->device && status.st_ino == events->file) {
    ssize_t written = write(events->descriptor, line, length);
    (void)written;
  }
  errno = saved;
}

static inline void warpgauge_write_stage(const char *kind, const char *stage, const char *rest) {
  char line[WARPGAUGE_MAX_LINE];
  size_t at;
  if (!warpgauge_is_measured()) return;
  at = warpgauge_append_literal(line, warpgauge_begin_line(line, kind), ",\"stage\":\"");
  at = warpgauge_append_literal(line, warpgauge_append_text(line, at, stage), "\"");
  warpgauge_write_line(line, warpgauge_append_literal(line, at, rest));
}

/* Starts a visit to a stage. Wait for the GPU before, so that earlier kernels do not count. */
static inline void warpgauge_stage_start(const char *stage) { warpgauge_write_stage("stage-start", stage, ""); }

/* Ends a visit. Wait for the GPU before (cudaDeviceSynchronize), so that its kernels count. */
static inline void warpgauge_stage_end(const char *stage) { warpgauge_write_stage("stage-end", stage, ""); }

/* Ends a visit that did not complete its work: the stage has no time in this run. */
static inline void warpgauge_stage_fail(const char *stage) {
  warpgauge_write_stage("stage-end", stage, ",\"failed\":true");
}

/*
 * Reports a figure that the program computed. Several values of one name in a process count as their median.
 * `better_when` is "lower" or "higher"; NULL for times, bytes and rates. With a value that is not finite the
 * metric has failed.
 */
static inline void warpgauge_metric(const char *name, double value, const char *unit, const char *better_when) {
  char line[WARPGAUGE_MAX_LINE];
  size_t at;
  if (!warpgauge_is_measured()) return;
  at = warpgauge_append_literal(line, warpgauge_begin_line(line, "metric"), ",\"name\":\"");
  at = warpgauge_append_literal(line, warpgauge_append_text(line, at, name), "\",\"unit\":\"");
  at = warpgauge_append_literal(line, warpgauge_append_text(line, at, unit), "\",\"value\":");
  at = warpgauge_append_number(line, at, value);
  if (better_when != NULL) {
    at = warpgauge_append_literal(line, at, ",\"betterWhen\":\"");
    at = warpgauge_append_literal(line, warpgauge_append_text(line, at, better_when), "\"");
  }
  warpgauge_write_line(line, at);
}

/* Rank of this process as torchrun, Open MPI, MPICH or Slurm set it; NULL without one. */
static inline const char *warpgauge_rank(void) {
  static const char *const names[] = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"};
  size_t index;
  for (index = 0; index < sizeof names / sizeof *names; index++) {
    const char *rank = getenv(names[index]);
    if (rank != NULL && rank[0] != '\0' && strlen(rank) < 10 && strspn(rank, "0123456789") == strlen(rank)) return rank;
  }
  return NULL;
}

/* Reports how much of the work is done, in any unit; `total` below 0: unknown. warpgauge adds up the ranks. */
static inline void warpgauge_progress(double done, double total) {
  char line[WARPGAUGE_MAX_LINE];
  const char *rank = warpgauge_rank();
  size_t at;
  if (!warpgauge_is_measured() || !(done - done == 0) || !(total - total == 0)) return;
  at = warpgauge_append_literal(line, warpgauge_begin_line(line, "progress"), ",\"done\":");
  at = warpgauge_append_number(line, at, done);
  if (total >= 0) at = warpgauge_append_number(line, warpgauge_append_literal(line, at, ",\"total\":"), total);
  if (rank != NULL) {
    at = warpgauge_append_literal(line, at, ",\"rank\":\"");
    at = warpgauge_append_literal(line, warpgauge_append_literal(line, at, rank), "\"");
  }
  warpgauge_write_line(line, at);
}

#endif

#if defined(__cplusplus)

#include <exception>
#include <string>

namespace warpgauge {

/*
 * A stage from construction to the end of the scope. `synchronize` waits for the GPU at both ends, for example
 * `[] { cudaDeviceSynchronize(); }`; it is called only during a measurement. If the scope ends by an exception, the
 * stage has failed.
 */
class Stage {
 public:
  explicit Stage(const char *name, void (*synchronize)() = nullptr)
      : isMeasured(warpgauge_is_measured() != 0), synchronize(synchronize), exceptions(countExceptions()) {
    if (!isMeasured) return;
    this->name = name;
    if (synchronize != nullptr) synchronize();
    warpgauge_stage_start(this->name.c_str());
  }
  ~Stage() {
    if (!isMeasured) return;
    if (countExceptions() > exceptions) {
      warpgauge_stage_fail(name.c_str());
      return;
    }
    if (synchronize != nullptr) synchronize();
    warpgauge_stage_end(name.c_str());
  }
  Stage(const Stage &) = delete;
  Stage &operator=(const Stage &) = delete;

 private:
  static int countExceptions() {
#if __cplusplus >= 201703L
    return std::uncaught_exceptions();
#else
    return std::uncaught_exception() ? 1 : 0;
#endif
  }
  bool isMeasured;
  void (*synchronize)();
  int exceptions;
  std::string name;
};

}  // namespace warpgauge

#endif

#endif
