import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { isSameValue } from '#domain/study/merge-fields.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { type StudyBookingDesk, toMovePlace } from '../../booking-parts/study-booking-store.ts'
import type { StudySafetyStore } from '../../forms/study-safety-store.ts'
import { appointmentOf, type StandingAppointment } from './details-draft.ts'
import { isMoveChosen } from './details-save.ts'
import { createDetailsStore, type DetailsEdit, type DetailsStore, isSuppressionChanged } from './details-store.ts'
import type { StudyPage } from './study-part-props.ts'
import { wantsEdit } from './wants-edit.ts'

/** The store of Study Details: what was kept is read with the page, and the study followed while edit mode is open. */
export function useDetails(page: StudyPage): DetailsStore {
  const { stores, view } = page
  const { study } = view
  const { studyID } = study
  const store = useMemo(
    () => createDetailsStore({ drafts: stores.drafts, studyID, now: () => stores.clock.getState().second }),
    [stores, studyID],
  )
  useEffect(() => {
    void store.getState().restore(study, wantsEdit() && !study.status.cancelled)
  }, [store, study])
  return store
}

/** Lets what this desk did not touch follow the study, in the draft and in the chosen place. */
export function useFollowing({ view }: StudyPage, details: DetailsStore, desk: StudyBookingDesk): void {
  const { study } = view
  const { form } = useStore(desk.store)
  const hold = useStore(desk.hold, (state) => state.state)
  const read = useStore(desk.store, (state) => state.study)
  useEffect(() => {
    const { edit } = details.getState()
    if (edit === null || form === null || read.kind !== 'ready') return
    // A hold that is taken up again or asked for is not known yet.
    if (hold.kind === 'asking' || hold.kind === 'releasing') return
    if (study.status.cancelled) {
      // There is nothing left to change; a time that was held is given back.
      void desk.store.getState().discard()
      void details.getState().close('discard')
      return
    }
    const isChosen = isMoveChosen(desk)
    details.getState().follow(study, isChosen)
    const { base } = edit
    const isMoved = !isSameValue(base, appointmentOf(study))
    const wasHere = form.location.locationID === base.locationID && form.skuID === base.skuID
    // Nothing was chosen: the week goes to where the study stands now.
    if (isMoved && !isChosen && wasHere && form.manual.date === null) void desk.store.getState().discard()
  }, [details, desk, study, form, read, hold])
}

/** The place chosen for the study and the one it was given meanwhile, where both were; null where there is nothing to decide. */
export const findConflict = (
  desk: StudyBookingDesk,
  { base }: DetailsEdit,
): { readonly mine: StandingAppointment; readonly theirs: StandingAppointment } | null => {
  const { study, form } = desk.store.getState()
  if (study.kind !== 'ready' || form === null || !isMoveChosen(desk)) return null
  const theirs = appointmentOf(study.value.study)
  if (isSameValue(base, theirs)) return null
  const place = toMovePlace(form, desk.hold.getState().state)
  if (place === null) return null
  const { locationID, skuID, utcStart, machineID } = place
  return { mine: { locationID, skuID, utcStart, machineID }, theirs }
}

/** Why Save Changes cannot be pressed; null where it can (study spec §5: an appointment time is needed). */
export function useSaveReason(
  page: StudyPage,
  desk: StudyBookingDesk,
  safety: StudySafetyStore,
  edit: DetailsEdit,
): string | null {
  const { study, form, move } = useStore(desk.store)
  const hold = useStore(desk.hold, (state) => state.state)
  const answers = useStore(safety)
  // Answers are told apart from what is saved by the store; it is asked anew whenever the form draws.
  if (study.kind !== 'ready' || form === null) return 'The appointment is being read.'
  if (move.kind === 'unknown') return page.isOnline ? null : offlineWords
  const place = toMovePlace(form, hold)
  const now = study.value.study
  const isElsewhere = form.location.locationID !== now.locationID || form.skuID !== now.skuID
  if (place === null && (now.booking === null || isElsewhere)) return studyMessages.appointmentTimeHint
  if (findConflict(desk, edit) !== null) return 'Decide first which appointment stands.'
  if (answers.conflicts.length > 0) return 'Decide first what two desks answered differently.'
  const isForBackOffice = isMoveChosen(desk) || isSuppressionChanged(edit)
  const isAnswered = answers.form !== null && answers.kept !== null
  if (!isForBackOffice && !isAnswered) return 'Nothing is changed yet.'
  return isForBackOffice && !page.isOnline ? offlineWords : null
}

const offlineWords = 'The back office cannot be reached. What you chose is kept.'
