// What the C files of this floor share among themselves.

#ifndef CHOST_INTERNAL_H
#define CHOST_INTERNAL_H

/// Locks the environment and returns it as it was given, without our zone, to be freed; NULL when
/// memory is short. The strings in it live until the lock is given back.
char **chost_environment_lock(void);
void chost_environment_unlock(void);

#endif
