const keptMs = 10 * 60_000

/** Follows the computer's clock against one that never jumps. Both return milliseconds. */
export const createClockWatch = (
  wall: () => number,
  monotonic: () => number,
): { readonly readJumpSeconds: () => number } => {
  const looks: { readonly at: number; readonly offset: number }[] = [{ at: monotonic(), offset: wall() - monotonic() }]
  return {
    /**
     * Returns by how many seconds the clock has moved in the last ten minutes, at each look of which the offset is
     * noted. A clock that is corrected slowly does not count, because that moves it by milliseconds.
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
