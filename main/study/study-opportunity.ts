import type { StudyBridge } from '#contract/study/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { StudyReader } from '../study-access/study-reader.ts'

type StudyOpportunityParts = { readonly calls: StaffCalls; readonly reader: StudyReader }

/** Creates the commands for a study's opportunity in the sales system. */
export const createStudyOpportunity = ({
  calls,
  reader,
}: StudyOpportunityParts): Pick<
  StudyBridge,
  'readOpportunity' | 'lookUpOpportunity' | 'changeOpportunity' | 'linkOpportunity'
> => ({
  readOpportunity: async ({ studyID }) => await calls.call('readStudyOpportunity', { params: { studyId: studyID } }),
  lookUpOpportunity: async ({ studyID, opportunityID }) =>
    await calls.call('readOpportunityCandidate', { params: { studyId: studyID, opportunityID } }),
  changeOpportunity: async ({ studyID, expected, changes }) =>
    await calls.call('changeStudyOpportunity', { params: { studyId: studyID }, body: { expected, changes } }),
  linkOpportunity: async ({ studyID, opportunityID, isConfirmed, idempotencyKey }) => {
    const params = { studyId: studyID }
    const body = { opportunityID, ...(isConfirmed === true && { isConfirmed }) }
    const reply = await completeCall(() =>
      calls.callExactly('linkStudyOpportunity', { params, body }, { idempotencyKey }),
    )
    // The answer has no study. Without this read, the changed study would arrive only a moment later, through the feed.
    if (reply.ok) await reader.readFresh(studyID)
    return reply
  },
})
