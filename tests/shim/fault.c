/* Counts the calls that a program makes on the files of one folder, and at the Nth of them kills the program or lets
 * the call fail. Loaded before libc (LD_PRELOAD), so the program under test is the real one.
 *
 * FAULT_UNDER  the folder whose files count (absolute); what the program prints counts only under the word "say"
 * FAULT_CALLS  which calls count, with commas: open read write sync truncate rename link unlink mmap close mkdir say,
 *              or "all" (everything but "say", which is standard output and error); "all" where it is left out
 * FAULT_AT     at which of them, from 1; without it nothing happens but counting
 * FAULT_HOW    kill (before the call), kill-after, kill-half (of a write, half is written), short (half a write is
 *              reported as such), full (half a write, and no room from then on), or EIO ENOSPC EFBIG EDQUOT EINTR
 *              EACCES EMFILE
 * FAULT_EVER   set: not only the Nth call but every one from then on
 * FAULT_LOG    a file for a line a call: number (0: does not count), call, result, offset, length, path, second path;
 *              parted by tabs
 * FAULT_DATA   set: behind the line of a write that came through, the bytes written and a line end
 * FAULT_SECONDS  how long the program may take; then SIGALRM ends it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 1024, PATH = 1024 };

enum set { OPEN, READ, WRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MMAP, CLOSE, MKDIR, SAY, SETS };
static const char *const WORDS[SETS] = {"open", "read", "write", "sync", "truncate", "rename",
                                        "link", "unlink", "mmap", "close", "mkdir", "say"};

enum how { NOTHING, KILL, KILL_AFTER, KILL_HALF, SHORT, FULL, FAIL };

static char paths[FILES][PATH]; /* of open files under the folder; empty for all others */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *under;
static size_t under_length;
static unsigned counted;
static long at, seen;
static enum how how;
static int error, ever, with_data, log_file = -1;

static int error_named(const char *name) {
    static const struct { const char *name; int number; } errors[] = {
        {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EFBIG", EFBIG}, {"EDQUOT", EDQUOT}, {"EINTR", EINTR}, {"EACCES", EACCES}, {"EMFILE", EMFILE}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(name, errors[i].name) == 0) return errors[i].number;
    fprintf(stderr, "fault: FAULT_HOW cannot be \"%s\"\n", name);
    _exit(99);
}

static void begin(void) {
    static int begun;
    if (begun) return;
    begun = 1;
    under = getenv("FAULT_UNDER");
    if (!under) return;
    under_length = strlen(under);
    while (under_length > 1 && under[under_length - 1] == '/') under_length--;
    const char *calls = getenv("FAULT_CALLS");
    for (int set = 0; set < SETS; set++) {
        int all = !calls || strstr(calls, "all");
        if ((all && set != SAY) || (calls && strstr(calls, WORDS[set]))) counted |= 1u << set;
    }
    const char *text = getenv("FAULT_AT");
    at = text ? atol(text) : 0;
    text = getenv("FAULT_HOW");
    if (at && text) {
        how = strcmp(text, "kill") == 0         ? KILL
              : strcmp(text, "kill-after") == 0 ? KILL_AFTER
              : strcmp(text, "kill-half") == 0  ? KILL_HALF
              : strcmp(text, "short") == 0      ? SHORT
              : strcmp(text, "full") == 0       ? FULL
                                                : FAIL;
        if (how == FAIL) error = error_named(text);
    }
    ever = getenv("FAULT_EVER") != NULL;
    with_data = getenv("FAULT_DATA") != NULL;
    text = getenv("FAULT_SECONDS");
    if (text) alarm((unsigned)atol(text));
    text = getenv("FAULT_LOG");
    if (text) log_file = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* Where a path leads, if that is under the folder; else an empty text. */
static void place(int folder, const char *path, char *into) {
    char whole[2 * PATH];
    into[0] = 0;
    if (!under || !path) return;
    if (path[0] == '/') {
        snprintf(whole, sizeof whole, "%s", path);
    } else if (folder != AT_FDCWD) {
        if (folder < 0 || folder >= FILES || !paths[folder][0]) return;
        snprintf(whole, sizeof whole, "%s/%s", paths[folder], path);
    } else {
        char here[PATH];
        if (!getcwd(here, sizeof here)) return;
        snprintf(whole, sizeof whole, "%s/%s", here, path);
    }
    /* "a/./b" and "a//b" are "a/b"; a path with ".." stays as it is. */
    size_t length = 0;
    for (const char *from = whole; *from && length < PATH - 1; from++) {
        if (*from == '/') {
            while (from[1] == '/' || (from[1] == '.' && (from[2] == '/' || !from[2]))) from += from[1] == '/' ? 1 : 2;
            if (!from[1] && length) break;
        }
        into[length++] = *from;
    }
    into[length] = 0;
    if (strncmp(into, under, under_length) != 0 || (into[under_length] && into[under_length] != '/')) into[0] = 0;
}

static const char *path_of(int file) {
    begin();
    return file >= 0 && file < FILES ? paths[file] : "";
}

static void note(long number, const char *call, long result, long offset, long length, const char *path,
                 const char *second, const void *data) {
    if (log_file < 0) return;
    char line[3 * PATH];
    int size = snprintf(line, sizeof line, "%ld\t%s\t%ld\t%ld\t%ld\t%s\t%s\n", number, call, result, offset, length,
                        path, second);
    struct iovec parts[3] = {{line, (size_t)size}, {(void *)data, (size_t)(result > 0 ? result : 0)}, {"\n", 1}};
    syscall(SYS_writev, log_file, parts, data && with_data && result > 0 ? 3 : 1);
}

static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/* Counts a call. What is to happen to it, if anything; its number goes into `number`. */
static enum how due(enum set set, long *number) {
    *number = 0;
    if (!(counted & (1u << set))) return NOTHING;
    pthread_mutex_lock(&lock);
    *number = ++seen;
    pthread_mutex_unlock(&lock);
    if (how == FULL) {
        /* The first write that finds the disk full is cut, all later ones fail; other calls go through. */
        if (set != WRITE || *number < at) return NOTHING;
        static int cut;
        if (cut++) error = ENOSPC;
        return cut > 1 ? FAIL : SHORT;
    }
    return at && (*number == at || (ever && *number > at)) ? how : NOTHING;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* A call that is made whole or not at all. */
#define WHOLE(set, name, path, second, offset, length, nothing, call, type) \
    do { \
        long number; \
        enum how now = due(set, &number); \
        if (now == KILL || now == KILL_HALF) { \
            note(number, name, -2, offset, length, path, second, NULL); \
            die(); \
        } \
        if (now == FAIL) { \
            note(number, name, -1, offset, length, path, second, NULL); \
            if (set == CLOSE) (void)(call); \
            errno = error; \
            return nothing; \
        } \
        type result = (call); \
        int kept = errno; \
        note(number, name, result == nothing ? -1 : (long)(size_t)result, offset, length, path, second, NULL); \
        if (now == KILL_AFTER) die(); \
        errno = kept; \
        return result; \
    } while (0)

static int opened(int file, const char *path) {
    if (file >= 0 && file < FILES) snprintf(paths[file], PATH, "%s", path);
    return file;
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        MODE(flags, mode) \
        begin(); \
        char where[PATH]; \
        place(AT_FDCWD, path, where); \
        if (!where[0]) return opened(real(path, flags, mode), ""); \
        WHOLE(OPEN, "open", where, "", flags, 0, -1, opened(real(path, flags, mode), where), int); \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name); \
        MODE(flags, mode) \
        begin(); \
        char where[PATH]; \
        place(folder, path, where); \
        if (!where[0]) return opened(real(folder, path, flags, mode), ""); \
        WHOLE(OPEN, "open", where, "", flags, 0, -1, opened(real(folder, path, flags, mode), where), int); \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

#define CREATING(name) \
    int name(const char *path, mode_t mode) { \
        REAL(name); \
        begin(); \
        char where[PATH]; \
        place(AT_FDCWD, path, where); \
        if (!where[0]) return opened(real(path, mode), ""); \
        WHOLE(OPEN, "open", where, "", O_CREAT | O_TRUNC, 0, -1, opened(real(path, mode), where), int); \
    }
CREATING(creat)
CREATING(creat64)

int close(int file) {
    REAL(close);
    char where[PATH];
    snprintf(where, PATH, "%s", path_of(file));
    if (!where[0]) return real(file);
    opened(file, "");
    WHOLE(CLOSE, "close", where, "", 0, 0, -1, real(file), int);
}

ssize_t read(int file, void *into, size_t length) {
    REAL(read);
    const char *where = path_of(file);
    if (!where[0]) return real(file, into, length);
    WHOLE(READ, "read", where, "", -1, (long)length, -1, real(file, into, length), ssize_t);
}

#define READING_AT(name) \
    ssize_t name(int file, void *into, size_t length, off_t offset) { \
        REAL(name); \
        const char *where = path_of(file); \
        if (!where[0]) return real(file, into, length, offset); \
        WHOLE(READ, "read", where, "", offset, (long)length, -1, real(file, into, length, offset), ssize_t); \
    }
READING_AT(pread)
READING_AT(pread64)

/* A write may be cut in the middle. */
#define WRITING(set, where, offset, real_write) \
    do { \
        long number; \
        enum how now = due(set, &number); \
        size_t part = length; \
        if (now == KILL) { \
            note(number, WORDS[set], -2, offset, (long)length, where, "", NULL); \
            die(); \
        } \
        if (now == FAIL) { \
            note(number, WORDS[set], -1, offset, (long)length, where, "", NULL); \
            errno = error; \
            return -1; \
        } \
        if ((now == KILL_HALF || now == SHORT) && length > 1) part = length / 2; \
        ssize_t result = real_write; \
        int kept = errno; \
        note(number, WORDS[set], result, offset, (long)length, where, "", from); \
        if (now == KILL_HALF || now == KILL_AFTER) die(); \
        errno = kept; \
        return result; \
    } while (0)

ssize_t write(int file, const void *from, size_t length) {
    REAL(write);
    const char *where = path_of(file);
    if (!where[0]) {
        if (!under || (file != 1 && file != 2)) return real(file, from, length);
        WRITING(SAY, file == 1 ? "standard output" : "standard error", -1, real(file, from, part));
    }
    /* Before the call: afterwards it is where the write ended. */
    off_t offset = lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    WRITING(WRITE, where, offset, real(file, from, part));
}

#define WRITING_AT(name) \
    ssize_t name(int file, const void *from, size_t length, off_t offset) { \
        REAL(name); \
        const char *where = path_of(file); \
        if (!where[0]) return real(file, from, length, offset); \
        WRITING(WRITE, where, offset, real(file, from, part, offset)); \
    }
WRITING_AT(pwrite)
WRITING_AT(pwrite64)

/* As many writes, so that each part is counted, cut and noted like any other. */
ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    const char *where = path_of(file);
    if (!where[0] && (!under || (file != 1 && file != 2))) return real(file, parts, count);
    ssize_t all = 0;
    for (int i = 0; i < count; i++) {
        if (!parts[i].iov_len) continue;
        ssize_t result = write(file, parts[i].iov_base, parts[i].iov_len);
        if (result < 0) return all ? all : -1;
        all += result;
        if ((size_t)result < parts[i].iov_len) break;
    }
    return all;
}

#define SYNCING(name) \
    int name(int file) { \
        REAL(name); \
        const char *where = path_of(file); \
        if (!where[0]) return real(file); \
        WHOLE(SYNC, "sync", where, "", 0, 0, -1, real(file), int); \
    }
SYNCING(fsync)
SYNCING(fdatasync)

#define CUTTING(name) \
    int name(int file, off_t length) { \
        REAL(name); \
        const char *where = path_of(file); \
        if (!where[0]) return real(file, length); \
        WHOLE(TRUNCATE, "truncate", where, "", 0, (long)length, -1, real(file, length), int); \
    }
CUTTING(ftruncate)
CUTTING(ftruncate64)

#define MOVING(set, word, from_folder, from, to_folder, to, call) \
    begin(); \
    char old[PATH], new[PATH]; \
    place(from_folder, from, old); \
    place(to_folder, to, new); \
    if (!old[0] && !new[0]) return call; \
    WHOLE(set, word, old, new, 0, 0, -1, call, int)

int rename(const char *from, const char *to) {
    REAL(rename);
    MOVING(RENAME, "rename", AT_FDCWD, from, AT_FDCWD, to, real(from, to));
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    REAL(renameat);
    MOVING(RENAME, "rename", from_folder, from, to_folder, to, real(from_folder, from, to_folder, to));
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    REAL(renameat2);
    MOVING(RENAME, "rename", from_folder, from, to_folder, to, real(from_folder, from, to_folder, to, flags));
}

int link(const char *from, const char *to) {
    REAL(link);
    MOVING(LINK, "link", AT_FDCWD, from, AT_FDCWD, to, real(from, to));
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    REAL(linkat);
    MOVING(LINK, "link", from_folder, from, to_folder, to, real(from_folder, from, to_folder, to, flags));
}

int unlink(const char *path) {
    REAL(unlink);
    MOVING(UNLINK, "unlink", AT_FDCWD, path, AT_FDCWD, NULL, real(path));
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    MOVING(UNLINK, "unlink", folder, path, AT_FDCWD, NULL, real(folder, path, flags));
}

int rmdir(const char *path) {
    REAL(rmdir);
    MOVING(UNLINK, "rmdir", AT_FDCWD, path, AT_FDCWD, NULL, real(path));
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    MOVING(MKDIR, "mkdir", AT_FDCWD, path, AT_FDCWD, NULL, real(path, mode));
}

#define MAPPING(name) \
    void *name(void *address, size_t length, int protection, int flags, int file, off_t offset) { \
        REAL(name); \
        const char *where = file < 0 ? "" : path_of(file); \
        if (!where[0]) return real(address, length, protection, flags, file, offset); \
        WHOLE(MMAP, "mmap", where, "", offset, (long)length, MAP_FAILED, \
              real(address, length, protection, flags, file, offset), void *); \
    }
MAPPING(mmap)
MAPPING(mmap64)
