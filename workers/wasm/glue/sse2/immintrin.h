/* brotli asks for every vector extension's header; SSE2's is what it uses. */
#include "emmintrin.h"
