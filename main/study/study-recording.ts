import type { Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

type StudyRecordingParts = {
  readonly calls: StaffCalls
  /** Caches the study from a call's answer. */
  kept(answer: Promise<Reply<Study>>): Promise<Reply<Study>>
}

/** Creates the commands for what staff record on a study besides its marks; each needs the back office. */
export const createStudyRecording = ({
  calls,
  kept,
}: StudyRecordingParts): Pick<
  StudyBridge,
  | 'setReasonForScan'
  | 'writeFrontDeskNote'
  | 'recordPrescription'
  | 'recordFeedback'
  | 'assignStudy'
  | 'readRadiologists'
  | 'readConsentTexts'
> => ({
  setReasonForScan: async ({ studyID, ...body }) => {
    const params = { studyId: studyID }
    return await kept(calls.call('setReasonForScan', { params, query: { json: 'true' }, body }))
  },
  writeFrontDeskNote: async ({ studyID, ...body }) =>
    await kept(calls.call('writeFrontDeskNote', { params: { studyId: studyID }, body })),
  recordPrescription: async ({ studyID, ...body }) =>
    await kept(calls.call('recordPrescription', { params: { studyId: studyID }, body })),
  recordFeedback: async ({ studyID, ...body }) =>
    await kept(calls.call('recordFeedback', { params: { studyId: studyID }, body })),
  assignStudy: async ({ studyID, ...body }) =>
    await kept(calls.call('assignStudy', { params: { studyId: studyID }, body })),
  readRadiologists: async ({ studyID }) => await calls.call('readRadiologists', { params: { studyId: studyID } }),
  readConsentTexts: async ({ studyID }) =>
    await calls.call('readOfferedConsentTexts', { params: { studyId: studyID } }),
})
