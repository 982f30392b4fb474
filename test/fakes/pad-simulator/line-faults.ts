import type { Random } from '#test/fixtures/random.ts'

/**
 * The fault rates, from 0 to 1. `noise`, `drop` and `flip` are for each byte in either direction; `lostAck` is for each
 * ACK of the pad, `badLrc` for each of its frames, and `delayedAnswer` for each of its final answers.
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

/** Returns `bytes` as a bad cable delivers them, and the number of faults. */
export const mangle = (
  bytes: Uint8Array,
  rates: FaultRates,
  chance: Random,
): { readonly bytes: Uint8Array; readonly spoilt: number } => {
  let spoilt = 0
  const altered = [...bytes].flatMap((byte) => {
    const anyByte = Math.floor(chance() * 256)
    const fate = chance()
    if (fate >= rates.drop + rates.flip + rates.noise) return [byte]
    spoilt += 1
    if (fate < rates.drop) return []
    return fate < rates.drop + rates.flip ? [byte ^ (anyByte || 1)] : [anyByte, byte]
  })
  return { bytes: Uint8Array.from(altered), spoilt }
}
