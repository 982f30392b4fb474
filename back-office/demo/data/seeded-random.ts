/**
 * A small random generator (mulberry32 over a text seed). The same seed always gives the same numbers, which makes demo
 * data repeatable. The numbers are predictable, so they must not be used as secrets.
 */
export type SeededRandom = {
  /** 0 (inclusive) to 1 (exclusive). */
  fraction(): number
  /** A whole number from `from` to `to`, both inclusive. */
  whole(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

export const createSeededRandom = (seed: string): SeededRandom => {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1))
  return {
    fraction,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    chance: (probability) => fraction() < probability,
  }
}
