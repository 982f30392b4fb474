import { slotHoldMinutes } from '#domain/booking/hold-times.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** The slot holds that this workstation placed and that have not been used, released or expired. */
type OwnHolds = {
  /** The given record keeper, extended to remember each hold. */
  readonly keeper: RecordKeeper
  has(): boolean
}

export const createOwnHolds = (keeper: RecordKeeper, nowMs: () => number): OwnHolds => {
  const held = new Map<string, number>()
  return {
    keeper: {
      ...keeper,
      keepHold: (hold, owner) => {
        // `hold.expiresAt` uses the server's clock, which may differ from this computer's clock. So the hold's full
        // length is counted from now on this computer's clock.
        held.set(hold.eventID, nowMs() + slotHoldMinutes * 60_000)
        keeper.keepHold(hold, owner)
      },
      dropHold: (hold) => {
        held.delete(hold.eventID)
        keeper.dropHold(hold)
      },
      keepStudy: (study, hold) => {
        if (hold) held.delete(hold.eventID)
        keeper.keepStudy(study, hold)
      },
    },
    has: () => [...held.values()].some((untilMs) => untilMs > nowMs()),
  }
}
