import { z } from 'zod'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { decideStudyAction, studyActionRules } from '#domain/permissions/study-actions.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import { toSchedulerPage } from '../consult/scheduler-page.ts'
import type { StudyItemReader } from '../documents/study-item-reader.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createStudyMarks, type StudyMarksParts } from './marks.ts'
import type { MessageSender } from './message-sender.ts'

export type StudyServiceParts = Omit<StudyMarksParts, 'keep'> & {
  readonly keeper: RecordKeeper
  readonly sync: CacheSync
  readonly items: StudyItemReader
  readonly messages: MessageSender
  /** Where the back office is; null while it is not known. */
  backOfficeUrl(): string | null
  /** The back office's own word; null until it has answered. */
  environment(): Environment | null
}

const confirmBodyCompQC = {
  query: 'mutation ($studyId: ID!) { confirmBodyCompQC(studyId: $studyId) { message statusCode } }',
  answer: z.object({ confirmBodyCompQC: z.object({ message: z.string(), statusCode: z.number() }) }),
}

const nothingBookedMessage = 'No consult is booked that could be moved or cancelled.'

/** One study's page: read from the cache where it must, acted upon with the back office but for what the outbox keeps. */
export const createStudyService = (parts: StudyServiceParts): StudyBridge => {
  const { calls, database, keeper, session, sync, items, messages, outbox, reader, now, backOfficeUrl, environment } =
    parts

  const keep = (study: Study): Study => {
    keeper.keepStudy(study)
    return outbox.withWaiting(study)
  }
  /** Keeps the study that a call has answered. */
  const kept = async (answer: Promise<Reply<Study>>): Promise<Reply<Study>> => {
    const reply = await answer
    return reply.ok ? ok(keep(reply.value)) : reply
  }
  /** After a call that changed the study and does not answer with it; without it the feed brings it a moment later. */
  const readAgain = async (studyID: StudyID): Promise<void> => {
    await reader.readFresh(studyID)
  }

  const readAtriumID = async (studyID: StudyID): Promise<Reply<string>> => {
    const copy = reader.cached(studyID)
    if (copy !== null) return ok(copy.member.atriumID)
    const read = await reader.readFresh(studyID)
    return read.ok ? ok(read.value.member.atriumID) : read
  }

  const refusePreferred = (study: Study): Reply<never> | null => {
    const user = session.user()
    const decision = decideStudyAction('schedule-preferred-consult', {
      roles: user?.roles ?? [],
      environment: environment() ?? 'PRODUCTION',
      isNamed: user?.isNamedForPreferredConsult ?? false,
      skuID: study.skuID,
      status: study.status,
    })
    return decision.kind === 'allowed' ? null : fail('insufficient-permissions', decision.reason)
  }

  /** Notes and check-ins of studies at locations that are not the person's stay unseen. */
  const maySee = (studyID: StudyID): boolean => {
    const user = session.user()
    const study = database.withCache((cache) => cache.calendar.study(studyID))
    return user !== null && study !== null && isLocationAllowed(user, study.locationID)
  }

  return {
    ...createStudyMarks({ ...parts, keep }),

    read: async ({ studyID }) => {
      const reply = await reader.read(studyID)
      if (!reply.ok) return reply
      // Whatever location the desk works at: what is done at another desk has to appear here at once.
      sync.lookAt(reply.value.study.locationID)
      return ok({ ...reply.value, waiting: outbox.ofStudy(studyID) })
    },

    readLog: async ({ studyID }) => {
      // Before the log is read: what is sent meanwhile then stands twice for a moment, never nowhere.
      const notes = outbox
        .ofStudy(studyID)
        .flatMap(({ note, at, by, failure }) => (note === null || failure !== null ? [] : [{ ...note, time: at, by }]))
      const reply = await calls.call('readLog', { params: { studyId: studyID } })
      return reply.ok ? ok([...reply.value, ...notes]) : reply
    },

    waiting: async () => ok(outbox.waiting().filter(({ isOwn, studyID }) => isOwn || maySee(studyID))),
    dismissWaiting: async ({ idempotencyKey }) => outbox.dismiss(idempotencyKey),

    markConsult: async ({ studyID, act, idempotencyKey }) => {
      const params = { studyId: studyID }
      return await kept(
        settleCall(() => calls.callExactly('markConsult', { params, body: { act } }, { idempotencyKey })),
      )
    },

    openScheduler: async ({ studyID, purpose }) => {
      const read = await reader.readFresh(studyID)
      if (!read.ok) return read
      const { study, member, location } = read.value
      const refusal = purpose === 'preferred' ? refusePreferred(study) : null
      if (refusal !== null) return refusal
      const { consulting } = study.details
      const address = backOfficeUrl()
      const isNew = purpose === 'schedule' || purpose === 'preferred'
      const person = { name: `${member.firstname} ${member.lastname}`, email: member.email }
      const place = { calendlyUrl: location.calendlyUrl, backOfficeUrl: address ?? '', member: person }
      const page = toSchedulerPage({ ...place, purpose, consulting })
      if (page !== null) return ok(page)
      const isValid = toSchedulerPage({ ...place, purpose: 'schedule', consulting }) !== null
      return !isNew && isValid
        ? fail('act-not-allowed', nothingBookedMessage)
        : fail('scheduler-not-valid', studyMessages.schedulerError)
    },

    syncConsult: async ({ studyID, eventID, inviteeID, isPreferred, idempotencyKey }) => {
      const params = { studyId: studyID }
      const body = { eventID, inviteeID, isPreferred }
      return await kept(settleCall(() => calls.callExactly('syncConsult', { params, body }, { idempotencyKey })))
    },

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

    setReasonForScan: async ({ studyID, ...body }) => {
      const params = { studyId: studyID }
      return await kept(calls.call('setReasonForScan', { params, query: { json: 'true' }, body }))
    },

    readOpportunity: async ({ studyID }) => await calls.call('readStudyOpportunity', { params: { studyId: studyID } }),
    lookUpOpportunity: async ({ studyID, opportunityID }) =>
      await calls.call('readOpportunityCandidate', { params: { studyId: studyID, opportunityID } }),
    changeOpportunity: async ({ studyID, expected, changes }) =>
      await calls.call('changeStudyOpportunity', { params: { studyId: studyID }, body: { expected, changes } }),
    linkOpportunity: async ({ studyID, opportunityID, isConfirmed, idempotencyKey }) => {
      const params = { studyId: studyID }
      const body = { opportunityID, ...(isConfirmed === true && { isConfirmed }) }
      const reply = await settleCall(() =>
        calls.callExactly('linkStudyOpportunity', { params, body }, { idempotencyKey }),
      )
      if (reply.ok) await readAgain(studyID)
      return reply
    },

    resendConfirmation: async ({ studyID, idempotencyKey }) =>
      await messages.send('confirmation', studyID, idempotencyKey),
    resendFeedback: async ({ studyID, message, idempotencyKey }) =>
      await messages.send(message === 'reminder' ? 'feedback-reminder' : 'amplification', studyID, idempotencyKey),

    confirmMemberEmail: async ({ studyID, email }) => {
      // Confirming twice changes nothing, so a lost answer is asked for again.
      const reply = await settleCall(() =>
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

    confirmBodyCompositionQC: async ({ studyID }) => {
      const request = { ...confirmBodyCompQC, variables: { studyId: studyID } }
      // Confirming twice is fine, so an answer that was lost is simply asked for again.
      const reply = await settleCall(() => calls.callGraphqlExactly('confirmBodyCompQC', request))
      if (!reply.ok) return reply
      const { message, statusCode } = reply.value.confirmBodyCompQC
      if (statusCode >= 300) return fail('act-not-allowed', message)
      const read = await reader.readFresh(studyID)
      if (read.ok) return ok(read.value.study)
      // It is confirmed all the same: what is known here, with that.
      const copy = reader.cached(studyID)
      if (copy === null) return read
      const { study } = copy
      const confirmed = {
        bodyCompositionQC: true,
        bodyCompositionQCTime: now(),
        bodyCompositionQCBy: session.user()?.fullname ?? null,
      }
      return ok({ ...study, status: { ...study.status, ...confirmed } })
    },
  }
}
