// Reads of LMDB that come back where one of its assertions fails. They hold nothing that would have to be given back.
#include "include/CLMDB.h"
#include <setjmp.h>
#include <stddef.h>

// Where this thread's read began; NULL while there is none.
static _Thread_local jmp_buf *beginning;

// LMDB calls it where an assertion has failed; where it returns, LMDB ends the process.
static void assertion_failed(MDB_env *environment, const char *words) {
    (void)environment;
    (void)words;
    if (beginning) longjmp(*beginning, 1);
}

void clmdb_survive_reads(MDB_env *environment) { mdb_env_set_assert(environment, assertion_failed); }

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
