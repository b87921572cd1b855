"""Which build of the extension modules this processor can run."""

cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    /* Every processor with AVX2, BMI2 and FMA has the rest of x86-64-v3 (LZCNT, MOVBE, F16C). */
    static int fk_has_v3(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
    }
    #else
    static int fk_has_v3(void) { return 0; }
    #endif
    """
    bint has_v3 "fk_has_v3"() noexcept nogil


def supports_v3() -> bool:
    """Return whether the processor has the instructions of x86-64-v3 (AVX2, BMI1, BMI2, FMA)."""
    return has_v3()
