import type { Bridge } from '#contract/bridge.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import { isSameValue } from '#domain/study/merge-fields.ts'
import type { Study } from '#domain/study/study.ts'
import { type StudyBookingDesk, toMovePlace } from '../../booking/moving/study-booking-state.ts'
import type { StudySafetyStore } from '../../safety/study-safety-state.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { type Suppression, shownAppointmentOf } from './details-draft.ts'
import { type DetailsProblem, type DetailsStore, isSuppressionChanged } from './details-store.ts'
import { detailsWords } from './details-words.ts'

type Parts = {
  readonly bridge: Pick<Bridge, 'payments' | 'study'>
  readonly details: DetailsStore
  readonly desk: StudyBookingDesk
  readonly safety: StudySafetyStore
  readonly keep: StudyPage<StudyPageStores>['keep']
  /** Called when the answers are saved, but the member's health number was not updated from them. */
  readonly onMemberFailure?: (failure: Failure) => void
}

/**
 * Sets the suppression. The optimistic lock is the version of the study on the screen. If that version is stale but the
 * stored suppression still equals `base`, tries once more with the new version.
 */
const suppress = async (
  { bridge }: Parts,
  study: Study,
  base: Suppression,
  mine: Suppression,
): Promise<Reply<Study>> => {
  const { studyID, version } = study
  const reply = await bridge.payments.setSuppression({ studyID, version, ...mine })
  if (reply.ok || reply.failure.code !== 'stale') return reply
  const read = await bridge.study.read({ studyID })
  if (!read.ok) return read
  const { customerEmailAvailable, invoiceAvailable } = read.value.study.status
  const isTouched = !isSameValue(base, { customerEmailAvailable, invoiceAvailable })
  if (isTouched) return reply
  return await bridge.payments.setSuppression({ studyID, version: read.value.study.version, ...mine })
}

/**
 * Moves the study to the chosen place. If the version is stale but the stored appointment still equals the base of the
 * edit, tries once more with the new version.
 */
const move = async ({ desk, details }: Parts): Promise<Failure | null> => {
  await desk.store.getState().reschedule()
  const refusal = (): Failure | null => {
    const { move } = desk.store.getState()
    return move.kind === 'refused' || move.kind === 'unknown' ? move.failure : null
  }
  const failure = refusal()
  if (failure?.code !== 'stale') return failure
  const { study } = desk.store.getState()
  const base = details.getState().edit?.base
  if (study.kind !== 'ready' || !isSameValue(shownAppointmentOf(study.value.study), base)) return failure
  await desk.store.getState().reschedule()
  return refusal()
}

const deskStudy = ({ desk }: Parts): Study | null => {
  const { study } = desk.store.getState()
  return study.kind === 'ready' ? study.value.study : null
}

/**
 * Returns whether the user chose a place other than the study's current appointment. Also true while the result of a
 * move is unknown.
 */
export const isMoveChosen = (desk: StudyBookingDesk): boolean => {
  const { study, form, move } = desk.store.getState()
  if (move.kind === 'unknown') return true
  const place = toMovePlace(form, desk.hold.getState().state)
  if (place === null || study.kind !== 'ready') return false
  const { locationID, skuID, utcStart, machineID } = place
  return !isSameValue(shownAppointmentOf(study.value.study), { locationID, skuID, utcStart, machineID })
}

/**
 * Saves the changes in Study Details: first the suppression, because the messages of a move depend on it, then the
 * answers, last the appointment, which is not moved if the suppression was not saved. Returns each part that was not
 * saved, together with the failure; such a part keeps the user's choice. An empty list means that everything was saved.
 */
export const saveDetails = async (parts: Parts): Promise<readonly DetailsProblem[]> => {
  const { details, desk, safety, keep } = parts
  const problems: DetailsProblem[] = []
  const took = (study: Study): void => {
    keep(study)
    desk.store.getState().keep(study)
  }
  details.getState().setSaving(true, [])
  const { edit } = details.getState()
  const study = deskStudy(parts)
  if (edit !== null && study !== null && isSuppressionChanged(edit)) {
    const { base, mine } = edit.suppression
    const reply = await suppress(parts, study, base, mine)
    if (reply.ok) {
      took(reply.value)
      details.getState().suppressed(reply.value)
    } else problems.push({ part: 'suppression', failure: reply.failure })
  }
  if (safety.getState().form !== null && safety.getState().isChanged()) {
    const saved = await safety.getState().save()
    const { saving } = safety.getState()
    if (saved !== null) {
      took(saved.study)
      if (saved.memberFailure !== null) parts.onMemberFailure?.(saved.memberFailure)
    } else if (saving.kind === 'failed' || saving.kind === 'unsent') {
      problems.push({ part: 'safety', failure: saving.failure })
    } else {
      // This call sent nothing: another save is running, or a conflict between two workstations is open.
      const why = saving.kind === 'pending' ? detailsWords.save.otherSaveRunning : detailsWords.whyNot.answerConflict
      problems.push({ part: 'safety', failure: fail('act-not-allowed', why).failure })
    }
  }
  if (isMoveChosen(desk)) {
    const isHeldBack = problems.some(({ part }) => part === 'suppression')
    const failure = isHeldBack ? fail('act-not-allowed', detailsWords.save.waitsForMessages).failure : await move(parts)
    const moved = deskStudy(parts)
    if (failure !== null) problems.push({ part: 'appointment', failure })
    else if (moved !== null) keep(moved)
  }
  details.getState().setSaving(false, problems)
  return problems
}

/**
 * Closes edit mode after a save. Returns false and keeps edit mode open if there are newer answers or choices that are
 * not saved.
 */
export const closeSaved = async ({
  details,
  desk,
  safety,
}: Omit<Parts, 'bridge' | 'keep' | 'onMemberFailure'>): Promise<boolean> => {
  const { edit } = details.getState()
  const isAsked = desk.hold.getState().state.kind === 'asking'
  if (safety.getState().isChanged() || isAsked || isMoveChosen(desk)) return false
  if (edit !== null && isSuppressionChanged(edit)) return false
  details.getState().setSaving(true, [])
  await safety.getState().close('discard')
  await details.getState().close('discard')
  details.getState().setSaving(false, [])
  return true
}
