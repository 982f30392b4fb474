import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppointmentInput, RescheduleInput } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import { type Failure, fail } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { SedativeOption } from '#domain/booking/booking-request.ts'
import { type CancellationReason, cancellationDetailMaxLength } from '#domain/booking/cancellation.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { noSettleTick, type SettleTick } from '#domain/safety/settle-rule.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { describeStudyChanges } from '#domain/study/study-changes.ts'
import type { Instant } from '#domain/values/instant.ts'
import { today } from '#domain/values/location-clock.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Attempt, Loadable } from '../../kit/loadable.ts'
import { createOnceKey } from '../../kit/once-key.ts'
import type { Drafts } from '../../session/drafts.ts'
import { decideScanType } from '../assisted/booking-store.ts'
import { emptyManualTime, type ManualTime, type MoveDraft, moveDraftSchema } from '../booking-draft.ts'
import { toPlace } from '../booking-place.ts'
import { chosenTime, createHoldStore, type HoldState, type HoldStore } from '../calendar/hold-store.ts'
import { createWeekStore, type WeekStore } from '../calendar/week-store.ts'
import { decideMoveSettle } from './move-settle.ts'

export type ReadStudy = StudyView & { readonly source: 'cache' | 'back-office'; readonly asOf: Instant }

/** Where the study is to go, as far as that is chosen. */
export type MoveForm = {
  readonly location: Location
  readonly skuID: SkuID
  readonly manual: ManualTime
  readonly overrideReason: string
} & SettleTick

export type MoveAttempt =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'moved'; readonly from: Study }

export type StudyBookingState = {
  readonly study: Loadable<ReadStudy>
  readonly log: Loadable<readonly LogEntry[]>
  /** The safety answers, for what a move does to their notices. */
  readonly safety: Loadable<SafetyRecord>
  readonly form: MoveForm | null
  readonly move: MoveAttempt
  /** The start for which the back office asked for a reason; it asks again until it has one. */
  readonly settleAskedFor: Instant | null
  /** What somebody else changed while a choice was being made; empty when nothing. */
  readonly changedMeanwhile: readonly string[]
  readonly cancelling: Attempt
  readonly converting: Attempt
  readonly settingSedative: Attempt
  readonly restoredFrom: Instant | null
  /** A draft of a move that was deleted, as the appointment is cancelled; null for none. */
  readonly droppedDraft: MoveDraft | null
  /** The time that a draft had chosen, which was given back meanwhile or not; null where it had none that still counts. */
  readonly restoredTime: Instant | null
  readonly load: () => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly update: (change: Partial<Pick<MoveForm, 'manual' | 'overrideReason' | keyof SettleTick>>) => void
  /** Moves it. Where a stop is open at the new time, it needs the tick with its reason first. */
  readonly reschedule: () => Promise<void>
  /** Gives true once cancelled. */
  readonly cancel: (reason: CancellationReason, detail: string) => Promise<boolean>
  /** Makes the temporary hold a booking. `settleReason`: why before a stop is settled; null where none was asked for. */
  readonly convert: (settleReason: string | null) => Promise<void>
  /** Gives up a conversion that was refused. */
  readonly dismissConversion: () => void
  readonly setSedative: (sedativeTaken: SedativeOption) => Promise<void>
  readonly discard: () => Promise<void>
  /** Takes the study as another part of the page has just written it. */
  readonly keep: (study: Study) => void
  readonly dismissDropped: () => void
  readonly dismissRestored: () => void
  readonly dismissChanges: () => void
}
type StudyBookingStore = StoreApi<StudyBookingState>

export type StudyBookingDesk = {
  readonly store: StudyBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly start: () => (isLeft: boolean) => void
}

type Options = {
  readonly bridge: Bridge
  readonly drafts: Drafts
  readonly studyID: StudyID
  readonly locations: () => readonly Location[]
  readonly now: () => Instant
  readonly newKey: () => string
}

/** What is wrong with a cancellation, by field, in the words of booking spec §5; empty when nothing. */
export const checkCancellation = (
  reason: CancellationReason | null,
  detail: string,
): { readonly reason?: string; readonly detail?: string } => ({
  ...(reason === null ? { reason: 'This field is required' } : {}),
  ...(detail.trim() === ''
    ? { detail: 'This field is required' }
    : [...detail].length > cancellationDetailMaxLength
      ? { detail: `The max length is ${cancellationDetailMaxLength}` }
      : {}),
})

/** The place a move would go to; null while no time is chosen. */
export const toMovePlace = (form: MoveForm | null, state: HoldState): AppointmentInput | null =>
  form === null ? null : toPlace(state, { ...form, locationID: form.location.locationID })

/** Whether a study is as it was but for its money, which stands on this page itself and is often moved by this very desk. */
const isOnlyMoney = (before: Study, after: Study): boolean => {
  const rest = (study: Study): string => {
    const status = { ...study.status, paid: false, paidTime: null, paidBy: null }
    return JSON.stringify({ ...study, version: 0, paymentAmount: 0, balance: 0, status })
  }
  return rest(before) === rest(after)
}

/** Creates the stores of the page of one booking: the study, its log, and what is being changed about it. */
export const createStudyBookingDesk = (options: Options): StudyBookingDesk => {
  const { bridge, drafts, studyID, now, newKey } = options
  const draftID = `booking:${studyID}`
  const week = createWeekStore({
    read: (input) => bridge.booking.readWeek({ ...input, movingStudyID: studyID }),
    findFirstFree: (input) => bridge.booking.findFirstFree(input),
    on: bridge.on,
    now,
  })
  const { releaseHold, renewHold } = bridge.booking
  const holdSlot: Bridge['booking']['holdSlot'] = (input) =>
    bridge.booking.holdSlot({ ...input, movingStudyID: studyID })
  const hold = createHoldStore({ calls: { holdSlot, releaseHold, renewHold }, now })
  let moveKey = newKey()
  const cancelKey = createOnceKey(newKey)
  const convertKey = createOnceKey(newKey)
  let sent: RescheduleInput | null = null
  let isShown = false
  let isRestored = false

  const store: StudyBookingStore = createStore<StudyBookingState>((set, get) => {
    const current = (): Study | null => {
      const { study } = get()
      return study.kind === 'ready' ? study.value.study : null
    }

    const aim = (): void => {
      const { form } = get()
      if (form === null) return
      const { locationID, timezone } = form.location
      const study = current()
      const target = { locationID, skuID: form.skuID, memberType: study?.memberType ?? null }
      // The page begins with the week the appointment stands in.
      const wanted = study?.booking == null ? undefined : today(study.booking.utcStart, timezone)
      week.getState().aim(target, today(now(), timezone), wanted)
    }

    const readLog = async (): Promise<void> => {
      if (get().log.kind !== 'ready') set({ log: { kind: 'loading' } })
      const reply = await bridge.study.readLog({ studyID })
      if (reply.ok) set({ log: { kind: 'ready', value: reply.value } })
      else if (get().log.kind !== 'ready') set({ log: { kind: 'failed', failure: reply.failure } })
    }

    const readSafety = async (): Promise<void> => {
      const reply = await bridge.safety.read({ studyID })
      if (reply.ok) set({ safety: { kind: 'ready', value: reply.value.record } })
      else if (get().safety.kind !== 'ready') set({ safety: { kind: 'failed', failure: reply.failure } })
    }

    /** Takes a fresh reading of the study in; what others changed is said where a choice is being made. */
    const take = (next: ReadStudy, byUs: boolean): void => {
      const before = current()
      const isNews = before !== null && !byUs && !isOnlyMoney(before, next.study)
      const changes = isNews ? describeStudyChanges(before, next.study, options.locations()) : []
      set({
        study: { kind: 'ready', value: next },
        changedMeanwhile: changes.length > 0 ? changes : byUs ? [] : get().changedMeanwhile,
      })
    }

    const takeStudy = (study: Study): void => {
      const read = get().study
      if (read.kind !== 'ready') return
      const location = options.locations().find((each) => each.locationID === study.locationID) ?? read.value.location
      take({ ...read.value, study, location }, true)
      void readLog()
      void readSafety()
    }

    const reread = async (): Promise<void> => {
      const reply = await bridge.booking.readStudy({ studyID })
      if (reply.ok) take(reply.value, false)
      void readLog()
      void readSafety()
    }

    /** Tells main that the end was drawn. A page that is not there leaves it to the list of the status strip. */
    const acknowledge = ({ idempotencyKey }: RescheduleInput): void => {
      if (isShown) void bridge.booking.acknowledgeSettled({ idempotencyKey })
    }

    const send = async (input: RescheduleInput, from: Study): Promise<void> => {
      const wasUnknown = get().move.kind === 'unknown'
      sent = input
      set({ move: { kind: 'pending' }, restoredFrom: null, restoredTime: null })
      const reply = await bridge.booking.reschedule(input)
      if (reply.ok) {
        sent = null
        moveKey = newKey()
        hold.getState().consume()
        const { form } = get()
        set({
          move: { kind: 'moved', from },
          changedMeanwhile: [],
          settleAskedFor: null,
          form: form === null ? null : { ...form, manual: emptyManualTime, overrideReason: '', ...noSettleTick },
        })
        takeStudy(reply.value)
        acknowledge(input)
        await drafts.discard(draftID)
        void week.getState().refresh()
        return
      }
      if (mayBeDone('bridge', wasUnknown, reply.failure)) {
        set({ move: { kind: 'unknown', failure: reply.failure } })
        return
      }
      sent = null
      moveKey = newKey()
      const isAsked = reply.failure.code === 'settle-reason-required'
      set({
        move: { kind: 'refused', failure: reply.failure },
        settleAskedFor: isAsked ? input.utcStart : get().settleAskedFor,
      })
      acknowledge(input)
      if (reply.failure.code === 'stale' || reply.failure.code === 'already-cancelled') await reread()
      else void week.getState().refresh()
    }

    const restore = async (read: ReadStudy): Promise<void> => {
      isRestored = true
      const kept = moveDraftSchema.safeParse(await drafts.read(draftID)).data ?? null
      // A cancelled appointment cannot be moved: the draft goes, and the page says what it had.
      const isDropped = kept !== null && read.study.status.cancelled
      if (isDropped) {
        set({ droppedDraft: kept })
        await drafts.discard(draftID)
      }
      const draft = isDropped ? null : kept
      const location = options.locations().find((each) => each.locationID === draft?.locationID) ?? read.location
      const isHere = draft !== null && draft.locationID === location.locationID
      set({
        form: {
          location,
          skuID: decideScanType(location, isHere ? draft.skuID : read.study.skuID) ?? read.study.skuID,
          manual: isHere ? draft.manual : emptyManualTime,
          overrideReason: isHere ? draft.overrideReason : '',
          settleGround: draft?.settleGround ?? null,
          settleReason: draft?.settleReason ?? '',
        },
        restoredFrom: draft?.savedAt ?? null,
      })
      if (draft !== null) moveKey = draft.idempotencyKey
      const chosen = isHere ? draft.chosen : null
      // A time that has gone by, or at which the study stands by now, is nothing left to choose.
      const isGone = chosen === null || chosen.utcStart <= now() || chosen.utcStart === read.study.booking?.utcStart
      set({ restoredTime: isGone ? null : chosen.utcStart })
      if (chosen !== null && draft?.hold != null) void hold.getState().adopt(chosen, draft.hold)
      // It was given back as the page was left: held anew, if nobody else has it.
      else if (!isGone && !read.study.status.cancelled) hold.getState().choose(chosen)
      aim()
    }

    const isFrozen = (): boolean => get().move.kind === 'pending' || get().move.kind === 'unknown'

    const changeForm = (change: Partial<MoveForm>): void => {
      const { form, move } = get()
      if (form === null || isFrozen()) return
      set({ form: { ...form, ...change }, move: move.kind === 'refused' ? { kind: 'idle' } : move })
    }

    return {
      study: { kind: 'idle' },
      log: { kind: 'idle' },
      safety: { kind: 'idle' },
      form: null,
      move: { kind: 'idle' },
      settleAskedFor: null,
      changedMeanwhile: [],
      cancelling: { kind: 'idle' },
      converting: { kind: 'idle' },
      settingSedative: { kind: 'idle' },
      restoredFrom: null,
      droppedDraft: null,
      restoredTime: null,
      load: async () => {
        if (get().study.kind !== 'ready') set({ study: { kind: 'loading' } })
        const reply = await bridge.booking.readStudy({ studyID })
        if (!reply.ok) {
          if (get().study.kind !== 'ready') set({ study: { kind: 'failed', failure: reply.failure } })
          return
        }
        take(reply.value, false)
        void readLog()
        void readSafety()
        if (!isRestored) await restore(reply.value)
      },
      chooseLocation: (location) => {
        const { form } = get()
        if (form === null || isFrozen() || form.location.locationID === location.locationID) return
        void hold.getState().clear()
        const skuID = decideScanType(location, form.skuID) ?? form.skuID
        changeForm({ location, skuID, manual: emptyManualTime })
        aim()
      },
      chooseScanType: (skuID) => {
        const { form } = get()
        if (form === null || isFrozen() || form.skuID === skuID) return
        void hold.getState().clear()
        changeForm({ skuID, manual: { ...form.manual, machineID: null } })
        aim()
      },
      update: changeForm,
      reschedule: async () => {
        const study = current()
        const { move, form } = get()
        if (study === null || move.kind === 'pending') return
        if (move.kind === 'unknown' && sent !== null) return send(sent, study)
        const place = toMovePlace(form, hold.getState().state)
        const { study: read, safety, settleAskedFor } = get()
        if (place === null || form === null || read.kind !== 'ready') return
        const { state: settle } = decideMoveSettle({
          read: read.value,
          form,
          start: place.utcStart,
          safety,
          settleAskedFor,
          now: now(),
          supportPhone: null,
        })
        if (settle.kind === 'not-ticked' || settle.kind === 'reason-missing') {
          const { failure } = fail('settle-reason-required', 'Give a reason to move before this is settled.')
          set({ move: { kind: 'refused', failure } })
          return
        }
        const settleReason = settle.kind === 'given' ? settle.reason : null
        const { version } = study
        const input = { ...place, studyID, version, settleReason, idempotencyKey: moveKey, draftID }
        await send(input, study)
      },
      cancel: async (cancellationReason, cancellationDetail) => {
        if (get().cancelling.kind === 'pending') return false
        set({ cancelling: { kind: 'pending' } })
        const input = { studyID, cancellationReason, cancellationDetail, idempotencyKey: cancelKey.current() }
        const reply = await bridge.booking.cancel(input)
        cancelKey.note(reply)
        if (!reply.ok) {
          set({ cancelling: { kind: 'failed', failure: reply.failure } })
          if (reply.failure.code === 'already-cancelled') await reread()
          return false
        }
        set({ cancelling: { kind: 'idle' } })
        await hold.getState().clear()
        takeStudy(reply.value)
        await drafts.discard(draftID)
        return true
      },
      convert: async (settleReason) => {
        if (get().converting.kind === 'pending') return
        set({ converting: { kind: 'pending' } })
        const idempotencyKey = convertKey.current()
        const reply = await bridge.booking.convertTemporaryHold({ studyID, settleReason, idempotencyKey })
        convertKey.note(reply)
        if (!reply.ok) {
          set({ converting: { kind: 'failed', failure: reply.failure } })
          return
        }
        set({ converting: { kind: 'idle' } })
        takeStudy(reply.value)
      },
      dismissConversion: () => {
        if (get().converting.kind === 'failed') set({ converting: { kind: 'idle' } })
      },
      setSedative: async (sedativeTaken) => {
        const study = current()
        if (study === null || get().settingSedative.kind === 'pending') return
        set({ settingSedative: { kind: 'pending' } })
        const reply = await bridge.booking.setSedative({ studyID, version: study.version, sedativeTaken })
        set({ settingSedative: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
        if (reply.ok) takeStudy(reply.value)
        else if (reply.failure.code === 'stale') await reread()
      },
      discard: async () => {
        const read = get().study
        moveKey = newKey()
        sent = null
        set({
          move: { kind: 'idle' },
          restoredFrom: null,
          restoredTime: null,
          changedMeanwhile: [],
          settleAskedFor: null,
        })
        await hold.getState().clear()
        if (read.kind === 'ready') {
          const { location, study } = read.value
          set({
            form: { location, skuID: study.skuID, manual: emptyManualTime, overrideReason: '', ...noSettleTick },
          })
          aim()
        }
        await drafts.discard(draftID)
      },
      keep: takeStudy,
      dismissDropped: () => set({ droppedDraft: null }),
      dismissRestored: () => set({ restoredFrom: null, restoredTime: null }),
      dismissChanges: () => set({ changedMeanwhile: [] }),
    }
  })

  const keep = (isGivenBack = false): void => {
    const { form, study } = store.getState()
    if (form === null || study.kind !== 'ready' || study.value.study.status.cancelled) return
    const { state } = hold.getState()
    const chosen = chosenTime({ state })
    const isUntouched =
      chosen === null &&
      form.manual.date === null &&
      form.settleReason === '' &&
      form.location.locationID === study.value.study.locationID &&
      form.skuID === study.value.study.skuID
    if (isUntouched) {
      void drafts.discard(draftID)
      return
    }
    const draft: MoveDraft = {
      locationID: form.location.locationID,
      skuID: form.skuID,
      manual: form.manual,
      overrideReason: form.overrideReason,
      settleGround: form.settleGround,
      settleReason: form.settleReason,
      chosen: chosen === null ? null : { ...chosen, candidates: [...chosen.candidates] },
      hold: state.kind === 'held' && !isGivenBack ? state.hold : null,
      idempotencyKey: moveKey,
      savedAt: now(),
    }
    drafts.keep(draftID, draft)
  }

  return {
    store,
    week,
    hold,
    start: () => {
      const reload = (): void => void store.getState().load()
      isShown = true
      const stops = [
        week.getState().start(),
        bridge.on('booking.studyChanged', (changed) => {
          const { move, cancelling, converting, settingSedative } = store.getState()
          // Our own change is on its way: its answer tells more than the event.
          const isOurs = [move, cancelling, converting, settingSedative].some(({ kind }) => kind === 'pending')
          if (changed.studyID === studyID && !isOurs) reload()
        }),
        bridge.on('bridge.gap', reload),
        bridge.on('members.changed', ({ memberID }) => {
          const { study } = store.getState()
          if (study.kind === 'ready' && study.value.member.patientID === memberID) reload()
        }),
        store.subscribe((state, before) => {
          if (state.form !== before.form && before.form !== null) keep()
        }),
        hold.subscribe((state, before) => {
          if (state.state === before.state) return
          const { move } = store.getState()
          if (chosenTime(state) !== null && (move.kind === 'refused' || move.kind === 'moved')) {
            store.setState({ move: { kind: 'idle' } })
          }
          keep()
        }),
      ]
      reload()
      return (isLeft) => {
        isShown = false
        for (const stop of stops) stop()
        if (!isLeft) return
        // The hold goes to whoever wants the time; which it was stays, to be asked for again.
        keep(true)
        void hold.getState().clear()
      }
    },
  }
}
