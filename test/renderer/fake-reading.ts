import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'
import { assignmentReason, readAssignment } from '#domain/study/assignment.ts'
import { feedbackReason } from '#domain/study/feedback.ts'
import { isSameValue } from '#domain/study/merge-fields.ts'
import { prescriptionFieldsOf, prescriptionReason, withPrescription } from '#domain/study/prescription.ts'
import type { Study } from '#domain/study/study.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { FakeWorld } from './fake-members.ts'

const radiologists = [
  { userID: 'u-radiologist', name: 'Ines Duarte' },
  { userID: 'u-radiologist-2', name: 'Tomas Berg' },
]

const stale = (study: Study) => fail('stale', 'Someone else changed this study.', { currentVersion: study.version })

type Parts = {
  readonly world: Pick<FakeWorld, 'now' | 'user'>
  readonly forbids: (study: Study, action: StudyAction) => Reply<never> | null
  readonly write: (study: Study) => Study
  readonly act: <Value>(
    input: { readonly studyID: string },
    run: (study: Study) => Reply<Value>,
  ) => Promise<Reply<Value>>
}

/** Creates the feedback of members, prescriptions and assignments to radiologists. Applies the domain's rules. */
export const createFakeReading = ({
  world,
  forbids,
  write,
  act,
}: Parts): Pick<
  StudyBridge,
  'recordFeedback' | 'recordPrescription' | 'assignStudy' | 'readRadiologists' | 'writeFrontDeskNote'
> => {
  const person = (): string => world.user()?.fullname ?? 'Member'
  return {
    recordFeedback: ({ studyID, version, feedback }) =>
      act({ studyID }, (before) => {
        const refused = forbids(before, 'record-feedback')
        if (refused !== null) return refused
        if (before.status.feedbackReceived === true && isSameValue(before.details.feedback, feedback)) return ok(before)
        const reason = feedbackReason(before.status)
        if (reason !== null) return fail('act-not-allowed', reason)
        if (before.version !== version) return stale(before)
        const received =
          before.status.feedbackReceived === true
            ? {}
            : { feedbackReceived: true, feedbackReceivedTime: world.now(), feedbackReceivedBy: person() }
        const status = { ...before.status, ...received }
        return ok(write({ ...before, status, details: { ...before.details, feedback } }))
      }),
    writeFrontDeskNote: ({ studyID, note, from }) =>
      act({ studyID }, (before) => {
        const { frontDeskNote } = before.details
        if (frontDeskNote === note) return ok(before)
        if (before.status.cancelled) return fail('act-not-allowed', 'This appointment has been cancelled.')
        if (frontDeskNote !== from) return stale(before)
        return ok(write({ ...before, details: { ...before.details, frontDeskNote: note } }))
      }),
    recordPrescription: ({ studyID, version, prescription }) =>
      act({ studyID }, (before) => {
        const refused = forbids(before, 'record-prescription')
        if (refused !== null) return refused
        if (isSameValue(prescriptionFieldsOf(before.sedative), prescription)) return ok(before)
        const reason = prescriptionReason(before.sedative, before.status)
        if (reason !== null) return fail('act-not-allowed', reason)
        if (before.version !== version) return stale(before)
        const at = world.now()
        const record = { at, by: person(), today: at.slice(0, 10) as PlainDate }
        return ok(write({ ...before, sedative: withPrescription(before.sedative, prescription, record) }))
      }),
    assignStudy: ({ studyID, to, from }) =>
      act({ studyID }, (before) => {
        const refused = forbids(before, 'assign-study')
        if (refused !== null) return refused
        const assigned = readAssignment(before.status)
        const present = assigned?.userID ?? null
        if (present === to && (assigned === null) === (to === null)) return ok(before)
        const { user_id: userID = '', roles = [] } = world.user() ?? {}
        const reason = assignmentReason(before.status, { userID, roles }, to)
        if (reason !== null) return fail('act-not-allowed', reason)
        if (present !== from) return stale(before)
        const after = radiologists.find((one) => one.userID === to)
        if (to !== null && after === undefined) return fail('act-not-allowed', 'This is no radiologist.')
        const status = {
          ...before.status,
          assignedTo: after?.name ?? null,
          assignedToID: to,
          assignedToTime: to === null ? null : world.now(),
          assignedToBy: to === null ? null : person(),
        }
        return ok(write({ ...before, status }))
      }),
    readRadiologists: (input) => act(input, () => ok(radiologists)),
  }
}
