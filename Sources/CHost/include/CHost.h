// What the system gives and Swift's Glibc hides or makes awkward.
//
// Unless a line says otherwise a function returns 0 or an errno, retries EINTR itself,
// and neither allocates nor keeps the pointers it is handed.

#ifndef CHOST_H
#define CHOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: checksum.c — CRC-32C (Castagnoli), continued from an earlier checksum, 0 to begin.

/// The quickest one this processor has.
uint32_t chost_crc32c(const uint8_t *bytes, size_t count, uint32_t continuing);
/// The portable one, eight table look-ups for eight bytes.
uint32_t chost_crc32c_table(const uint8_t *bytes, size_t count, uint32_t continuing);
/// The one of SSE4.2 and PCLMULQDQ. Only where `chost_crc32c_has_hardware`; elsewhere it is the portable one.
uint32_t chost_crc32c_hardware(const uint8_t *bytes, size_t count, uint32_t continuing);
bool chost_crc32c_has_hardware(void);

// MARK: files.c — descriptors, folders, volumes.

/// Writes all of it; waits when the descriptor is not blocking and full.
int chost_write_all(int descriptor, const uint8_t *bytes, size_t count);
/// Reads until `capacity` or the end; `count` is what came.
int chost_read_fully(int descriptor, uint8_t *bytes, size_t capacity, size_t *count);
/// Waits for a signal of a semaphore for at most so long, by the clock that nobody sets; ETIMEDOUT if none came.
int chost_wait(void *semaphore, int64_t milliseconds);
/// Makes a pipe, of which neither end waits if it is not said; with so many bytes of room, where the system allows that,
/// or as many as it gives for 0.
int chost_pipe(int *source, int *sink, bool waits, int room);
/// Lets the system begin to write a part of a file to the disk, where it can, and does not wait for it.
void chost_begin_writing(int descriptor, int64_t offset, int64_t count);
/// The next name of an open folder, "." and ".." left out; NULL at the end or on error.
const char *chost_directory_next(void *directory, int *error);
void *chost_directory_open(const char *path, int *error);
void chost_directory_close(void *directory);
/// Removes a file or a whole folder. Links are removed, never followed.
int chost_remove_tree(const char *path);
/// Exchanges what two paths name, at once. EINVAL or ENOSYS where the file system cannot.
int chost_exchange(const char *one, const char *other);
/// The file system's magic number and the bytes an ordinary user may still write.
int chost_volume(const char *path, uint32_t *magic, uint64_t *free_bytes);
/// Whether a magic number is of a file system that other machines, or programs, serve.
bool chost_is_network_magic(uint32_t magic);

enum { CHOST_UNLOCK = 0, CHOST_SHARED = 1, CHOST_EXCLUSIVE = 2 };
/// One byte of an open-file-description lock. EAGAIN when another holds it and not `wait`.
int chost_lock_byte(int descriptor, int64_t byte, int mode, bool wait);
/// Gives back every byte this open file description holds.
int chost_unlock_all(int descriptor);

// MARK: beginning.c — what the build says of itself, and the arguments as the loader gave them.

/// The commit that this was built from; empty if nobody named it.
const char *chost_commit(void);
/// How many arguments there are, the program's name among them.
int chost_argument_count(void);
/// An argument, which lives as long as the process; NULL behind the last.
const char *chost_argument(int index);

// MARK: encryption.c — folders that the kernel encrypts. An identifier has 16 bytes.

enum {
    CHOST_CLEAR = 0,
    CHOST_OPEN = 1,
    CHOST_CLOSED = 2,
    /// The key was removed, and files are still open.
    CHOST_CLOSING = 3,
    /// Encrypted in a way that has no identifier.
    CHOST_OTHERWISE = 4
};
/// Whether a folder is encrypted and its key is there. The identifier is set but for CLEAR and OTHERWISE.
int chost_encryption(const char *folder, int *state, uint8_t *identifier);
/// 0 if a folder may lie in this one that is encrypted by a key of its own; else why not, EOPNOTSUPP or ENOTTY.
int chost_encryption_support(const char *folder);
/// Gives the kernel a key of at most 64 bytes for the file system of a folder.
int chost_encryption_add(const char *folder, const uint8_t *key, size_t count, uint8_t *identifier);
/// Encrypts an empty folder by a key that was added.
int chost_encryption_set(const char *folder, const uint8_t *identifier);
/// Takes a key of this user's away; `left` has 1 if files are still open, 2 if other users have it. The folder is one
/// that is not encrypted by it, or it is itself what is open.
int chost_encryption_remove(const char *folder, const uint8_t *identifier, uint32_t *left);

// MARK: environment.c — the environment as it was given, and the zone in force over it.

/// A copy to be freed, or NULL.
char *chost_environment_value(const char *name);
/// NULL unsets.
int chost_environment_set(const char *name, const char *value);
/// Seconds east of UTC at an instant. `zone` is a checked name; unknown ones count as UTC.
int32_t chost_zone_offset(const char *zone, int64_t seconds);
/// The same for a wall clock reading: before a gap, and the earlier of two.
int32_t chost_zone_offset_local(const char *zone, int64_t wall);

// MARK: process.c — signals, children, terminal, chance.

/// Runs a program and waits. `status` is its exit code, or 128 + the signal that ended it.
/// With `output`, what it writes to standard output comes there, at most `room` bytes, `taken` of them.
/// With `ended`, TERM and HUP end the program, and all it has started, instead of us: then it is that signal, else 0.
int chost_run(char *const arguments[], uint8_t *output, size_t room, size_t *taken, int32_t *status, int32_t *ended);
/// Starts a program whose standard input is what is written to `input`. Until it is ended, by the same thread, every
/// other run waits.
int chost_begin_fed(char *const arguments[], int32_t *child, int32_t *input);
/// Closes its input and waits. `status` is as above.
int chost_end_fed(int32_t child, int32_t input, int32_t *status);
/// Runs the program at `path` without our terminal and files, and reads what it writes: at most `room` bytes, or EFBIG;
/// for at most so many milliseconds, or ETIMEDOUT. Then it is killed. `input`, of at most 4,096 bytes, or E2BIG, becomes
/// its standard input.
int chost_capture(const char *path, char *const arguments[], const uint8_t *input, size_t input_count,
                  int32_t milliseconds, uint8_t *output, size_t room, size_t *count, int32_t *status);
/// Starts the program at `path` as a session of its own, without our terminal and files, and does not wait for it.
int chost_detach(const char *path, char *const arguments[]);
/// Waits, whatever signals come.
void chost_pause(int64_t milliseconds);
/// Runs the program at `path` in the place of this one. Returns only if that failed.
int chost_become(const char *path, char *const arguments[]);
/// On SEGV, BUS, ABRT, FPE, ILL and TRAP: writes `message` to standard error and exits at once.
int chost_install_fatal(const char *message, int32_t exit_code);
/// Lets INT also remove three files and then their folder; nothing where a path is NULL or has 4,096 bytes.
void chost_remove_at_interrupt(const char *folder, const char *first, const char *second, const char *third);
/// On INT: exits at once. Left alone when INT was already ignored.
int chost_install_interrupt(int32_t exit_code);
/// Lets TERM, HUP and QUIT end the first process of a container, to which the kernel gives no signal without a handler.
/// Ignored ones stay ignored. Nothing in any other process.
int chost_end_as_first(void);
int chost_ignore_broken_pipe(void);
/// The system keeps how children end, which it does not where we were started with CHLD ignored.
int chost_keep_exit_codes(void);
/// A write beyond the limit of a file's size gives EFBIG instead of a signal.
int chost_ignore_file_limit(void);
/// Gives 0, 1 and 2 a descriptor when the parent closed them, so that no file takes the number.
int chost_open_missing_streams(void);
/// Columns, or 0 when unknown.
int chost_terminal_width(int descriptor);
int chost_terminal_height(int descriptor);
int chost_random(uint8_t *bytes, size_t count);

#endif
