import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SafetyBridge } from '#contract/safety/bridge.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import type { Study } from '#domain/study/study.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { type AnswerSavingParts, createAnswerSaving } from './answer-saving.ts'
import type { SafetyDraftSender } from './draft-sender.ts'
import { completeWritingCall, type OfflineMessages } from './offline-sentences.ts'
import type { PdfMaker } from './pdf-maker.ts'
import { toSafetyForm } from './safety-form.ts'
import { createSafetyReader, type SafetyReaderParts } from './safety-reader.ts'

export type SafetyServiceParts = SafetyReaderParts &
  AnswerSavingParts & {
    readonly session: SessionHolder
    readonly sender: Pick<SafetyDraftSender, 'discard'>
    readonly pdfMaker: PdfMaker
    newId(): string
    /** Returns the id of a booking draft's answers at the back office; null while signed out. */
    bookingRecordID(draftID: string): string | null
    /** Returns the support line that notices quote; null when none is known. */
    supportPhone(): string | null
  }

const discardingMessages: OfflineMessages = {
  notMade:
    "You're offline. Other workstations may share these answers, so you can discard them only when you're back online. The answers are kept.",
  unknown:
    'The connection was lost before the server answered. The answers are kept on this computer. Discard them again.',
}
const signingMessages: OfflineMessages = {
  notMade: "You're offline, so the sign-off was not changed. Try again later.",
  unknown: 'The connection was lost before the server answered. Check the sign-off before you continue.',
}

type Answered = { readonly record: SafetyRecord; readonly study: Study }

/**
 * Creates the service for studies' safety questions. It reads from the back office when reachable, otherwise from the
 * cache; it writes only online.
 */
export const createSafetyService = (parts: SafetyServiceParts): SafetyBridge => {
  const { calls, keeper, session, sender, pdfMaker, now, newId, supportPhone } = parts
  const deskID = newId()
  const read = createSafetyReader(parts)

  const sign = async (call: () => Promise<Reply<Answered>>): Promise<Reply<Answered>> => {
    const refusal = refuseSigning()
    if (refusal !== null) return refusal
    const reply = await completeWritingCall(call, signingMessages)
    if (reply.ok) keeper.keepSafety(reply.value.study, reply.value.record)
    return reply
  }

  const refuseSigning = (): Reply<never> | null =>
    maySignOffSafety(session.user()?.roles ?? []) ? null : fail('insufficient-permissions', signOffForbiddenReason)

  return {
    read: async ({ studyID }) => await read(studyID),
    save: createAnswerSaving(parts),

    discardDraft: async ({ studyID }) => {
      const discard = () => calls.callExactly('discardSafetyDraft', { body: { studyID } })
      const reply = await sender.discard(studyID, () => completeWritingCall(discard, discardingMessages))
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
      // The `deskID` sent is the id of this run of Atrium followed by the study's id. Each study open at this
      // workstation therefore has its own desk id.
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
