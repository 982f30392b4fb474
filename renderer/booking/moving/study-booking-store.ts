import { createStore } from 'zustand/vanilla'
import type { RescheduleInput } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { noSettleTick } from '#domain/safety/settle-rule.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'
import { emptyManualTime } from '../booking-draft.ts'
import { chosenTime, createHoldStore, type HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'
import { createWeekStore } from '../calendar/week-store.ts'
import { createOpenRequest } from '../open-request.ts'
import { createBookingActs } from './booking-acts.ts'
import { droppedDraftID } from './move-back.ts'
import { createMoveChoiceActions } from './move-choice-actions.ts'
import { createMoveDraftKeeper } from './move-draft-keeper.ts'
import { createMoveSending } from './move-sending.ts'
import type { StudyBookingDesk, StudyBookingState, StudyBookingStore } from './study-booking-state.ts'
import { createStudyReading } from './study-reading.ts'

type Options = {
  readonly bridge: Bridge
  readonly drafts: Drafts
  readonly studyID: StudyID
  /**
   * Whether the desk restores and stores the draft of the booking's page. Default true; false for a dialog that opens
   * for another purpose, such as a dropped appointment or a cancellation.
   */
  readonly keepsDraft?: boolean | undefined
  readonly locations: () => readonly Location[]
  readonly now: () => Instant
  readonly newKey: () => string
}

const newPage = {
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
  settingProactive: { kind: 'idle' },
  restoredFrom: null,
  droppedDraft: null,
  restoredTime: null,
} as const satisfies Partial<StudyBookingState>

/**
 * Creates the calendar and the hold of a move. The moving study's own time counts as free in the weeks and for the
 * hold, but not in the search for the first free time.
 */
const createMoveTimes = ({ bridge, studyID, now }: Options): { readonly week: WeekStore; readonly hold: HoldStore } => {
  const { releaseHold, renewHold } = bridge.booking
  const holdSlot: Bridge['booking']['holdSlot'] = (input) =>
    bridge.booking.holdSlot({ ...input, movingStudyID: studyID })
  return {
    week: createWeekStore({
      read: (input) => bridge.booking.readWeek({ ...input, movingStudyID: studyID }),
      findFirstFree: (input) => bridge.booking.findFirstFree(input),
      on: bridge.on,
      now,
    }),
    hold: createHoldStore({ calls: { holdSlot, releaseHold, renewHold }, now }),
  }
}

/** Creates the stores of one booking's page: the study, its log, and its changes in progress. */
export const createStudyBookingDesk = (options: Options): StudyBookingDesk => {
  const { bridge, drafts, studyID, keepsDraft = true, locations, now, newKey } = options
  const pageDraftID = `booking:${studyID}`
  // A sent move deletes the draft with this id. A dialog therefore uses another id, which keeps the page's draft.
  const draftID = keepsDraft ? pageDraftID : droppedDraftID(studyID)
  const { week, hold } = createMoveTimes(options)
  const request = createOpenRequest<RescheduleInput>(newKey)
  let isShown = false
  let isRestored = false

  const store: StudyBookingStore = createStore<StudyBookingState>((set, get, api) => {
    const reading = createStudyReading({ store: api, bridge, studyID, locations })
    const { aim, ...choice } = createMoveChoiceActions({ store: api, week, hold, current: reading.current, now })
    return {
      ...newPage,
      ...choice,
      ...createMoveSending({
        store: api,
        week,
        hold,
        reading,
        request,
        calls: bridge.booking,
        drafts,
        draftID,
        studyID,
        isShown: () => isShown,
        now,
      }),
      ...createBookingActs({
        store: api,
        hold,
        reading,
        calls: bridge.booking,
        drafts,
        draftID: pageDraftID,
        studyID,
        newKey,
      }),
      load: async () => {
        const read = await reading.load()
        if (read === null || isRestored) return
        isRestored = true
        await keeper.restore(read)
        aim()
      },
      discard: async () => {
        const read = get().study
        request.end()
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
      keep: reading.takeStudy,
      dismissDropped: () => set({ droppedDraft: null }),
      dismissRestored: () => set({ restoredFrom: null, restoredTime: null }),
      dismissChanges: () => set({ changedMeanwhile: [] }),
    }
  })
  const keeper = createMoveDraftKeeper({ store, hold, request, drafts, draftID, keepsDraft, locations, now })

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
          const { move, cancelling, converting, settingSedative, settingProactive } = store.getState()
          // This page is making the change itself, and the reply to its call has more data than the event.
          const isOurs = [move, cancelling, converting, settingSedative, settingProactive].some(
            ({ kind }) => kind === 'pending',
          )
          if (changed.studyID === studyID && !isOurs) reload()
        }),
        bridge.on('bridge.gap', reload),
        bridge.on('members.changed', ({ memberID }) => {
          const { study } = store.getState()
          if (study.kind === 'ready' && study.value.member.patientID === memberID) reload()
        }),
        store.subscribe((state, before) => {
          if (state.form !== before.form && before.form !== null) keeper.keep()
        }),
        hold.subscribe((state, before) => {
          if (state.state === before.state) return
          const { move } = store.getState()
          if (chosenTime(state) !== null && (move.kind === 'refused' || move.kind === 'moved')) {
            store.setState({ move: { kind: 'idle' } })
          }
          keeper.keep()
        }),
      ]
      reload()
      return (isLeft) => {
        isShown = false
        for (const stop of stops) stop()
        if (!isLeft) return
        // The hold is released; the draft keeps the time, so that the page can request the time again.
        keeper.keep(true)
        void hold.getState().clear()
      }
    },
  }
}
