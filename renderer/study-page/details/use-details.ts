import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { isSameValue } from '#domain/study/merge-fields.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { decideMoveSettle } from '../../booking/moving/move-settle.ts'
import { type StudyBookingDesk, toMovePlace } from '../../booking/moving/study-booking-state.ts'
import { whyNotSettled } from '../../booking/settle-field.tsx'
import type { StudySafetyStore } from '../../safety/study-safety-state.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { wantsEdit } from '../../study/wants-edit.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { describePlace } from './appointment-words.ts'
import { type BookedAppointment, type Suppression, shownAppointmentOf } from './details-draft.ts'
import { isMoveChosen } from './details-save.ts'
import { type DetailsEdit, type DetailsStore, isSuppressionChanged } from './details-store.ts'
import { detailsWords } from './details-words.ts'

const words = detailsWords.whyNot

/** Returns the store of Study Details. Reads the draft when the page opens. */
export function useDetails(page: StudyPage<StudyPageStores>): DetailsStore {
  const { stores, view } = page
  const { study } = view
  const { studyID } = study
  const store = useMemo(() => stores.newDetails(studyID), [stores, studyID])
  useEffect(() => {
    void store.getState().restore(study, wantsEdit() && !study.status.cancelled)
  }, [store, study])
  return store
}

/**
 * Applies changes of the study to edit mode, except where the user made a change. Closes edit mode if the study is
 * cancelled.
 */
export function useFollowing(page: StudyPage<StudyPageStores>, details: DetailsStore, desk: StudyBookingDesk): void {
  const { study } = page.view
  const { form } = useStore(desk.store)
  const hold = useStore(desk.hold, (state) => state.state)
  const read = useStore(desk.store, (state) => state.study)
  useEffect(() => {
    const { edit } = details.getState()
    if (edit === null || form === null || read.kind !== 'ready') return
    // A hold that is being placed or released has no result to compare with yet.
    if (hold.kind === 'asking' || hold.kind === 'releasing') return
    if (study.status.cancelled) {
      // Nothing can be changed any more, so a held time is released.
      const { catalogue } = page.stores.locations.getState()
      const lines = describeUnsaved(edit, desk, catalogue.kind === 'ready' ? catalogue.value.locations : [])
      const by = study.status.cancelledBy
      const isOwn = by === page.session.user.fullname
      void desk.store.getState().discard()
      details.getState().giveUp(isOwn && lines.length === 0 ? null : { by, lines })
      return
    }
    const isChosen = isMoveChosen(desk)
    details.getState().follow(study, isChosen)
    const { base } = edit
    const isMoved = !isSameValue(base, shownAppointmentOf(study))
    const wasHere = form.location.locationID === base.locationID && form.skuID === base.skuID
    // The user chose nothing, so the form and the calendar week switch to the study's new appointment.
    if (isMoved && !isChosen && wasHere && form.manual.date === null) void desk.store.getState().discard()
  }, [details, desk, study, form, read, hold, page.stores, page.session])
}

/**
 * Returns the place that the user chose and the one that the study was moved to in the meantime; null without a
 * conflict.
 */
export const findConflict = (
  desk: StudyBookingDesk,
  { base }: DetailsEdit,
): { readonly mine: BookedAppointment; readonly theirs: BookedAppointment } | null => {
  const { study, form } = desk.store.getState()
  if (study.kind !== 'ready' || form === null || !isMoveChosen(desk)) return null
  const theirs = shownAppointmentOf(study.value.study)
  if (isSameValue(base, theirs)) return null
  const place = toMovePlace(form, desk.hold.getState().state)
  if (place === null) return null
  const { locationID, skuID, utcStart, machineID } = place
  return { mine: { locationID, skuID, utcStart, machineID }, theirs }
}

/** Describes the changed suppression settings; empty if none changed. */
export const describeSuppression = ({ suppression: { base, mine } }: DetailsEdit): readonly string[] => {
  const { email, invoice } = detailsWords.save.suppression
  const say = (flag: keyof Suppression, describe: (isSent: boolean) => string): string[] =>
    base[flag] === mine[flag] ? [] : [describe(mine[flag])]
  return [...say('customerEmailAvailable', email), ...say('invoiceAvailable', invoice)]
}

/** Describes the unsaved changes of edit mode, without the answers. */
const describeUnsaved = (
  { suppression: { base, mine } }: DetailsEdit,
  desk: StudyBookingDesk,
  locations: readonly Location[],
): readonly string[] => {
  const place = toMovePlace(desk.store.getState().form, desk.hold.getState().state)
  const { appointment, email, invoice } = detailsWords.save.unsaved
  const say = (flag: keyof Suppression, describe: (isSent: boolean) => string): string[] =>
    base[flag] === mine[flag] ? [] : [describe(mine[flag])]
  return [
    ...(place === null ? [] : [appointment(describePlace(place, locations))]),
    ...say('customerEmailAvailable', email),
    ...say('invoiceAvailable', invoice),
  ]
}

/** Returns why Save Changes is disabled; null if it is enabled (study spec §5: an appointment time is needed). */
export function useSaveReason(
  page: StudyPage<StudyPageStores>,
  desk: StudyBookingDesk,
  safety: StudySafetyStore,
  edit: DetailsEdit,
): string | null {
  const { study, form, move, safety: record, settleAskedFor } = useStore(desk.store)
  const now = useStore(page.stores.clock, (state) => state.minute)
  const supportPhone = useStore(page.stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const hold = useStore(desk.hold, (state) => state.state)
  // Subscribes to the whole store, because `isChanged` is a function: a selector would not notice a new result.
  const answers = useStore(safety)
  if (study.kind !== 'ready' || form === null) return words.reading
  if (move.kind === 'unknown') return whyNotOffline('saveStudy', page.isOnline)
  if (answers.saving.kind === 'pending') return words.answersSaving
  if (hold.kind === 'asking') return words.holding
  if (hold.kind === 'releasing') return words.releasing
  const place = toMovePlace(form, hold)
  const current = study.value.study
  const isElsewhere = form.location.locationID !== current.locationID || form.skuID !== current.skuID
  if (place === null && (current.booking === null || isElsewhere)) return studyMessages.appointmentTimeHint
  if (place === null && form.manual.date !== null) {
    return words.manualTime
  }
  if (findConflict(desk, edit) !== null) return words.appointmentConflict
  if (answers.conflicts.length > 0) return words.answerConflict
  if (isMoveChosen(desk)) {
    const start = place?.utcStart ?? null
    const facts = { read: study.value, form, start, safety: record, settleAskedFor, now, supportPhone }
    const unsettled = whyNotSettled('move', decideMoveSettle(facts))
    if (unsettled !== null) return unsettled
  }
  const isForBackOffice = isMoveChosen(desk) || isSuppressionChanged(edit)
  const isAnswered = answers.form !== null && (answers.kept !== null || answers.isChanged())
  if (!isForBackOffice && !isAnswered) return words.unchanged
  return isForBackOffice ? whyNotOffline('saveStudy', page.isOnline) : null
}
