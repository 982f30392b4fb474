import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import { decideStudyAction } from '#domain/permissions/study-actions.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { toSchedulerPage } from '../consult/scheduler-page.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { StudyReader } from '../study-access/study-reader.ts'

export type StudyConsultParts = {
  readonly calls: StaffCalls
  readonly session: SessionHolder
  readonly reader: StudyReader
  /** Returns the back office's URL; null while it is not known. */
  backOfficeUrl(): string | null
  /** Returns the environment that the back office reported; null until it has answered. */
  environment(): Environment | null
  /** Caches the study from a call's answer. */
  kept(answer: Promise<Reply<Study>>): Promise<Reply<Study>>
}

const nothingBookedMessage = 'There is no booked consult to reschedule or cancel.'

/**
 * Creates the commands for the consult with the nurse practitioner: marking it, opening its scheduling page, and
 * recording the bookings that this page reports.
 */
export const createStudyConsult = (
  parts: StudyConsultParts,
): Pick<StudyBridge, 'markConsult' | 'openScheduler' | 'syncConsult'> => {
  const { calls, session, reader, backOfficeUrl, environment, kept } = parts

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

  return {
    markConsult: async ({ studyID, act, idempotencyKey }) => {
      const params = { studyId: studyID }
      return await kept(
        completeCall(() => calls.callExactly('markConsult', { params, body: { act } }, { idempotencyKey })),
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
      // Some locations have a separate scheduling page for preferred consults.
      const own = purpose === 'preferred' ? (location.preferredConsultUrl ?? null) : null
      const place = { calendlyUrl: own ?? location.calendlyUrl, backOfficeUrl: address ?? '', member: person }
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
      return await kept(completeCall(() => calls.callExactly('syncConsult', { params, body }, { idempotencyKey })))
    },
  }
}
