import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { decideAct } from '#domain/study/study-acts.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { othersCheckIn } from '#domain/study/waiting-act.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { Refusal, StudyOutbox } from './outbox.ts'

export type StudyMarksParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  readonly outbox: StudyOutbox
  readonly reader: StudyReader
  /** Keeps the study that a call has answered, and gives it with what waits on it. */
  keep(study: Study): Study
  now(): Instant
  isOffline(): boolean
  supportPhone(): string | null
}

type Marked = { readonly study: Study; readonly isWaiting: boolean }

const noCopyMessage = 'The back office cannot be reached, and this workstation has no copy of this study.'
const offlineMessage =
  'The back office cannot be reached, so this is not recorded. Without it only check-ins and notes are kept here for later.'
const unknownCheckInMessage =
  'The back office cannot be reached, and whether it has this check-in already is not known. It can be taken back once it answers.'
const prohibitedMessage = 'The safety answers rule the scan out, so the member cannot be checked in.'
const cancelledMessage = 'This appointment has been cancelled.'

/** What is marked on a study and noted beside it: check-ins and notes also offline, everything else with the back office. */
export const createStudyMarks = (parts: StudyMarksParts): Pick<StudyBridge, 'mark' | 'addNote'> => {
  const { calls, database, session, outbox, reader, keep, now, isOffline, supportPhone } = parts

  const copyOf = (studyID: StudyID): Study | null => database.withCache((cache) => cache.calendar.study(studyID))

  const refuseCopy = (study: Study | null): Refusal | null => {
    const user = session.user()
    if (user === null) return fail('signed-out', 'Please sign in first.')
    if (study === null) return fail('offline', noCopyMessage)
    return isLocationAllowed(user, study.locationID)
      ? null
      : fail('location-forbidden', studyMessages.locationForbidden)
  }

  /** In the words of the notice that rules the scan out, where this workstation has the answers. */
  const refuseProhibited = (study: Study): Refusal | null => {
    if (!knownSafety(study.safety).isProhibited) return null
    const notice = database.withCache((cache) => {
      const record = cache.safety.record(study.studyID)
      if (record === null) return undefined
      const safetyCase = toSafetyCase({
        gender: cache.members.member(study.patientID)?.gender,
        appointment: study.booking,
        now: now(),
        supportPhone: supportPhone(),
      })
      const { notices } = assessSafety(sharedAnswersOf(record), safetyCase)
      return notices.find(({ isProhibitive }) => isProhibitive)
    })
    return fail('scan-prohibited', notice?.text ?? prohibitedMessage)
  }

  /** The back office decides online; out of its reach this workstation must not keep a check-in that it would refuse. */
  const refuseOpenStops = (study: Study, settleReason: string | undefined): Refusal | null => {
    const { block, reasonsFor } = decideCheckIn(study.safety)
    if (block === null) {
      return reasonsFor.length === 0 || settleReason !== undefined
        ? null
        : fail(
            'settle-reason-required',
            'Another booking of this member has a stop. Give a reason to check the member in.',
          )
    }
    return block.kind === 'forbidden' ? refuseProhibited(study) : fail('act-not-allowed', block.text)
  }

  const checkIn = async ({
    studyID,
    idempotencyKey,
    settleReason,
  }: Parameters<StudyBridge['mark']>[0]): Promise<Reply<Marked>> => {
    const copy = copyOf(studyID)
    const prohibited = copy === null ? null : refuseProhibited(copy)
    if (prohibited !== null) return prohibited
    // As this workstation knows it; online the back office knows better.
    if (copy?.status.checkin === true && isOffline()) return refuseCopy(copy) ?? ok({ study: copy, isWaiting: false })
    const refuseOffline = (): Refusal | null => {
      const study = copyOf(studyID)
      const refusal = refuseCopy(study)
      if (refusal !== null || study === null) return refusal
      const decision = decideAct(study, 'checkin', true)
      if (decision.kind !== 'refused') return refuseOpenStops(study, settleReason)
      return study.status.cancelled
        ? fail('already-cancelled', cancelledMessage)
        : fail('act-not-allowed', decision.reason)
    }
    // Of another appointment than the one on the screen this check-in says nothing.
    const utcStart = copy === null ? undefined : (copy.booking?.utcStart ?? null)
    const result = await outbox.submit({
      kind: 'checkin',
      studyID,
      idempotencyKey,
      note: null,
      utcStart,
      settleReason,
      refuseOffline,
    })
    if (result.kind === 'refused') return { ok: false, failure: result.failure }
    const known = copyOf(studyID)
    const study = result.kind === 'kept' ? ((result.answer as Study | null) ?? known) : known
    if (study !== null) return ok({ study: outbox.withWaiting(study), isWaiting: result.kind === 'waiting' })
    const read = await reader.readFresh(studyID)
    return read.ok ? ok({ study: read.value.study, isWaiting: result.kind === 'waiting' }) : read
  }

  const markOnline = async (input: Parameters<StudyBridge['mark']>[0]): Promise<Reply<Marked>> => {
    const { studyID, act, value, idempotencyKey, confirmed, settleReason } = input
    const params = { studyId: studyID }
    const body = {
      [act]: value,
      ...(confirmed === undefined ? {} : { confirmed: [...confirmed] }),
      ...(settleReason === undefined ? {} : { settleReason }),
    }
    const reply = await settleCall(() => calls.callExactly('updateStudyStatus', { params, body }, { idempotencyKey }))
    if (reply.ok) return ok({ study: keep(reply.value), isWaiting: false })
    return reply.failure.code === 'offline' ? fail('offline', offlineMessage) : reply
  }

  const takeBackCheckIn = async (input: Parameters<StudyBridge['mark']>[0]): Promise<Reply<Marked>> => {
    const { studyID } = input
    switch (outbox.takeBackCheckIn(studyID)) {
      case 'may-have-been-sent':
        // Unknown is the check-in, which has its own key. Of this request it is certain that nothing was done.
        if (isOffline()) return fail('offline', unknownCheckInMessage)
        await outbox.settleOpen()
        if (outbox.takeBackCheckIn(studyID) === 'may-have-been-sent') return fail('offline', unknownCheckInMessage)
        return await markOnline(input)
      case 'taken-back': {
        const copy = copyOf(studyID)
        return copy?.status.checkin === false ? ok({ study: copy, isWaiting: false }) : await markOnline(input)
      }
      case 'none': {
        const others = othersCheckIn(studyID, outbox.ofStudy(studyID))
        if (others === undefined || !isOffline()) return await markOnline(input)
        return fail(
          'act-not-allowed',
          `${others.by || 'Somebody else'} checked the member in while the back office was out of reach. It is sent when they sign in here, and can be taken back after that.`,
        )
      }
    }
  }

  return {
    mark: async (input) => {
      if (input.act !== 'checkin') return await markOnline(input)
      return input.value ? await checkIn(input) : await takeBackCheckIn(input)
    },

    addNote: async ({ studyID, category, content, idempotencyKey }) => {
      const result = await outbox.submit({
        kind: 'note',
        studyID,
        idempotencyKey,
        note: { category, content },
        refuseOffline: () => refuseCopy(copyOf(studyID)),
      })
      if (result.kind === 'refused') return { ok: false, failure: result.failure }
      const { act } = result
      const here: LogEntry = { category, content, time: toInstant(act.doneAt * 1000), by: act.authorName }
      const answer = result.kind === 'kept' ? (result.answer as LogEntry | null) : null
      return ok({ entry: answer ?? here, isWaiting: result.kind === 'waiting' })
    },
  }
}
