// What the lab puts between the program and the C library: it counts calls, lets them fail, kills the process at them,
// takes them away, or writes them down. Built as a shared library and named in LD_PRELOAD; see lab.py.
//
//     LAB_DO     count | fail | kill | drop | record
//     LAB_CLASS  which calls are meant: a name of `names` below, or all
//     LAB_AT     the number of the call, from 1, among those that are meant
//     LAB_ON     1: every later one too
//     LAB_CODE   the errno that `fail` gives; with SHORT as well, a write first writes half of its bytes
//     LAB_FILE   count: where the counters are kept, one u64 a class; record: where the records are appended
//
// What the process starts is left alone: a call of the program age is none of ours.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, WRITE, PWRITE, WRITEV, PWRITEV, FSYNC, FDATASYNC, MSYNC, FTRUNCATE, RENAME, LINK, UNLINK, MKDIR, MMAP,
       FCNTL, GETRANDOM, FALLOCATE, CLASSES };
static const char *const names[CLASSES] = {
    "open", "write", "pwrite", "writev", "pwritev", "fsync", "fdatasync", "msync", "ftruncate", "rename", "link",
    "unlink", "mkdir", "mmap", "fcntl", "getrandom", "fallocate"};

static enum { NOTHING, COUNT, FAIL, KILL, DROP, RECORD } what;
static int meant = -1;  // a class, or -1 for all
static uint64_t at;
static bool goes_on, is_short;
static int code = EIO;
static int journal = -1;
static atomic_ulong seen;
static atomic_ulong *counters;

__attribute__((constructor)) static void begin(void) {
    const char *action = getenv("LAB_DO"), *class = getenv("LAB_CLASS"), *file = getenv("LAB_FILE");
    if (!action) return;
    if (class)
        for (int index = 0; index < CLASSES; index++)
            if (strcmp(class, names[index]) == 0) meant = index;
    if (getenv("LAB_AT")) at = strtoull(getenv("LAB_AT"), NULL, 10);
    goes_on = getenv("LAB_ON") && *getenv("LAB_ON") == '1';
    is_short = getenv("LAB_SHORT") && *getenv("LAB_SHORT") == '1';
    if (getenv("LAB_CODE")) code = atoi(getenv("LAB_CODE"));
    int descriptor = -1;
    if (file) descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (strcmp(action, "count") == 0 && descriptor >= 0) {
        syscall(SYS_ftruncate, descriptor, sizeof(atomic_ulong) * CLASSES);
        void *map = (void *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (map != MAP_FAILED) counters = map;
        what = COUNT;
    } else if (strcmp(action, "fail") == 0) {
        what = FAIL;
    } else if (strcmp(action, "kill") == 0) {
        what = KILL;
    } else if (strcmp(action, "drop") == 0 || strcmp(action, "record") == 0) {
        // Calls that are dropped are not recorded either: they did not happen.
        what = at || *action == 'd' ? DROP : RECORD;
        if (descriptor >= 0) journal = (int)syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 500);
    }
    unsetenv("LAB_DO");
}

/// The real function of a name.
#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

enum verdict { PASS, REFUSE, SKIP };

static enum verdict meet(int class) {
    if (what == NOTHING || what == RECORD) return PASS;
    if (what == COUNT) {
        if (counters) atomic_fetch_add(&counters[class], 1);
        return PASS;
    }
    if (meant >= 0 && meant != class) return PASS;
    uint64_t number = atomic_fetch_add(&seen, 1) + 1;
    if (number != at && !(goes_on && number > at)) return PASS;
    if (what == KILL) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;) pause();
    }
    if (what == DROP) return SKIP;
    errno = code;
    return REFUSE;
}

/// Whether a path is one of the system's own, which tells of other processes: how often it is read is chance.
static bool is_of_system(const char *path) { return strncmp(path, "/proc/", 6) == 0; }

// MARK: The record: {op u8, inode u64, offset i64, length of a u32, length of b u32} a b, little-endian, unpadded.

static void note(char op, uint64_t inode, int64_t offset, const char *a, const struct iovec *b, int parts) {
    if (journal < 0) return;
    uint32_t lengths[2] = {a ? (uint32_t)strlen(a) : 0, 0};
    struct iovec all[64];
    for (int index = 0; index < parts; index++) {
        all[index + 2] = b[index];
        lengths[1] += (uint32_t)b[index].iov_len;
    }
    char head[25];
    head[0] = op;
    memcpy(head + 1, &inode, 8);
    memcpy(head + 9, &offset, 8);
    memcpy(head + 17, lengths, 8);
    all[0] = (struct iovec){head, sizeof head};
    all[1] = (struct iovec){(void *)a, lengths[0]};
    int kept = errno;
    syscall(SYS_writev, journal, all, parts + 2);
    errno = kept;
}

static void note_path(char op, uint64_t inode, const char *path, const char *other) {
    struct iovec b = {(void *)other, other ? strlen(other) : 0};
    note(op, inode, 0, path, &b, other ? 1 : 0);
}

/// The absolute path of a name whose folder exists.
static const char *absolute(int folder, const char *path, char *buffer) {
    char joined[PATH_MAX * 2], base[PATH_MAX] = "";
    if (path[0] != '/') {
        char link[64];
        if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
        else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, sizeof base - 2);
        if (length < 0) length = 0;
        base[length] = '/';
        base[length + 1] = 0;
    }
    snprintf(joined, sizeof joined, "%s%s", base, path);
    size_t length = strlen(joined);
    while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
    char *slash = strrchr(joined, '/');
    char *name = strdup(slash + 1);
    *slash = 0;
    char folder_path[PATH_MAX];
    if (!realpath(joined[0] ? joined : "/", folder_path)) strcpy(folder_path, joined);
    snprintf(buffer, PATH_MAX * 2, "%s/%s", strcmp(folder_path, "/") == 0 ? "" : folder_path, name);
    free(name);
    return buffer;
}

static void note_written(int descriptor, int64_t offset, const struct iovec *parts, int count) {
    if (journal < 0) return;
    struct stat status;
    if (descriptor == STDOUT_FILENO) {
        note('S', 0, 0, NULL, parts, count);
    } else if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        if (offset < 0) offset = lseek(descriptor, 0, SEEK_CUR);
        int flags = (int)syscall(SYS_fcntl, descriptor, F_GETFL);
        note(flags & O_DSYNC ? 'D' : 'W', status.st_ino, offset, NULL, parts, count);
    }
}

static void note_synced(int descriptor) {
    struct stat status;
    if (journal >= 0 && fstat(descriptor, &status) == 0) note('Y', status.st_ino, 0, NULL, NULL, 0);
}

// MARK: Files

static int opened(int folder, const char *path, int flags, mode_t mode) {
    char buffer[PATH_MAX * 2];
    struct stat status;
    bool was_there = journal < 0 || !(flags & O_CREAT) || fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
    int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (journal < 0 || descriptor < 0 || fstat(descriptor, &status) < 0 || !S_ISREG(status.st_mode)) return descriptor;
    if ((flags & O_TMPFILE) == O_TMPFILE) note_path('C', status.st_ino, "", NULL);
    else if (!was_there) note_path('C', status.st_ino, absolute(folder, path, buffer), NULL);
    else if (flags & O_TRUNC) note('T', status.st_ino, 0, NULL, NULL, 0);
    return descriptor;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return is_of_system(path) || meet(OPEN) == PASS ? opened(AT_FDCWD, path, flags, mode) : -1;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return is_of_system(path) || meet(OPEN) == PASS ? opened(AT_FDCWD, path, flags, mode) : -1;
}

int openat(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return is_of_system(path) || meet(OPEN) == PASS ? opened(folder, path, flags, mode) : -1;
}

/// Half of a write, where a disk fills up in the middle of it; -1 where it is refused whole.
static ssize_t half(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (!is_short || what != FAIL || count < 2) return -1;
    if (offset < 0) return syscall(SYS_write, descriptor, bytes, count / 2);
    return syscall(SYS_pwrite64, descriptor, bytes, count / 2, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    enum verdict verdict = meet(WRITE);
    if (verdict == REFUSE) return half(descriptor, bytes, count, -1);
    if (verdict == SKIP) return (ssize_t)count;
    struct iovec part = {(void *)bytes, count};
    note_written(descriptor, -1, &part, 1);
    return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    enum verdict verdict = meet(PWRITE);
    if (verdict == REFUSE) return half(descriptor, bytes, count, offset);
    if (verdict == SKIP) return (ssize_t)count;
    struct iovec part = {(void *)bytes, count};
    note_written(descriptor, offset, &part, 1);
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

static ssize_t sum(const struct iovec *parts, int count) {
    ssize_t bytes = 0;
    for (int index = 0; index < count; index++) bytes += (ssize_t)parts[index].iov_len;
    return bytes;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    enum verdict verdict = meet(WRITEV);
    if (verdict == REFUSE) return half(descriptor, parts[0].iov_base, parts[0].iov_len, -1);
    if (verdict == SKIP) return sum(parts, count);
    // LMDB hands over 64 parts at most; the record takes 62, so longer ones go in two.
    int first = count > 32 ? 32 : count;
    int64_t start = journal >= 0 ? lseek(descriptor, 0, SEEK_CUR) : -1;
    note_written(descriptor, start, parts, first);
    if (count > first) note_written(descriptor, start + sum(parts, first), parts + first, count - first);
    return syscall(SYS_writev, descriptor, parts, count);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    enum verdict verdict = meet(PWRITEV);
    if (verdict == REFUSE) return -1;
    if (verdict == SKIP) return sum(parts, count);
    note_written(descriptor, offset, parts, count > 62 ? 62 : count);
    return syscall(SYS_pwritev, descriptor, parts, count, offset, 0);
}

int fsync(int descriptor) {
    enum verdict verdict = meet(FSYNC);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    int result = (int)syscall(SYS_fsync, descriptor);
    if (result == 0) note_synced(descriptor);
    return result;
}

int fdatasync(int descriptor) {
    enum verdict verdict = meet(FDATASYNC);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    int result = (int)syscall(SYS_fdatasync, descriptor);
    if (result == 0) note_synced(descriptor);
    return result;
}

int msync(void *address, size_t length, int flags) {
    enum verdict verdict = meet(MSYNC);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    return (int)syscall(SYS_msync, address, length, flags);
}

int ftruncate(int descriptor, off_t size) {
    enum verdict verdict = meet(FTRUNCATE);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    struct stat status;
    if (journal >= 0 && fstat(descriptor, &status) == 0) note('T', status.st_ino, size, NULL, NULL, 0);
    return (int)syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    enum verdict verdict = meet(FALLOCATE);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    return (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
}

// MARK: Names

int rename(const char *from, const char *to) {
    enum verdict verdict = meet(RENAME);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    char one[PATH_MAX * 2], other[PATH_MAX * 2];
    if (journal >= 0) {
        absolute(AT_FDCWD, from, one);
        absolute(AT_FDCWD, to, other);
    }
    int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0 && journal >= 0) note_path('R', 0, one, other);
    return result;
}

/// Only what this program asks of it: two names that change places, or a plain rename.
int renameat2(int folder, const char *from, int other_folder, const char *to, unsigned flags) {
    enum verdict verdict = meet(RENAME);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    char one[PATH_MAX * 2], other[PATH_MAX * 2];
    if (journal >= 0) {
        absolute(folder, from, one);
        absolute(other_folder, to, other);
    }
    int result = (int)syscall(SYS_renameat2, folder, from, other_folder, to, flags);
    if (result == 0 && journal >= 0) note_path(flags ? 'X' : 'R', 0, one, other);
    return result;
}

int linkat(int folder, const char *from, int other_folder, const char *to, int flags) {
    enum verdict verdict = meet(LINK);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    int result = (int)syscall(SYS_linkat, folder, from, other_folder, to, flags);
    struct stat status;
    char buffer[PATH_MAX * 2];
    if (result == 0 && journal >= 0 && fstatat(other_folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0)
        note_path('L', status.st_ino, absolute(other_folder, to, buffer), NULL);
    return result;
}

int unlinkat(int folder, const char *path, int flags) {
    enum verdict verdict = meet(UNLINK);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    char buffer[PATH_MAX * 2];
    if (journal >= 0) absolute(folder, path, buffer);
    int result = (int)syscall(SYS_unlinkat, folder, path, flags);
    if (result == 0 && journal >= 0) note_path('U', 0, buffer, NULL);
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

static void note_folder(const char *path) {
    char buffer[PATH_MAX * 2];
    struct stat status;
    if (journal >= 0 && stat(path, &status) == 0)
        note_path('M', status.st_ino, absolute(AT_FDCWD, path, buffer), NULL);
}

int mkdir(const char *path, mode_t mode) {
    enum verdict verdict = meet(MKDIR);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (result == 0) note_folder(path);
    return result;
}

char *mkdtemp(char *path) {
    if (meet(MKDIR) != PASS) return NULL;
    REAL(char *, mkdtemp, char *);
    char *made = real(path);
    if (made) note_folder(made);
    return made;
}

// MARK: Memory, locks, chance

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if (meet(MMAP) != PASS) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mmap(address, length, protection, flags, descriptor, offset);
}

int fcntl(int descriptor, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    enum verdict verdict = meet(FCNTL);
    if (verdict != PASS) return verdict == SKIP ? 0 : -1;
    return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return fcntl(descriptor, command, argument);
}

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    if (meet(GETRANDOM) != PASS) return -1;
    return syscall(SYS_getrandom, buffer, length, flags);
}
