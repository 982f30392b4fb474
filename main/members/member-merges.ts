import type { MembersBridge } from '#contract/members/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { forgetMember } from './forget-member.ts'

type Parts = { readonly calls: StaffCalls; readonly keeper: Pick<RecordKeeper, 'apply' | 'keepMembers' | 'publish'> }

/** Creates the commands about merges of members. The workstation keeps no list of merges. */
export const createMemberMerges = ({
  calls,
  keeper,
}: Parts): Pick<MembersBridge, 'previewMerge' | 'merge' | 'listMerges' | 'previewMergeUndo' | 'undoMerge'> => ({
  previewMerge: async ({ keptID, mergedID }) =>
    await calls.call('previewMemberMerge', { params: { id: keptID }, query: { mergedID } }),
  merge: async ({ keptID, idempotencyKey, ...body }) => {
    const reply = await completeCall(() =>
      calls.callExactly('mergeMembers', { params: { id: keptID }, body }, { idempotencyKey }),
    )
    if (reply.ok) {
      forgetMember(keeper, body.mergedID)
      keeper.keepMembers([reply.value.member])
    }
    return reply
  },
  listMerges: async ({ memberID }) =>
    await calls.call('readMemberMerges', { query: memberID === undefined ? {} : { memberID } }),
  previewMergeUndo: async ({ keptID, mergeID }) =>
    await calls.call('previewMergeUndo', { params: { id: keptID, mergeID } }),
  undoMerge: async ({ keptID, mergeID, reason, idempotencyKey }) => {
    const input = { params: { id: keptID, mergeID }, body: { reason } }
    const reply = await completeCall(() => calls.callExactly('undoMemberMerge', input, { idempotencyKey }))
    if (reply.ok) keeper.keepMembers([reply.value.kept, reply.value.merged])
    return reply
  },
})
