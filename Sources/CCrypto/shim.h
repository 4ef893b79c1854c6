#include <openssl/rand.h>
#include <openssl/sha.h>
