import type { SafetyBridge } from '#contract/safety/bridge.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import { type BookingSafetySender, createBookingSafetySender } from './booking-draft-sender.ts'
import { createSafetyDraftSender } from './draft-sender.ts'
import { createSafetyService, type SafetyServiceParts } from './safety-service.ts'

type SafetyPart = {
  readonly services: { readonly safety: SafetyBridge }
  /** Shares the answers of booking pages; the booking moves them to the study. */
  readonly bookingAnswers: BookingSafetySender
  /** Called when a draft was saved or discarded. */
  noteSaved(draftID: string): void
  noteDiscarded(draftID: string): void
  readonly catchUp: Pick<CatchUpSteps, 'booking-answers' | 'safety-drafts'>
  readonly stop: Pick<StopSteps, 'booking-answers' | 'safety-drafts'>
}

type SafetyPartParts = Omit<SafetyServiceParts, 'sender' | 'bookingRecordID'> & { nowMs(): number }

/** Creates the safety services: the questions, and the sharing of answers before they are saved. */
export const createSafetyPart = (parts: SafetyPartParts): SafetyPart => {
  const { calls, database, keeper, session, nowMs, newId } = parts
  const drafts = createSafetyDraftSender({ calls, database, keeper, session })
  const bookingAnswers = createBookingSafetySender({ calls, database, session, nowMs, newId })
  return {
    services: {
      safety: createSafetyService({ ...parts, sender: drafts, bookingRecordID: bookingAnswers.recordID }),
    },
    bookingAnswers,
    noteSaved: (draftID) => {
      drafts.noteSaved(draftID)
      bookingAnswers.noteSaved(draftID)
    },
    noteDiscarded: (draftID) => {
      drafts.noteDiscarded(draftID)
      bookingAnswers.noteDiscarded(draftID)
    },
    catchUp: { 'booking-answers': bookingAnswers.sendAll, 'safety-drafts': drafts.sendAll },
    stop: { 'booking-answers': bookingAnswers.stop, 'safety-drafts': drafts.stop },
  }
}
