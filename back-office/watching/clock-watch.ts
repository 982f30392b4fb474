const keptMs = 10 * 60_000

/** Compares the computer's clock with a clock that never jumps. Both clocks return milliseconds. */
export const createClockWatch = (
  wall: () => number,
  monotonic: () => number,
): { readonly readJumpSeconds: () => number } => {
  const looks: { readonly at: number; readonly offset: number }[] = [{ at: monotonic(), offset: wall() - monotonic() }]
  return {
    /**
     * Returns the largest jump of the clock in the last ten minutes, in seconds. Each call notes the present offset and
     * compares it with the earlier ones. A slow correction hardly counts, because it moves the clock by milliseconds.
     */
    readJumpSeconds: () => {
      const at = monotonic()
      const offset = wall() - at
      while ((looks[0]?.at ?? at) < at - keptMs && looks.length > 1) looks.shift()
      looks.push({ at, offset })
      return looks.reduce((most, look) => Math.max(most, Math.abs(offset - look.offset)), 0) / 1000
    },
  }
}
