// LMDB's own header, and reads that answer where LMDB would end the process. The LMDB floor is the only one to import it.
#pragma once
#include <lmdb.h>

// glibc declares it only under _GNU_SOURCE, which Swift does not set.
int fallocate(int descriptor, int mode, long offset, long length);

// Some damaged pages fail an assertion of LMDB's. After this, the reads below answer MDB_CORRUPTED then; every other call
// still ends the process.
void clmdb_survive_reads(MDB_env *environment);

// As the calls of LMDB's that they are named after. A cursor that answered MDB_CORRUPTED is to be closed.
int clmdb_get(MDB_txn *transaction, MDB_dbi database, MDB_val *key, MDB_val *value);
int clmdb_cursor_open(MDB_txn *transaction, MDB_dbi database, MDB_cursor **cursor);
int clmdb_cursor_get(MDB_cursor *cursor, MDB_val *key, MDB_val *value, MDB_cursor_op operation);
int clmdb_stat(MDB_txn *transaction, MDB_dbi database, MDB_stat *status);
int clmdb_dbi_open(MDB_txn *transaction, const char *name, unsigned int flags, MDB_dbi *database);
