import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SafetyBridge, SafetyView, SavedSafety } from '#contract/safety/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { emptySafetyRecord, type SafetyRecord } from '#domain/safety/safety-record.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyRecords } from '../study-access/study-records.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { type CheckedAnswers, checkAnswers } from './check-answers.ts'
import type { SafetyDraftSender } from './draft-sender.ts'
import type { PdfMaker } from './pdf-maker.ts'
import { toSafetyForm } from './safety-form.ts'

export type SafetyServiceParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly sync: CacheSync
  readonly records: StudyRecords
  readonly sender: Pick<SafetyDraftSender, 'discard'>
  readonly pdfMaker: PdfMaker
  now(): Instant
  newId(): string
  /** A study with what waits on it at this workstation. */
  withWaiting(study: Study): Study
  /** The name of a booking draft's answers at the back office; null while signed out. */
  bookingRecordID(draftID: string): string | null
  /** The line quoted in notices; null where none is known. */
  supportPhone(): string | null
}

const healthNumberField = 'Prescription.PatientHealthNumber'

/** What being offline means for a call that writes: it was not made, or nobody knows whether it acted. */
type OfflineMessages = { readonly notMade: string; readonly unknown: string }
const savingMessages: OfflineMessages = {
  notMade:
    'The back office cannot be reached, so the answers are not saved. They are kept here as a draft until it is back.',
  unknown:
    'The connection broke while the answers were being saved. They are kept here as a draft; please save them again.',
}
const discardingMessages: OfflineMessages = {
  notMade:
    'The back office cannot be reached. Other desks may have these answers too, so they can be discarded once it is back. They are kept.',
  unknown:
    'The connection broke before the back office answered. The answers are kept here; please discard them again.',
}
const signingMessages: OfflineMessages = {
  notMade: 'The back office cannot be reached, so nothing about the sign-off has changed. Please try again later.',
  unknown: 'The connection broke before the back office answered. Please look at the sign-off again before you go on.',
}

type Answered = { readonly record: SafetyRecord; readonly study: Study }

/** The safety questions of studies: the back office's word where it can be had, the cache's otherwise; writes only online. */
export const createSafetyService = (parts: SafetyServiceParts): SafetyBridge => {
  const { calls, database, keeper, session, sync, records, sender, pdfMaker, now, newId, withWaiting, supportPhone } =
    parts
  const deskID = newId()

  const readBoth = async (studyID: StudyID): Promise<Reply<StudyView & { readonly record: SafetyRecord }>> => {
    const [detailed, record] = await Promise.all([
      records.readFresh(studyID),
      calls.call('readSafetyQuestions', { query: { studyID } }),
    ])
    if (!detailed.ok) return detailed
    if (!record.ok) return record
    return ok({ ...detailed.value, record: record.value })
  }

  const readCached = (studyID: StudyID): SafetyView | null => {
    const found = records.cached(studyID)
    if (found === null) return null
    const { safety, patientID, locationID } = found.study
    return database.withCache((cache) => {
      const nobodyAnswered = safety.version === 0 ? emptySafetyRecord(studyID, patientID) : null
      const record = cache.safety.record(studyID) ?? nobodyAnswered
      const asOf = cache.sync.read(locationID).asOf ?? now()
      // The study says whether there is a draft; the cached answers may still have one that was discarded since.
      return record === null
        ? null
        : {
            ...found,
            record: { ...record, draft: found.study.safety.draft == null ? null : (record.draft ?? null) },
            asOf,
            source: 'cache',
          }
    })
  }

  const read = async (studyID: StudyID): Promise<Reply<SafetyView>> => {
    const reply = await readRecords(studyID)
    return reply.ok ? ok({ ...reply.value, study: withWaiting(reply.value.study) }) : reply
  }

  const readRecords = async (studyID: StudyID): Promise<Reply<SafetyView>> => {
    let reply = await readBoth(studyID)
    // Two calls: where a save fell between them they tell of two versions, and the second look settles it.
    if (reply.ok && reply.value.study.safety.version !== reply.value.record.version) reply = await readBoth(studyID)
    if (reply.ok) {
      // Whatever location the desk works at: what is done at another desk has to appear here at once.
      sync.lookAt(reply.value.study.locationID)
      keeper.keepSafety(reply.value.study, reply.value.record)
      return ok({ ...reply.value, asOf: now(), source: 'back-office' })
    }
    if (reply.failure.code !== 'offline') return reply
    const cached = readCached(studyID)
    if (cached === null) return reply
    const refusal = records.refuseCopy(cached.study)
    if (refusal !== null) return refusal
    sync.lookAt(cached.study.locationID)
    return ok(cached)
  }

  /**
   * Checks here first, so that nobody waits for what this side knows. What is missing hangs on the member's sex and on what
   * was paid, which another desk may have changed: before that is said, they are read afresh.
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
    // Only what the last change of the answers said: a number mended on the member since then stays.
    if (record.revisions[0]?.changes.some(({ field }) => field === healthNumberField) !== true) return null
    const known = database.withCache((cache) => cache.members.member(record.patientID))
    if (known?.phn === phn) return null
    // Without a version: this names one field, and what was said last is what counts.
    const reply = await calls.call('changeMember', { params: { id: record.patientID }, body: { changes: { phn } } })
    if (!reply.ok) return reply.failure
    keeper.keepMembers([reply.value])
    return null
  }

  const save: SafetyBridge['save'] = async ({ studyID, answers, version, draftVersion }) => {
    const checked = await check(studyID, answers)
    if (!checked.ok) return checked
    // As they were given, not as they were checked: what is asked hangs on what the back office knows, and it says what it cleared.
    const body = { studyID, SafetyQuestions: answers, version, ...(draftVersion !== undefined && { draftVersion }) }
    // The same answers again change nothing.
    const saved = await settle(() => calls.callExactly('saveSafetyQuestions', { body }), savingMessages)
    if (!saved.ok) return saved
    const { record, study, cleared } = saved.value
    keeper.keepSafety(study, record)
    const memberFailure = await writeHealthNumber(record)
    return ok({ record, study, cleared, memberFailure } satisfies SavedSafety)
  }

  const sign = async (call: () => Promise<Reply<Answered>>): Promise<Reply<Answered>> => {
    const refusal = refuseSigning()
    if (refusal !== null) return refusal
    const reply = await settle(call, signingMessages)
    if (reply.ok) keeper.keepSafety(reply.value.study, reply.value.record)
    return reply
  }

  const refuseSigning = (): Reply<never> | null =>
    maySignOffSafety(session.user()?.roles ?? []) ? null : fail('insufficient-permissions', signOffForbiddenReason)

  return {
    read: async ({ studyID }) => await read(studyID),
    save,

    discardDraft: async ({ studyID }) => {
      const discard = () => calls.callExactly('discardSafetyDraft', { body: { studyID } })
      const reply = await sender.discard(studyID, () => settle(discard, discardingMessages))
      if (reply.ok) keeper.keepSafety(reply.value.study, reply.value.record)
      return reply
    },

    readBookingDrafts: async ({ memberID, draftID }) => {
      const reply = await calls.call('readBookingSafetyDrafts', { query: { patientID: memberID } })
      if (!reply.ok) return reply
      const own = draftID === null ? null : parts.bookingRecordID(draftID)
      return ok({ drafts: reply.value.drafts.filter((draft) => draft.draftID !== own) })
    },

    signOff: async ({ studyID, version, utcStart, reason, idempotencyKey }) => {
      const body = { studyID, version, utcStart, reason }
      return await sign(() => calls.callExactly('signOffSafety', { body }, { idempotencyKey }))
    },

    withdrawSignOff: async ({ studyID, reason, idempotencyKey }) => {
      const body = { studyID, reason }
      return await sign(() => calls.callExactly('withdrawSafetySignOff', { body }, { idempotencyKey }))
    },

    setSedativeStatus: async ({ studyID, sedative, version }) => {
      const body = { sedative, version }
      const reply = await calls.call('updatePrescriptionStatus', { params: { studyId: studyID }, body })
      if (reply.ok) keeper.keepStudy(reply.value)
      return reply
    },

    present: async ({ studyID, isLeaving }) =>
      // One id for each form: this start of Atrium, and the study.
      await calls.call('touchSafetyPresence', { body: { studyID, deskID: `${deskID}-${studyID}`, isLeaving } }),

    makePdf: async ({ studyID }) => {
      const view = await read(studyID)
      if (!view.ok) return view
      const { study, member, record } = view.value
      const { booking } = study
      const { timezone } = view.value.location
      const safetyCase = toSafetyCase({
        gender: member.gender,
        appointment: booking === null ? null : { utcStart: booking.utcStart, timezone },
        now: now(),
        supportPhone: supportPhone(),
      })
      const assessment = assessSafety(record.SafetyQuestions, safetyCase)
      return await pdfMaker.makeSafetyForm(toSafetyForm(view.value, assessment, safetyCase.now))
    },
  }
}

/** As {@link settleCall}, in sentences that say what is safe here. */
const settle = async <Value>(call: () => Promise<Reply<Value>>, messages: OfflineMessages): Promise<Reply<Value>> =>
  offlineAs(messages.notMade, await settleCall(call, messages.unknown))

/** The same reply, in a sentence that says what being offline means here. */
const offlineAs = <Answer extends Reply<unknown>>(
  message: string,
  reply: Answer,
): Answer | ReturnType<typeof fail<'offline'>> =>
  !reply.ok && reply.failure.code === 'offline' ? fail('offline', message) : reply
