import { type Instant, toEpochMs } from '#domain/time/instant.ts'

/** Clocks differ, and nobody writes the past anew: what is told of late was neither done after now, nor more than so long before. */
const latenessSeconds = 7 * 86_400

/** When something was done that is told now, in epoch seconds: what was kept at a desk counts from when it was done there. */
export const timeDone = (at: Instant | undefined, now: number): number =>
  at === undefined ? now : Math.min(now, Math.max(now - latenessSeconds, Math.floor(toEpochMs(at) / 1000)))
