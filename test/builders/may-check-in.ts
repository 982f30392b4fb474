import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'

/** Returns whether a check-in with no reason given is accepted for a study with these safety answers. */
export const mayCheckIn = (safety: SafetySummary): boolean => {
  const { block, reasonsFor } = decideCheckIn(safety)
  return block === null && reasonsFor.length === 0
}
