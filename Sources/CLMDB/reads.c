// Reads of LMDB that come back where one of its assertions fails, and where it follows a pointer that is none: a damaged
// node says that rows share a key, and the cursor of a table without such rows has no second one; or that it lies where
// the file has ended. They hold nothing that would have to be given back.
#include "include/CLMDB.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

// Where this thread's read began; NULL while there is none.
static _Thread_local jmp_buf *beginning;

// LMDB calls it where an assertion has failed; where it returns, LMDB ends the process.
static void assertion_failed(MDB_env *environment, const char *words) {
    (void)environment;
    (void)words;
    if (beginning) longjmp(*beginning, 1);
}

static struct sigaction before_segv, before_bus;

// A fault within a read ends that read. At any other, what stood here before takes it: the instruction is carried out
// again.
static void faulted(int number, siginfo_t *information, void *context) {
    (void)context;
    if (beginning && information->si_code > 0) longjmp(*beginning, 1);
    sigaction(number, number == SIGBUS ? &before_bus : &before_segv, NULL);
}

static void take_faults(void) {
    struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before_segv);
    sigaction(SIGBUS, &action, &before_bus);
}

void clmdb_survive_reads(MDB_env *environment) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, take_faults);
    mdb_env_set_assert(environment, assertion_failed);
}

// Some 5 ns: `setjmp` of glibc's saves no signals.
#define SURVIVING(call)          \
    jmp_buf here;                \
    if (setjmp(here)) {          \
        beginning = NULL;        \
        return MDB_CORRUPTED;    \
    }                            \
    beginning = &here;           \
    int code = call;             \
    beginning = NULL;            \
    return code;

int clmdb_get(MDB_txn *transaction, MDB_dbi database, MDB_val *key, MDB_val *value) {
    SURVIVING(mdb_get(transaction, database, key, value))
}

int clmdb_cursor_open(MDB_txn *transaction, MDB_dbi database, MDB_cursor **cursor) {
    SURVIVING(mdb_cursor_open(transaction, database, cursor))
}

int clmdb_cursor_get(MDB_cursor *cursor, MDB_val *key, MDB_val *value, MDB_cursor_op operation) {
    SURVIVING(mdb_cursor_get(cursor, key, value, operation))
}

int clmdb_stat(MDB_txn *transaction, MDB_dbi database, MDB_stat *status) {
    SURVIVING(mdb_stat(transaction, database, status))
}

int clmdb_dbi_open(MDB_txn *transaction, const char *name, unsigned int flags, MDB_dbi *database) {
    SURVIVING(mdb_dbi_open(transaction, name, flags, database))
}
