/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Chance = () => number

export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How often, from 0 to 1, something goes wrong: of each byte either way, of each ACK, answer frame and answer of the pad. */
export type FaultRates = {
  readonly noise: number
  readonly drop: number
  readonly flip: number
  readonly lostAck: number
  readonly badLrc: number
  readonly delayedAnswer: number
}

export const noFaults: FaultRates = { noise: 0, drop: 0, flip: 0, lostAck: 0, badLrc: 0, delayedAnswer: 0 }

/** `bytes` as a bad cable carries them. */
export const mangle = (bytes: Uint8Array, rates: FaultRates, chance: Chance): Uint8Array =>
  Uint8Array.from(
    [...bytes].flatMap((byte) => {
      const anyByte = Math.floor(chance() * 256)
      const fate = chance()
      if (fate < rates.drop) return []
      if (fate < rates.drop + rates.flip) return [byte ^ (anyByte || 1)]
      return fate < rates.drop + rates.flip + rates.noise ? [anyByte, byte] : [byte]
    }),
  )
