import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { decideAct } from '#domain/study/study-acts.ts'
import { othersCheckIn } from '#domain/study/waiting-act.ts'
import { toInstant } from '#domain/values/instant.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import { type CopyRefusalsParts, createCopyRefusals } from './copy-refusals.ts'
import type { ActRefusal, StudyOutbox } from './outbox.ts'

export type StudyMarksParts = CopyRefusalsParts & {
  readonly calls: StaffCalls
  readonly outbox: StudyOutbox
  readonly reader: StudyReader
  /** Caches the study from a call's answer and returns it with the waiting acts applied. */
  keep(study: Study): Study
  isOffline(): boolean
}

type Marked = { readonly study: Study; readonly isWaiting: boolean }

const offlineMessage =
  "You're offline, so this was not recorded. Only check-ins and notes can be saved on this computer for later."
const unknownCheckInMessage =
  "You're offline, and the server may already have this check-in. You can undo it when you're back online."
const cancelledMessage = 'This appointment has been cancelled.'

/**
 * Creates the commands for marks and notes. Check-ins and notes also work offline; every other mark needs the back
 * office.
 */
export const createStudyMarks = (parts: StudyMarksParts): Pick<StudyBridge, 'mark' | 'addNote'> => {
  const { calls, outbox, reader, keep, isOffline } = parts
  const { copyOf, refuseCopy, refuseProhibited, refuseOpenStops } = createCopyRefusals(parts)

  const checkIn = async ({
    studyID,
    idempotencyKey,
    settleReason,
    utcStart: shown,
  }: Parameters<StudyBridge['mark']>[0]): Promise<Reply<Marked>> => {
    const copy = copyOf(studyID)
    const prohibited = copy === null ? null : refuseProhibited(copy)
    if (prohibited !== null) return prohibited
    // Offline, this workstation knows only its copy. Online, the back office decides.
    if (copy?.status.checkin === true && isOffline()) return refuseCopy(copy) ?? ok({ study: copy, isWaiting: false })
    const refuseOffline = (): ActRefusal | null => {
      const study = copyOf(studyID)
      const refusal = refuseCopy(study)
      if (refusal !== null || study === null) return refusal
      const decision = decideAct(study, 'checkin', true)
      if (decision.kind !== 'refused') return refuseOpenStops(study, settleReason)
      return study.status.cancelled
        ? fail('already-cancelled', cancelledMessage)
        : fail('act-not-allowed', decision.reason)
    }
    // A check-in names the appointment on the screen and does not apply to any other. For a day outside the copy, only
    // the screen knows the appointment.
    const utcStart = shown !== undefined || copy === null ? shown : (copy.booking?.utcStart ?? null)
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
    const { studyID, act, value, idempotencyKey, confirmed, settleReason, consentTextID } = input
    const params = { studyId: studyID }
    const body = {
      [act]: value,
      ...(confirmed === undefined ? {} : { confirmed: [...confirmed] }),
      ...(consentTextID === undefined ? {} : { consentTextID }),
      ...(settleReason === undefined ? {} : { settleReason }),
    }
    const reply = await completeCall(() => calls.callExactly('updateStudyStatus', { params, body }, { idempotencyKey }))
    if (reply.ok) return ok({ study: keep(reply.value), isWaiting: false })
    return reply.failure.code === 'offline' ? fail('offline', offlineMessage) : reply
  }

  const undoCheckIn = async (input: Parameters<StudyBridge['mark']>[0]): Promise<Reply<Marked>> => {
    const { studyID } = input
    switch (outbox.undoCheckIn(studyID)) {
      case 'may-have-been-sent':
        // The check-in's result is unknown. The undo was not sent, so `offline` is the right failure.
        if (isOffline()) return fail('offline', unknownCheckInMessage)
        await outbox.settleOpen()
        if (outbox.undoCheckIn(studyID) === 'may-have-been-sent') return fail('offline', unknownCheckInMessage)
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
          `${others.by || 'Someone else'} checked the member in while this computer was offline. The check-in is sent when they sign in here. You can undo it after that.`,
        )
      }
    }
  }

  return {
    mark: async (input) => {
      if (input.act !== 'checkin') return await markOnline(input)
      return input.value ? await checkIn(input) : await undoCheckIn(input)
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
