/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
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

/**
 * The fault rates, from 0 to 1. `noise`, `drop` and `flip` are for each byte in either direction; `lostAck`, `badLrc`
 * and `delayedAnswer` are for each ACK, frame and final answer of the pad.
 */
export type FaultRates = {
  readonly noise: number
  readonly drop: number
  readonly flip: number
  readonly lostAck: number
  readonly badLrc: number
  readonly delayedAnswer: number
}

export const noFaults: FaultRates = { noise: 0, drop: 0, flip: 0, lostAck: 0, badLrc: 0, delayedAnswer: 0 }

/** Returns `bytes` as a bad cable delivers them, and how many of them it changed. */
export const mangle = (
  bytes: Uint8Array,
  rates: FaultRates,
  chance: Chance,
): { readonly bytes: Uint8Array; readonly spoilt: number } => {
  let spoilt = 0
  const carried = [...bytes].flatMap((byte) => {
    const anyByte = Math.floor(chance() * 256)
    const fate = chance()
    if (fate >= rates.drop + rates.flip + rates.noise) return [byte]
    spoilt += 1
    if (fate < rates.drop) return []
    return fate < rates.drop + rates.flip ? [byte ^ (anyByte || 1)] : [anyByte, byte]
  })
  return { bytes: Uint8Array.from(carried), spoilt }
}
