import { type Failure, ok, type Reply } from '#contract/reply.ts'
import type { SafetyBridge, SavedSafety } from '#contract/safety/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { StudyRecords } from '../study-access/study-records.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { type CheckedAnswers, checkAnswers } from './check-answers.ts'
import { completeWritingCall, type OfflineMessages, offlineAs } from './offline-sentences.ts'

export type AnswerSavingParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly records: StudyRecords
  now(): Instant
}

const healthNumberField = 'Prescription.PatientHealthNumber'
const savingMessages: OfflineMessages = {
  notMade: "You're offline, so the answers were not saved. They're kept on this computer as a draft.",
  unknown:
    "The connection was lost while the answers were being saved. They're kept on this computer as a draft. Save them again.",
}

/**
 * Creates the function that saves completed answers: it checks and sends them, and writes the health number among them
 * to the member.
 */
export const createAnswerSaving = (parts: AnswerSavingParts): SafetyBridge['save'] => {
  const { calls, database, keeper, records, now } = parts

  /**
   * Checks against the cached study first, so that staff see most problems without waiting for the back office. The
   * required questions depend on the member's sex and on payments. Another workstation may have changed either, so both
   * are read again before a field is reported as missing.
   */
  const check = async (
    studyID: StudyID,
    answers: Answers,
  ): Promise<CheckedAnswers | Extract<Reply<never>, { readonly ok: false }>> => {
    const against = ({ study, member, location }: StudyView) =>
      checkAnswers(answers, { study, gender: member.gender, zone: location.timezone, now: now() })
    const known = records.cached(studyID)
    if (known !== null) {
      const checked = against(known)
      if (checked.ok || checked.failure.code !== 'missing-required-fields') return checked
    }
    const fresh = await records.readFresh(studyID)
    return fresh.ok ? against(fresh.value) : offlineAs(savingMessages.notMade, fresh)
  }

  const writeHealthNumber = async (record: SafetyRecord): Promise<Failure | null> => {
    const phn = record.SafetyQuestions[healthNumberField]
    if (typeof phn !== 'string') return null
    // Writes the number only if the last save of the answers changed it. If staff corrected the member's number later,
    // their correction is not overwritten.
    if (record.revisions[0]?.changes.some(({ field }) => field === healthNumberField) !== true) return null
    const known = database.withCache((cache) => cache.members.member(record.patientID))
    if (known?.phn === phn) return null
    // Sent without a version: the change names one field, and the latest value applies.
    const reply = await calls.call('changeMember', { params: { id: record.patientID }, body: { changes: { phn } } })
    if (!reply.ok) return reply.failure
    keeper.keepMembers([reply.value])
    return null
  }

  return async ({ studyID, answers, version, draftVersion }) => {
    const checked = await check(studyID, answers)
    if (!checked.ok) return checked
    // Sends the answers as given, not as checked. The questions depend on the back office's own data, and the back
    // office reports which answers it cleared.
    const body = { studyID, SafetyQuestions: answers, version, ...(draftVersion !== undefined && { draftVersion }) }
    // The call needs no idempotency key: saving the same answers again changes nothing, even with an old version.
    const saved = await completeWritingCall(() => calls.callExactly('saveSafetyQuestions', { body }), savingMessages)
    if (!saved.ok) return saved
    const { record, study, cleared } = saved.value
    keeper.keepSafety(study, record)
    const memberFailure = await writeHealthNumber(record)
    return ok({ record, study, cleared, memberFailure } satisfies SavedSafety)
  }
}
