import type { RescheduleInput } from '#contract/booking/bridge.ts'
import type { ChosenTime } from '#domain/booking/appointment.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Drafts } from '../../session/drafts.ts'
import { emptyManualTime, type MoveDraft, moveDraftSchema } from '../booking-draft.ts'
import { chosenTime, type HoldState, type HoldStore } from '../calendar/hold-store.ts'
import type { OpenRequest } from '../open-request.ts'
import { decideScanType } from '../scan-type.ts'
import type { MoveForm, ReadStudy, StudyBookingStore } from './study-booking-state.ts'

type Kept = Omit<MoveDraft, 'idempotencyKey' | 'savedAt'>

/**
 * Returns the content of a move's draft. Null if the user has chosen no time, no manual day, no temporary hold and no
 * other location or scan type, and has typed no settle reason. A released hold is not part of the draft.
 * @internal Tests check its cases directly.
 */
export const decideMoveDraft = (form: MoveForm, study: Study, hold: HoldState, isGivenBack: boolean): Kept | null => {
  const chosen = chosenTime({ state: hold })
  const isUntouched =
    chosen === null &&
    form.manual.date === null &&
    form.settleReason === '' &&
    form.temporaryHold !== true &&
    form.location.locationID === study.locationID &&
    form.skuID === study.skuID
  if (isUntouched) return null
  return {
    locationID: form.location.locationID,
    skuID: form.skuID,
    manual: form.manual,
    overrideReason: form.overrideReason,
    ...(form.temporaryHold === true && { temporaryHold: true }),
    settleGround: form.settleGround,
    settleReason: form.settleReason,
    chosen: chosen === null ? null : { ...chosen, candidates: [...chosen.candidates] },
    hold: hold.kind === 'held' && !isGivenBack ? hold.hold : null,
  }
}

type Restored = {
  readonly form: MoveForm
  /** The draft's time; null when it has none, or when its location no longer exists. */
  readonly chosen: ChosenTime | null
  /** Whether that time can still be chosen: it is in the future, and not the study's present time. */
  readonly isStillAhead: boolean
}

/** Returns the form restored from a draft. @internal Tests check its cases directly. */
export const decideRestoredMove = (
  { study, location: own }: ReadStudy,
  draft: MoveDraft | null,
  locations: readonly Location[],
  now: Instant,
): Restored => {
  const location = locations.find((each) => each.locationID === draft?.locationID) ?? own
  const isHere = draft !== null && draft.locationID === location.locationID
  const chosen = isHere ? draft.chosen : null
  return {
    form: {
      location,
      skuID: decideScanType(location, isHere ? draft.skuID : study.skuID) ?? study.skuID,
      manual: isHere ? draft.manual : emptyManualTime,
      overrideReason: isHere ? draft.overrideReason : '',
      ...(isHere && draft.temporaryHold === true && { temporaryHold: true }),
      settleGround: draft?.settleGround ?? null,
      settleReason: draft?.settleReason ?? '',
    },
    chosen,
    isStillAhead: chosen !== null && chosen.utcStart > now && chosen.utcStart !== study.booking?.utcStart,
  }
}

type Parts = {
  readonly store: StudyBookingStore
  readonly hold: HoldStore
  readonly request: OpenRequest<RescheduleInput>
  readonly drafts: Drafts
  readonly draftID: string
  /** Whether the draft is stored and restored. If not, the form starts with the study's location and scan type. */
  readonly keepsDraft: boolean
  readonly locations: () => readonly Location[]
  readonly now: () => Instant
}

type MoveDraftKeeper = {
  /**
   * Writes the draft, or removes it if there is nothing to store. `isGivenBack` means that the user leaves the page and
   * the page's hold is released.
   */
  readonly keep: (isGivenBack?: boolean) => void
  /** Fills the form from the draft and the study. */
  readonly restore: (read: ReadStudy) => Promise<void>
}

/** Creates the keeper of a move's draft. */
export const createMoveDraftKeeper = (parts: Parts): MoveDraftKeeper => {
  const { store, hold, request, drafts, draftID, keepsDraft, locations, now } = parts

  /**
   * Returns the stored draft; null if there is none. A cancelled appointment cannot be moved: its draft is deleted, and
   * the page shows what the draft contained.
   */
  const findDraft = async ({ study }: ReadStudy): Promise<MoveDraft | null> => {
    if (!keepsDraft) return null
    const draft = moveDraftSchema.safeParse(await drafts.read(draftID)).data ?? null
    if (draft === null || !study.status.cancelled) return draft
    store.setState({ droppedDraft: draft })
    await drafts.discard(draftID)
    return null
  }

  return {
    keep: (isGivenBack = false) => {
      const { form, study } = store.getState()
      if (!keepsDraft || form === null || study.kind !== 'ready' || study.value.study.status.cancelled) return
      const kept = decideMoveDraft(form, study.value.study, hold.getState().state, isGivenBack)
      if (kept === null) {
        void drafts.discard(draftID)
        return
      }
      const draft: MoveDraft = { ...kept, idempotencyKey: request.key(), savedAt: now() }
      drafts.keep(draftID, draft)
    },
    restore: async (read) => {
      const draft = await findDraft(read)
      const { form, chosen, isStillAhead } = decideRestoredMove(read, draft, locations(), now())
      store.setState({ form, restoredFrom: draft?.savedAt ?? null })
      if (draft !== null) request.adoptKey(draft.idempotencyKey)
      store.setState({ restoredTime: isStillAhead && chosen !== null ? chosen.utcStart : null })
      if (chosen !== null && draft?.hold != null) void hold.getState().adopt(chosen, draft.hold)
      // The hold was released when the user left the page; the time is held again if it is still free.
      else if (chosen !== null && isStillAhead && !read.study.status.cancelled) hold.getState().choose(chosen)
    },
  }
}
