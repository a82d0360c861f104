// Signals, children, the terminal and chance.

#include "CHost.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// MARK: Signals

static char fatal_message[1024];
static size_t fatal_length;
static int fatal_exit_code;
/// Where the handler runs when the stack itself has run out.
static char fatal_stack[64 * 1024] __attribute__((aligned(16)));

/// Whether no room is left, as far as an allocator would ask for it.
static int is_out_of_memory(void) {
    void *room = mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? 1 : (munmap(room, 1 << 20), 0);
}

static void on_fatal(int signal) {
    // Swift's runtime has no room for "failed to allocate" itself then, and falls over a message that is nil.
    static const char word[] = "Fatal error: failed to allocate memory\n";
    ssize_t ignored = 0;
    if (signal == SIGSEGV && fatal_length > 1 && is_out_of_memory())
        ignored = write(STDERR_FILENO, word, sizeof word - 1);
    ignored = write(STDERR_FILENO, fatal_message, fatal_length);
    (void)ignored;
    _exit(fatal_exit_code);
}

int chost_install_fatal(const char *message, int32_t exit_code) {
    size_t length = strnlen(message, sizeof fatal_message - 1);
    memcpy(fatal_message, message, length);
    if (length == 0 || fatal_message[length - 1] != '\n') fatal_message[length++] = '\n';
    fatal_length = length;
    fatal_exit_code = exit_code;
    stack_t stack = {.ss_sp = fatal_stack, .ss_size = sizeof fatal_stack};
    if (sigaltstack(&stack, NULL) < 0) return errno;
    // RESETHAND: a fault inside the handler ends the process instead of circling.
    struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    sigfillset(&action.sa_mask);
    const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
        if (sigaction(signals[index], &action, NULL) < 0) return errno;
    return 0;
}

static int interrupt_exit_code;
/// What an interrupt removes: three files, and the folder that they lie in.
static char interrupt_files[3][4096], interrupt_folder[4096];
static volatile sig_atomic_t interrupt_removes;

static void on_interrupt(int signal) {
    (void)signal;
    if (interrupt_removes) {
        for (size_t index = 0; index < 3; index++) unlink(interrupt_files[index]);
        rmdir(interrupt_folder);
    }
    _exit(interrupt_exit_code);
}

void chost_remove_at_interrupt(const char *folder, const char *first, const char *second, const char *third) {
    interrupt_removes = 0;
    const char *const paths[] = {first, second, third, folder};
    for (size_t index = 0; index < 4; index++)
        if (paths[index] == NULL || strnlen(paths[index], sizeof interrupt_folder) == sizeof interrupt_folder) return;
    strcpy(interrupt_folder, folder);
    for (size_t index = 0; index < 3; index++) strcpy(interrupt_files[index], paths[index]);
    interrupt_removes = 1;
}

int chost_install_interrupt(int32_t exit_code) {
    struct sigaction before;
    if (sigaction(SIGINT, NULL, &before) < 0) return errno;
    if (before.sa_handler == SIG_IGN) return 0;  // a job in the background asked for that
    interrupt_exit_code = exit_code;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGINT, &action, NULL) < 0 ? errno : 0;
}

static void on_end(int signal) { _exit(128 + signal); }

int chost_end_as_first(void) {
    if (getpid() != 1) return 0;
    static const int signals[] = {SIGTERM, SIGHUP, SIGQUIT};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        struct sigaction before, action = {.sa_handler = on_end};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[index], NULL, &before) < 0) return errno;
        if (before.sa_handler == SIG_DFL && sigaction(signals[index], &action, NULL) < 0) return errno;
    }
    return 0;
}

/// Whether it was us who ignored SIGPIPE; a child then gets it back.
static volatile sig_atomic_t ignores_broken_pipe;

int chost_keep_exit_codes(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGCHLD, &action, NULL) < 0 ? errno : 0;
}

int chost_ignore_broken_pipe(void) {
    struct sigaction before, action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGPIPE, &action, &before) < 0) return errno;
    if (before.sa_handler != SIG_IGN) ignores_broken_pipe = 1;
    return 0;
}

/// Whether it was us who ignored SIGXFSZ; a child then gets it back.
static volatile sig_atomic_t ignores_file_limit;

int chost_ignore_file_limit(void) {
    struct sigaction before, action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGXFSZ, &action, &before) < 0) return errno;
    if (before.sa_handler != SIG_IGN) ignores_file_limit = 1;
    return 0;
}

// MARK: Children

/// Starts a program, with `input` as its standard input and `output` as its standard output unless negative.
static int start(char *const arguments[], int input, int output, const sigset_t *defaults, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        // The calling thread may hold back signals; the child holds back none, or nobody could end it.
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        if (input >= 0) error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        if (!error && output >= 0) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (!error) {
            char **environment = chost_environment_lock();
            error = environment ? posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environment)
                                : ENOMEM;
            free(environment);
            chost_environment_unlock();
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// The signal that asked us to end while a child ran; 0: none.
static volatile sig_atomic_t ending;

static void on_ending(int signal) { ending = signal; }

/// Who was told a signal, and what it ran then: an editor that hears it twice ends without saving. But what a shell has
/// just begun is still the shell, and may catch what was meant for the command that it becomes. More than 64 are not
/// remembered.
struct told {
    struct {
        pid_t pid;
        char name[16];
    } all[64];
    int count;
};

/// What a process runs; empty where that cannot be told.
static void get_name(pid_t pid, char name[16]) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    FILE *file = fopen(path, "re");
    name[0] = 0;
    if (file && !fgets(name, 16, file)) name[0] = 0;
    if (file) fclose(file);
}

static bool is_first(struct told *told, pid_t pid) {
    char name[16];
    get_name(pid, name);
    for (int index = 0; index < told->count; index++) {
        if (told->all[index].pid != pid) continue;
        if (strcmp(told->all[index].name, name) == 0) return false;
        strcpy(told->all[index].name, name);
        return true;
    }
    if (told->count < 64) {
        told->all[told->count].pid = pid;
        strcpy(told->all[told->count++].name, name);
    }
    return true;
}

/// Sends a signal to a process and all it has started, but for those who were told: the children first, as they lose
/// their parent with it. Meanwhile the parent stands still: a shell whose command ends would go on to its next one
/// before the signal reaches it.
static void signal_tree(pid_t root, int signal, struct told *told) {
    bool first = is_first(told, root);
    if (first) kill(root, SIGSTOP);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)root, (int)root);
    FILE *children = fopen(path, "re");
    int child;
    while (children && fscanf(children, "%d", &child) == 1) signal_tree(child, signal, told);
    if (children) fclose(children);
    if (!first) return;
    kill(root, signal);
    kill(root, SIGCONT);
}

/// Waits for those who were told besides a child that is over, at most ten seconds. A shell ends before the editor that
/// it began has saved; if we ended then, the kernel would tell the editor that its terminal is gone, and an editor that
/// hears a second signal ends without saving.
static void wait_for_told(const struct told *told, pid_t child) {
    for (int index = 0, ticks = 0; index < told->count && ticks < 500;) {
        pid_t pid = told->all[index].pid;
        struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
        bool is_over = pid == child || (end.fd < 0 ? kill(pid, 0) < 0 : poll(&end, 1, 0) > 0);
        if (end.fd >= 0) close(end.fd);
        if (is_over) {
            index++;
            continue;
        }
        struct timespec tick = {.tv_nsec = 20000000};
        nanosleep(&tick, NULL);
        ticks++;
    }
}

/// Waits for a child while signals that end us are told to it, and to what it starts after that: a shell hears a signal
/// only when its command is over. One that goes on after ten seconds is killed.
static void wait_with_us(pid_t child) {
    struct told told = {.count = 0};
    int ticks = 0;  // of 20 ms, since the signal
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno != EINTR) return;
        if (info.si_pid == child) {
            wait_for_told(&told, child);
            return;
        }
        bool is_late = ticks >= 500;
        if (is_late) told.count = 0;
        // A terminal that hangs up has told all that was in front of it: a second signal would end an editor that is
        // just saving. So it is told by us only if it goes on for a second.
        bool has_heard = ending == SIGHUP && ticks < 50;
        if (ending && !has_heard) signal_tree(child, is_late ? SIGKILL : ending, &told);
        struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
        if (ending) ticks += end.fd < 0 ? 1 : 10;
        if (end.fd < 0) {
            struct timespec tick = {.tv_nsec = 20000000};
            nanosleep(&tick, NULL);
            continue;
        }
        poll(&end, 1, 200);
        close(end.fd);
    }
}

static int wait_for(pid_t child, int32_t *status) {
    int raw;
    while (waitpid(child, &raw, 0) < 0)
        if (errno != EINTR) return errno;
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return 0;
}

// One child at a time: children share the terminal, and we the signals that are left to them.
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static const int left_signals[3] = {SIGINT, SIGQUIT, SIGPIPE};
static struct sigaction before_child[3];

/// Leaves the keys ^C and ^\ to a child. It gets the dispositions that we were started with, but for CHLD, which both
/// programs set to its default.
static void leave_keys(sigset_t *defaults) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigemptyset(defaults);
    for (int index = 0; index < 3; index++) {
        sigaction(left_signals[index], &ignore, &before_child[index]);
        bool ours = left_signals[index] == SIGPIPE && ignores_broken_pipe;
        if (before_child[index].sa_handler != SIG_IGN || ours) sigaddset(defaults, left_signals[index]);
    }
    if (ignores_file_limit) sigaddset(defaults, SIGXFSZ);
}

static void take_keys(void) {
    for (int index = 0; index < 3; index++) sigaction(left_signals[index], &before_child[index], NULL);
}

int chost_run(char *const arguments[], uint8_t *output, size_t room, size_t *taken, int32_t *status, int32_t *ended) {
    int back[2] = {-1, -1};
    pthread_mutex_lock(&one_at_a_time);
    int error = output && pipe2(back, O_CLOEXEC) < 0 ? errno : 0;
    if (!error) {
        sigset_t defaults;
        leave_keys(&defaults);
        // What ends us ends the child first.
        const int ends_us[] = {SIGTERM, SIGHUP};
        struct sigaction before_end[2], on_end = {.sa_handler = on_ending};
        sigemptyset(&on_end.sa_mask);
        ending = 0;
        for (int index = 0; ended && index < 2; index++) {
            sigaction(ends_us[index], NULL, &before_end[index]);
            if (before_end[index].sa_handler == SIG_IGN) continue;  // as under nohup
            sigaction(ends_us[index], &on_end, NULL);
            sigaddset(&defaults, ends_us[index]);
        }
        pid_t child;
        error = start(arguments, -1, back[1], &defaults, &child);
        if (back[1] >= 0) close(back[1]);
        // One that writes more than there is room for hears that nobody reads.
        int read_error = !error && output ? chost_read_fully(back[0], output, room, taken) : 0;
        if (back[0] >= 0) close(back[0]);
        if (!error && ended) wait_with_us(child);
        if (!error) error = wait_for(child, status);
        for (int index = 0; ended && index < 2; index++) sigaction(ends_us[index], &before_end[index], NULL);
        if (ended) *ended = ending;
        if (!error) error = read_error;
        take_keys();
    }
    pthread_mutex_unlock(&one_at_a_time);
    return error;
}

int chost_begin_fed(char *const arguments[], int32_t *child, int32_t *input) {
    int ends[2];
    pthread_mutex_lock(&one_at_a_time);
    int error = pipe2(ends, O_CLOEXEC) < 0 ? errno : 0;
    if (!error) {
        sigset_t defaults;
        leave_keys(&defaults);
        error = start(arguments, ends[0], -1, &defaults, child);
        close(ends[0]);
        *input = ends[1];
        if (!error) return 0;
        close(ends[1]);
        take_keys();
    }
    pthread_mutex_unlock(&one_at_a_time);
    return error;
}

int chost_end_fed(int32_t child, int32_t input, int32_t *status) {
    close(input);
    int error = wait_for(child, status);
    take_keys();
    pthread_mutex_unlock(&one_at_a_time);
    return error;
}

int chost_become(const char *path, char *const arguments[]) {
    // What we ignore would be ignored there as well; handlers end with us.
    if (ignores_broken_pipe) signal(SIGPIPE, SIG_DFL);
    if (ignores_file_limit) signal(SIGXFSZ, SIG_DFL);
    char **environment = chost_environment_lock();
    if (environment) execve(path, arguments, environment);
    int error = environment ? errno : ENOMEM;
    free(environment);
    chost_environment_unlock();
    if (ignores_broken_pipe) signal(SIGPIPE, SIG_IGN);
    if (ignores_file_limit) signal(SIGXFSZ, SIG_IGN);
    return error;
}

// MARK: Streams and chance

int chost_open_missing_streams(void) {
    for (int number = 0; number <= 2; number++) {
        if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
        // The wrong way round on purpose: using a closed stream stays an error. open takes the lowest number.
        if (open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) < 0) return errno;
    }
    return 0;
}

int chost_terminal_width(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}

int chost_terminal_height(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_row;
}

int chost_random(uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t got = getrandom(bytes, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            return errno;
        }
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}
