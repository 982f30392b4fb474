import type { StoreApi } from 'zustand/vanilla'
import type { AppointmentInput } from '#contract/booking/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { SedativeOption } from '#domain/booking/booking-request.ts'
import type { CancellationReason } from '#domain/booking/cancellation.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { SettleTick } from '#domain/safety/settle-rule.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import type { Loadable, Submission } from '../../kit/loadable.ts'
import type { ManualTime, MoveDraft } from '../booking-draft.ts'
import { toPlace } from '../booking-place.ts'
import type { HoldState, HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'

export type ReadStudy = StudyView & { readonly source: 'cache' | 'back-office'; readonly asOf: Instant }

/** The new place of a move, and what the user typed. A held time is in the hold store. */
export type MoveForm = {
  readonly location: Location
  readonly skuID: SkuID
  readonly manual: ManualTime
  readonly overrideReason: string
  /** Whether the time is held for 48 hours instead of being booked; only for a study without a time. */
  readonly temporaryHold?: boolean | undefined
} & SettleTick

export type MoveAttempt =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure }
  /** The study before and right after the move. */
  | { readonly kind: 'moved'; readonly from: Study; readonly to: Study }

export type StudyBookingState = {
  readonly study: Loadable<ReadStudy>
  readonly log: Loadable<readonly LogEntry[]>
  /** The safety answers, needed to show how a move changes their notices. */
  readonly safety: Loadable<SafetyRecord>
  readonly form: MoveForm | null
  readonly move: MoveAttempt
  /**
   * The appointment start for which the back office asked for a reason; the form then requires a reason. Null if the
   * back office asked for no reason.
   */
  readonly settleAskedFor: Instant | null
  /** The latest changes by another workstation while the page is open; empty for none. */
  readonly changedMeanwhile: readonly string[]
  readonly cancelling: Submission
  readonly converting: Submission
  readonly settingSedative: Submission
  readonly settingProactive: Submission
  readonly restoredFrom: Instant | null
  /** A move draft deleted because the appointment is cancelled; null for none. */
  readonly droppedDraft: MoveDraft | null
  /**
   * The time of a restored draft, even if its hold was released; null when the draft has no time that can still be
   * chosen.
   */
  readonly restoredTime: Instant | null
  readonly load: () => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly update: (
    change: Partial<Pick<MoveForm, 'manual' | 'overrideReason' | 'temporaryHold' | keyof SettleTick>>,
  ) => void
  /** Moves the study. If a stop is open at the new time, the user must first tick the box and enter a reason. */
  readonly reschedule: () => Promise<void>
  /**
   * Moves the study back to its time before the last move. If a stop is open at that time, selects the time instead, so
   * that the user can enter the reason.
   */
  readonly moveBack: () => Promise<void>
  /** Cancels the appointment. Returns true if it was cancelled. */
  readonly cancel: (reason: CancellationReason, detail: string) => Promise<boolean>
  /**
   * Converts the temporary hold into a booking. `settleReason` is the reason to do so before a stop is settled; null
   * when none is required.
   */
  readonly convert: (settleReason: string | null) => Promise<void>
  readonly dismissConversion: () => void
  readonly setSedative: (sedativeTaken: SedativeOption) => Promise<void>
  readonly setProactive: (proactiveBooking: boolean) => Promise<void>
  readonly discard: () => Promise<void>
  /** Shows the study that another part of the page has just saved. */
  readonly keep: (study: Study) => void
  readonly dismissDropped: () => void
  readonly dismissRestored: () => void
  readonly dismissChanges: () => void
}
export type StudyBookingStore = StoreApi<StudyBookingState>

export type StudyBookingDesk = {
  readonly store: StudyBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly start: () => (isLeft: boolean) => void
}

/**
 * Returns the new time and place of the move; null if there is neither a held time nor a time to book over another
 * study.
 */
export const toMovePlace = (form: MoveForm | null, state: HoldState): AppointmentInput | null =>
  form === null ? null : toPlace(state, { ...form, locationID: form.location.locationID })
