// Folders that the kernel encrypts (fscrypt): ext4, f2fs and others, where their volume has the feature.
//
// The headers of a system may lack these calls, and an older kernel knows fewer of them: what we need of
// linux/fscrypt.h is written down here. Only policies of version 2, whose keys have identifiers.

#include "CHost.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define IDENTIFIER 16
enum { VERSION_2 = 2, CONTENTS_AES_256_XTS = 1, NAMES_AES_256_CTS = 4, NAMES_PADDED_TO_32 = 3, BY_IDENTIFIER = 2 };

struct policy {
    uint8_t version, contents, names, flags, reserved[4], identifier[IDENTIFIER];
};
struct policy_asked {
    uint64_t size;
    union {
        uint8_t version;
        struct policy policy;
    };
};
struct specifier {
    uint32_t type, reserved;
    uint8_t identifier[IDENTIFIER], rest[16];
};
struct addition {
    struct specifier specifier;
    uint32_t size, key_id, reserved[8];
    uint8_t key[64];
};
struct removal {
    struct specifier specifier;
    uint32_t left, reserved[5];
};
struct status {
    struct specifier specifier;
    uint32_t reserved[6];
    uint32_t status, flags, users, unused[13];
};
_Static_assert(sizeof(struct policy) == 24 && sizeof(struct removal) == 64 && sizeof(struct status) == 128, "fscrypt");
_Static_assert(sizeof(struct addition) - 64 == 80, "fscrypt");

#define SET_POLICY _IOR('f', 19, uint8_t[12])
#define GET_POLICY_EX _IOWR('f', 22, uint8_t[9])
#define ADD_KEY _IOWR('f', 23, uint8_t[80])
#define REMOVE_KEY _IOWR('f', 24, struct removal)
#define GET_KEY_STATUS _IOWR('f', 26, struct status)

static int ask(const char *folder, unsigned long call, void *argument) {
    int descriptor;
    do descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return errno;
    int result;
    do result = ioctl(descriptor, call, argument);
    while (result < 0 && errno == EINTR);
    int error = result < 0 ? errno : 0;
    close(descriptor);
    return error;
}

int chost_encryption(const char *folder, int *state, uint8_t *identifier) {
    *state = CHOST_CLEAR;
    struct statx seen;
    if (statx(AT_FDCWD, folder, 0, 0, &seen) < 0) return errno;
    if (!(seen.stx_attributes & STATX_ATTR_ENCRYPTED)) return 0;
    *state = CHOST_OTHERWISE;
    struct policy_asked asked = {.size = sizeof asked.policy};
    int error = ask(folder, GET_POLICY_EX, &asked);
    if (error) return error;
    if (asked.version != VERSION_2) return 0;
    memcpy(identifier, asked.policy.identifier, IDENTIFIER);
    struct status status = {.specifier.type = BY_IDENTIFIER};
    memcpy(status.specifier.identifier, identifier, IDENTIFIER);
    error = ask(folder, GET_KEY_STATUS, &status);
    if (error) return error;
    *state = status.status == 2 ? CHOST_OPEN : status.status == 3 ? CHOST_CLOSING : CHOST_CLOSED;
    return 0;
}

int chost_encryption_support(const char *folder) {
    struct policy_asked asked = {.size = sizeof asked.policy};
    int error = ask(folder, GET_POLICY_EX, &asked);
    return error == ENODATA ? 0 : error;
}

int chost_encryption_add(const char *folder, const uint8_t *key, size_t count, uint8_t *identifier) {
    struct addition addition = {.specifier.type = BY_IDENTIFIER, .size = (uint32_t)count};
    if (count > sizeof addition.key) return EINVAL;
    memcpy(addition.key, key, count);
    int error = ask(folder, ADD_KEY, &addition);
    explicit_bzero(addition.key, sizeof addition.key);
    memcpy(identifier, addition.specifier.identifier, IDENTIFIER);
    return error;
}

int chost_encryption_set(const char *folder, const uint8_t *identifier) {
    struct policy policy = {VERSION_2, CONTENTS_AES_256_XTS, NAMES_AES_256_CTS, NAMES_PADDED_TO_32, {0}, {0}};
    memcpy(policy.identifier, identifier, IDENTIFIER);
    return ask(folder, SET_POLICY, &policy);
}

int chost_encryption_remove(const char *folder, const uint8_t *identifier, uint32_t *left) {
    struct removal removal = {.specifier.type = BY_IDENTIFIER};
    memcpy(removal.specifier.identifier, identifier, IDENTIFIER);
    int error = ask(folder, REMOVE_KEY, &removal);
    *left = removal.left;
    // It was removed before.
    return error == ENOKEY ? 0 : error;
}
