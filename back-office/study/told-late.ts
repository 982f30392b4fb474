import { type Instant, toEpochMs } from '#domain/values/instant.ts'

/** Clocks differ by so much, and a call takes a moment: what is told within it was done now. */
const slackSeconds = 60
/** Nobody writes the past anew: what is told of late was done no more than so long before. */
const latenessSeconds = 7 * 86_400

export type TimeDone = {
  /** Epoch seconds, as it is stored. */
  readonly time: number
  readonly isLate: boolean
  /** It says that it was done longer ago than is believed: `time` is that bound. */
  readonly isLongAgo: boolean
}

/** When something was done that is told now: what was kept at a desk counts from when it was done there. */
export const timeDone = (at: Instant | undefined, now: number): TimeDone => {
  const told = at === undefined ? now : Math.floor(toEpochMs(at) / 1000)
  if (told >= now - slackSeconds) return { time: now, isLate: false, isLongAgo: false }
  const earliest = now - latenessSeconds
  return { time: Math.max(earliest, told), isLate: true, isLongAgo: told < earliest }
}
