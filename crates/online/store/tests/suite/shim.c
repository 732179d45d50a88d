/* A disk that fails on demand, for tests. Preloaded over the C library; calls on files whose path contains
 * ABAQUE_SHIM_PATH fail in the mode given by the first byte of the file ABAQUE_SHIM_CONTROL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WELL = '0', FULL = '1', BROKEN = '2', UNSYNCED = '3', SHORT = '4', READ_ONLY = '5', DB_ONLY = '6' };

static volatile const char *control(void) {
    static volatile const char *page;
    if (!page) {
        const char *name = getenv("ABAQUE_SHIM_CONTROL");
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
        int fd = name ? real(name, O_RDONLY) : -1;
        void *found = fd < 0 ? MAP_FAILED : mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
        page = found == MAP_FAILED ? "0" : found;
    }
    return page;
}

static int named(const char *path) {
    const char *part = getenv("ABAQUE_SHIM_PATH");
    return part && strstr(path, part);
}

/* Failure mode for a file descriptor, or WELL. */
static char mode(int fd) {
    char now = *control();
    if (now == WELL) return WELL;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return WELL;
    path[length] = 0;
    if (!named(path)) return WELL;
    /* Only the database file, not its write-ahead log. */
    if (now == DB_ONLY) return strstr(path, "-wal") || strstr(path, "-shm") ? WELL : BROKEN;
    return now;
}

static ssize_t failed(char now) {
    errno = now == BROKEN ? EIO : now == READ_ONLY ? EROFS : ENOSPC;
    return -1;
}

#define WRITES(now) ((now) == FULL || (now) == BROKEN || (now) == READ_ONLY)

ssize_t write(int fd, const void *from, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    char now = mode(fd);
    if (WRITES(now)) return failed(now);
    if (now == SHORT) return count > 512 ? real(fd, from, 512) : failed(now);
    return real(fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite");
    char now = mode(fd);
    if (WRITES(now)) return failed(now);
    if (now == SHORT) return count > 512 ? real(fd, from, 512, at) : failed(now);
    return real(fd, from, count, at);
}

ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    char now = mode(fd);
    if (WRITES(now)) return failed(now);
    if (now == SHORT) return count > 512 ? real(fd, from, 512, at) : failed(now);
    return real(fd, from, count, at);
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    char now = mode(fd);
    if (now == UNSYNCED || now == BROKEN) return (int)failed(BROKEN);
    return real(fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    char now = mode(fd);
    if (now == UNSYNCED || now == BROKEN) return (int)failed(BROKEN);
    return real(fd);
}

static int writing(const char *path, int flags) {
    return *control() == READ_ONLY && (flags & (O_WRONLY | O_RDWR | O_CREAT)) && named(path);
}

int open(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) real = dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (writing(path, flags)) return (int)failed(READ_ONLY);
    return real(path, flags, bits);
}

int open64(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) real = dlsym(RTLD_NEXT, "open64");
    va_list rest;
    va_start(rest, flags);
    mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (writing(path, flags)) return (int)failed(READ_ONLY);
    return real(path, flags, bits);
}
