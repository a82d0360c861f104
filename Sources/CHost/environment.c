// The environment as it was given, and the zone in force over it.
//
// glibc converts times in one zone at a time, the one TZ names. We set TZ, and so keep what the
// user had in it: reading the environment and running a child see that, never ours. TZ stays set
// because glibc's strftime and mktime read it again whenever they run; put back, they would change
// the zone under us.

#include "CHost.h"
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/// The zone in TZ, empty while TZ is still the user's.
static char zone_in_force[256];
/// The user's TZ once it is no longer in the environment. May be NULL.
static char *given_tz;

static bool is_hidden(const char *name) { return zone_in_force[0] && strcmp(name, "TZ") == 0; }

char *chost_environment_value(const char *name) {
    pthread_mutex_lock(&mutex);
    const char *value = is_hidden(name) ? given_tz : getenv(name);
    char *copy = value ? strdup(value) : NULL;
    pthread_mutex_unlock(&mutex);
    return copy;
}

int chost_environment_set(const char *name, const char *value) {
    int error = 0;
    pthread_mutex_lock(&mutex);
    if (is_hidden(name)) {
        char *copy = value ? strdup(value) : NULL;
        if (value && !copy) {
            error = ENOMEM;
        } else {
            free(given_tz);
            given_tz = copy;
        }
    } else if ((value ? setenv(name, value, 1) : unsetenv(name)) < 0) {
        error = errno;
    }
    pthread_mutex_unlock(&mutex);
    return error;
}

char **chost_environment_lock(void) {
    pthread_mutex_lock(&mutex);
    size_t count = 0;
    while (environ && environ[count]) count++;
    size_t tz_size = given_tz ? strlen(given_tz) + 4 : 0;
    // The vector, and behind it room for the one string that differs.
    char **vector = malloc((count + 2) * sizeof(char *) + tz_size);
    if (!vector) return NULL;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        if (is_hidden("TZ") && strncmp(environ[index], "TZ=", 3) == 0) continue;
        vector[kept++] = environ[index];
    }
    if (zone_in_force[0] && given_tz) {
        char *entry = (char *)(vector + count + 2);
        snprintf(entry, tz_size, "TZ=%s", given_tz);
        vector[kept++] = entry;
    }
    vector[kept] = NULL;
    return vector;
}

void chost_environment_unlock(void) { pthread_mutex_unlock(&mutex); }

/// Puts a zone in force. The path is absolute so that the user's TZDIR cannot lead elsewhere than
/// where the name was checked.
static void put_in_force(const char *zone) {
    if (strcmp(zone, zone_in_force) == 0) return;
    char value[sizeof zone_in_force + 32];
    if (strlen(zone) >= sizeof zone_in_force) zone = "UTC";
    snprintf(value, sizeof value, ":/usr/share/zoneinfo/%s", zone);
    if (!zone_in_force[0]) {
        const char *given = getenv("TZ");
        given_tz = given ? strdup(given) : NULL;
    }
    setenv("TZ", value, 1);
    strcpy(zone_in_force, zone);
    tzset();
}

/// The years a `struct tm` can hold, with room to spare.
#define FARTHEST 60000000000000000LL
/// More than any zone was ever away from UTC (Manila: -15:56).
#define WIDEST (16 * 3600)

static int64_t clamp(int64_t seconds) {
    return seconds > FARTHEST ? FARTHEST : seconds < -FARTHEST ? -FARTHEST : seconds;
}

/// The offset at an instant, in the zone in force.
static int32_t offset_at(int64_t seconds) {
    time_t instant = (time_t)clamp(seconds);
    struct tm broken;
    return localtime_r(&instant, &broken) ? (int32_t)broken.tm_gmtoff : 0;
}

int32_t chost_zone_offset(const char *zone, int64_t seconds) {
    pthread_mutex_lock(&mutex);
    put_in_force(zone);
    int32_t offset = offset_at(seconds);
    pthread_mutex_unlock(&mutex);
    return offset;
}

/// An instant u reads as `wall` when u + offset(u) == wall. The offsets in force around it are the
/// candidates; of those that answer, the largest gives the earliest instant.
static int32_t offset_of_wall(int64_t wall) {
    int32_t before = offset_at(wall - WIDEST);
    int32_t after = offset_at(wall + WIDEST);
    int32_t candidates[4] = {before, after, offset_at(wall - before), offset_at(wall - after)};
    bool found = false;
    int32_t best = 0;
    for (int index = 0; index < 4; index++) {
        int32_t offset = candidates[index];
        if (offset_at(wall - offset) == offset && (!found || offset > best)) {
            best = offset;
            found = true;
        }
    }
    return found ? best : before;  // no instant reads so: a gap
}

int32_t chost_zone_offset_local(const char *zone, int64_t wall) {
    pthread_mutex_lock(&mutex);
    put_in_force(zone);
    int32_t offset = offset_of_wall(clamp(wall));
    pthread_mutex_unlock(&mutex);
    return offset;
}
