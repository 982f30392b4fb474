import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { studyActionRules } from '#domain/permissions/study-actions.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StudyItemReader } from '../documents/study-item-reader.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createBodyCompositionCheck } from './body-composition-check.ts'
import { createStudyMarks, type StudyMarksParts } from './marks.ts'
import type { MessageSender } from './message-sender.ts'
import { createStudyConsult, type StudyConsultParts } from './study-consult.ts'
import { createStudyOpportunity } from './study-opportunity.ts'
import { createStudyRecording } from './study-recording.ts'

export type StudyServiceParts = Omit<StudyMarksParts, 'keep'> &
  Omit<StudyConsultParts, 'kept'> & {
    readonly keeper: RecordKeeper
    readonly sync: CacheSync
    readonly items: StudyItemReader
    readonly messages: MessageSender
  }

/**
 * Creates the service of one study's page. The service reads a study from the cache when the back office is not
 * reachable. Changes need the back office, except those that the outbox can store.
 */
export const createStudyService = (parts: StudyServiceParts): StudyBridge => {
  const { calls, database, keeper, session, sync, items, messages, outbox, reader } = parts

  const keep = (study: Study): Study => {
    keeper.keepStudy(study)
    return outbox.withWaiting(study)
  }
  /** Caches the study from a call's answer. */
  const kept = async (answer: Promise<Reply<Study>>): Promise<Reply<Study>> => {
    const reply = await answer
    return reply.ok ? ok(keep(reply.value)) : reply
  }
  const readAtriumID = async (studyID: StudyID): Promise<Reply<string>> => {
    const copy = reader.cached(studyID)
    if (copy !== null) return ok(copy.member.atriumID)
    const read = await reader.readFresh(studyID)
    return read.ok ? ok(read.value.member.atriumID) : read
  }

  /** Returns whether the user may see a study's notes and check-ins: the study must be at a location of the user. */
  const maySee = (studyID: StudyID): boolean => {
    const user = session.user()
    const study = database.withCache((cache) => cache.calendar.study(studyID))
    return user !== null && study !== null && isLocationAllowed(user, study.locationID)
  }

  return {
    ...createStudyMarks({ ...parts, keep }),
    ...createStudyConsult({ ...parts, kept }),
    ...createStudyOpportunity(parts),
    ...createStudyRecording({ calls, kept }),
    confirmBodyCompositionQC: createBodyCompositionCheck(parts),

    read: async ({ studyID }) => {
      const reply = await reader.read(studyID)
      if (!reply.ok) return reply
      // Follows the study's location even if the rest of the screen shows another location: changes by other
      // workstations must appear within seconds.
      sync.lookAt(reply.value.study.locationID)
      return ok({ ...reply.value, waiting: outbox.ofStudy(studyID) })
    },

    readLog: async ({ studyID }) => {
      // Reads the notes before the log. If a note is sent between the two reads, the note appears twice for a moment,
      // but is never missing.
      const notes = outbox
        .ofStudy(studyID)
        .flatMap(({ note, at, by, failure }) => (note === null || failure !== null ? [] : [{ ...note, time: at, by }]))
      const reply = await calls.call('readLog', { params: { studyId: studyID } })
      return reply.ok ? ok([...reply.value, ...notes]) : reply
    },

    waiting: async () => ok(outbox.waiting().filter(({ isOwn, studyID }) => isOwn || maySee(studyID))),
    dismissWaiting: async ({ idempotencyKey }) => outbox.dismiss(idempotencyKey),

    setPrescriptionTaken: async ({ studyID, prescriptionTaken }) => {
      if (!hasRole(session.user()?.roles ?? [], 'frontdesk')) {
        return fail('insufficient-permissions', studyActionRules['set-sedative-taken'].reason)
      }
      const member = await readAtriumID(studyID)
      if (!member.ok) return member
      const params = { studyId: studyID }
      const body = { prescriptionTaken, atriumID: member.value }
      const reply = await calls.call('setPrescriptionTaken', { params, body })
      return reply.ok ? ok(keep(reply.value.study)) : reply
    },

    changePractitioners: async ({ studyID, version, practitioners }) =>
      await kept(calls.call('updateStudy', { params: { studyId: studyID }, body: { version, practitioners } })),

    searchPractitioners: async ({ text }) =>
      await calls.call('readPractitioners', { query: text === '' ? {} : { text } }),

    changePractitioner: async ({ practitionerID, version, contact, locationID }) =>
      await calls.call('changePractitioner', {
        params: { practitionerID },
        body: { version, contact, ...(locationID !== undefined && { locationID }) },
      }),

    resendConfirmation: async ({ studyID, idempotencyKey }) =>
      await messages.send('confirmation', studyID, idempotencyKey),
    resendFeedback: async ({ studyID, message, idempotencyKey }) =>
      await messages.send(message === 'reminder' ? 'feedback-reminder' : 'amplification', studyID, idempotencyKey),

    confirmMemberEmail: async ({ studyID, email }) => {
      // Confirming twice has no further effect, so the call is repeated after a lost answer.
      const reply = await completeCall(() =>
        calls.call('confirmMemberEmail', { params: { studyId: studyID }, body: { email } }),
      )
      return reply.ok ? ok({}) : reply
    },

    readReferralCode: async ({ studyID }) => {
      const copy = reader.cached(studyID)
      const read = copy === null ? await reader.readFresh(studyID) : ok(copy)
      if (!read.ok) return read
      return await calls.call('readReferralCode', { body: { user_id: read.value.member.patientID } })
    },

    readPaper: async ({ studyID, paper }) => {
      const read = await items.read(studyID, { kind: 'paper', paper })
      if (!read.ok) return read
      const { fileName, bytes, pages } = read.value
      return ok({ fileName, base64: Buffer.from(bytes).toString('base64'), pages })
    },
    readSocialVideos: async ({ studyID }) => await calls.call('readScanVideos', { params: { studyId: studyID } }),
  }
}
