// Children that nobody sees: one that is read, with a limit of time and of bytes, and one that is let go.

#include "CHost.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Starts a grandchild, and waits for the child between: the grandchild is nobody's here, so that it leaves no zombie to
/// a program that goes on, and whoever waits for all children does not meet it.
static int spawn_apart(
    const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
    pid_t between = fork();
    if (between < 0) return errno;
    if (between == 0) {
        pid_t child;
        // All it needs was made before; an error number fits into an exit code.
        _exit(posix_spawn(&child, path, actions, attributes, arguments, environment));
    }
    int raw;
    while (waitpid(between, &raw, 0) < 0)
        if (errno != EINTR) return errno;
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : ECHILD;
}

/// Starts a program without our terminal and our files: its standard input and output are `input` and `output`, or
/// nowhere if negative.
static int start_unseen(const char *path, char *const arguments[], int input, int output, bool alone, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        sigaddset(&defaults, SIGXFSZ);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
        posix_spawnattr_setflags(&attributes, alone ? flags | POSIX_SPAWN_SETSID : flags);
        error = input >= 0 ? posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
                           : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (!error && output >= 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (!error && output < 0)
            error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        if (!error) error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
        if (!error) {
            char **environment = chost_environment_lock();
            if (!environment) error = ENOMEM;
            else if (alone) error = spawn_apart(path, &actions, &attributes, arguments, environment);
            else error = posix_spawn(child, path, &actions, &attributes, arguments, environment);
            free(environment);
            chost_environment_unlock();
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Reads to the end, to the limit or to the last moment.
static int read_until(int descriptor, int64_t end, uint8_t *output, size_t room, size_t *count) {
    for (;;) {
        int64_t left = end - now_ms();
        if (left <= 0) return ETIMEDOUT;
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        int polled = poll(&ready, 1, (int)left);
        if (polled < 0 && errno != EINTR) return errno;
        if (polled <= 0) continue;
        if (*count == room) {
            uint8_t more;
            ssize_t got = read(descriptor, &more, 1);
            if (got == 0) return 0;
            if (got > 0) return EFBIG;
        } else {
            ssize_t got = read(descriptor, output + *count, room - *count);
            if (got == 0) return 0;
            if (got > 0) *count += (size_t)got;
            else if (errno != EINTR) return errno;
        }
    }
}

int chost_capture(const char *path, char *const arguments[], const uint8_t *input, size_t input_count,
                  int32_t milliseconds, uint8_t *output, size_t room, size_t *count, int32_t *status) {
    int ends[2], feed[2];
    *count = 0;
    if (input_count > 4096) return E2BIG;
    if (pipe2(feed, O_CLOEXEC) < 0) return errno;
    // A pipe holds a page, so that nobody waits here for a program that does not read.
    int error = chost_write_all(feed[1], input, input_count);
    close(feed[1]);
    if (!error && pipe2(ends, O_CLOEXEC) < 0) error = errno;
    if (error) {
        close(feed[0]);
        return error;
    }
    pid_t child;
    error = start_unseen(path, arguments, feed[0], ends[1], false, &child);
    close(feed[0]);
    close(ends[1]);
    if (!error) {
        error = read_until(ends[0], now_ms() + milliseconds, output, room, count);
        if (error) kill(child, SIGKILL);
        int raw, waited;
        while ((waited = waitpid(child, &raw, 0)) < 0 && errno == EINTR) continue;
        // How it ended nobody can say then: that is no success.
        if (waited < 0 && !error) error = errno;
        if (waited >= 0) *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    }
    close(ends[0]);
    return error;
}

int chost_detach(const char *path, char *const arguments[]) {
    return start_unseen(path, arguments, -1, -1, true, NULL);
}

int chost_wait(void *semaphore, int64_t milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t nanoseconds = end.tv_nsec + milliseconds % 1000 * 1000000;
    end.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
    end.tv_nsec = nanoseconds % 1000000000;
    while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) < 0)
        if (errno != EINTR) return errno;
    return 0;
}

void chost_pause(int64_t milliseconds) {
    struct timespec left = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) continue;
}
