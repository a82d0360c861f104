// Descriptors, folders, volumes and byte locks.

#include "CHost.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

/// Waits until a descriptor that is not blocking is ready again.
static int wait_until_ready(int descriptor, short events) {
    struct pollfd wanted = {.fd = descriptor, .events = events};
    return poll(&wanted, 1, -1) < 0 && errno != EINTR ? errno : 0;
}

int chost_write_all(int descriptor, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) return errno;
            int error = wait_until_ready(descriptor, POLLOUT);
            if (error) return error;
            continue;
        }
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

int chost_read_fully(int descriptor, uint8_t *bytes, size_t capacity, size_t *count) {
    *count = 0;
    while (*count < capacity) {
        ssize_t got = read(descriptor, bytes + *count, capacity - *count);
        if (got == 0) break;
        if (got < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) return errno;
            int error = wait_until_ready(descriptor, POLLIN);
            if (error) return error;
            continue;
        }
        *count += (size_t)got;
    }
    return 0;
}

int chost_pipe(int *source, int *sink, bool waits, int room) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) < 0) return errno;
    // Less room only takes more turns from thread to thread.
    if (room) fcntl(ends[1], F_SETPIPE_SZ, room);
    *source = ends[0];
    *sink = ends[1];
    return 0;
}

void chost_begin_writing(int descriptor, int64_t offset, int64_t count) {
    sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

void *chost_directory_open(const char *path, int *error) {
    DIR *directory = opendir(path);
    *error = directory ? 0 : errno;
    return directory;
}

void chost_directory_close(void *directory) { closedir(directory); }

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

const char *chost_directory_next(void *directory, int *error) {
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(directory);
        *error = entry ? 0 : errno;
        if (!entry) return NULL;
        if (!is_dots(entry->d_name)) return entry->d_name;
    }
}

static int remove_entry(int folder, const char *name);

/// Removes what a folder holds. O_NOFOLLOW: a link put in its place meanwhile is an error, not a way out.
static int remove_contents(int folder, const char *name) {
    int descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) return errno;
    DIR *directory = fdopendir(descriptor);
    if (!directory) {
        int error = errno;
        close(descriptor);
        return error;
    }
    int error = 0;
    const char *inner;
    while (!error && (inner = chost_directory_next(directory, &error))) error = remove_entry(descriptor, inner);
    closedir(directory);
    return error;
}

static int remove_entry(int folder, const char *name) {
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) return 0;
    if (errno != EISDIR) return errno;
    // Some file systems skip names while others are being removed: look again, a few times.
    for (int attempt = 0;; attempt++) {
        int error = remove_contents(folder, name);
        if (error) return error == ENOENT ? 0 : error;
        if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return 0;
        if (errno != ENOTEMPTY || attempt == 8) return errno;
    }
}

int chost_remove_tree(const char *path) { return remove_entry(AT_FDCWD, path); }

int chost_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int chost_volume(const char *path, uint32_t *magic, uint64_t *free_bytes) {
    struct statfs volume;
    int result;
    do result = statfs(path, &volume);
    while (result < 0 && errno == EINTR);
    if (result < 0) return errno;
    *magic = (uint32_t)volume.f_type;
    *free_bytes = (uint64_t)volume.f_bavail * (uint64_t)(volume.f_frsize ? volume.f_frsize : volume.f_bsize);
    return 0;
}

bool chost_is_network_magic(uint32_t magic) {
    switch (magic) {
    case 0x00006969:  // NFS
    case 0x0000517B:  // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x01021997:  // 9p
    case 0x65735546:  // FUSE: sshfs and the like; a local one cannot be told apart
    case 0x5346414F:  // AFS (OpenAFS)
    case 0x6B414653:  // AFS (the kernel's)
    case 0x00C36400:  // CEPH
        return true;
    default:
        return false;
    }
}

int chost_lock_byte(int descriptor, int64_t byte, int mode, bool wait) {
    struct flock wanted = {
        .l_type = mode == CHOST_UNLOCK ? F_UNLCK : mode == CHOST_SHARED ? F_RDLCK : F_WRLCK,
        .l_whence = SEEK_SET,
        .l_start = byte,
        .l_len = 1,
        .l_pid = 0,  // must be zero for OFD locks
    };
    for (;;) {
        if (fcntl(descriptor, wait ? F_OFD_SETLKW : F_OFD_SETLK, &wanted) == 0) return 0;
        if (errno == EINTR) continue;
        return errno == EACCES ? EAGAIN : errno;
    }
}

int chost_unlock_all(int descriptor) {
    struct flock wanted = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0};  // 0: to the end
    return fcntl(descriptor, F_OFD_SETLK, &wanted) < 0 ? errno : 0;
}
