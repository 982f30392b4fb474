import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { changeMember, toWrapped } from './change-member.ts'
import { createMember } from './create-member.ts'
import { readDataDuties, readMemberDuties } from './data-duties.ts'
import { confirmMemberEmail } from './emails.ts'
import { eraseMember } from './erase-member.ts'
import { liftLegalHold, placeLegalHold } from './legal-holds.ts'
import { mergeMembers, previewMemberMerge } from './merge-members.ts'
import { readMember, readMembers } from './read-members.ts'
import { readReferralCode } from './referral-code.ts'
import { changeRetentionPeriod } from './retention.ts'
import { searchMembers } from './search-members.ts'
import { previewMergeUndo, readMemberMerges, undoMemberMerge } from './undo-merge.ts'

/**
 * Maps the routes of members (booking spec §2, §5, §7), of confirming their email addresses, of merges and of data
 * duties.
 */
export const membersHandlers = {
  readMember: ({ params }, context) => readMember(params.id, context),
  readMembers: ({ query }, context) => readMembers(query.user_id, context),
  createMember: ({ body }, context) => createMember(body, context),
  searchMembers: ({ body }, context) => searchMembers(body, context),
  changeMember: ({ params, body }, context) => changeMember(params.id, toWrapped(body), context),
  replaceMember: ({ params, body }, context) => changeMember(params.id, toWrapped(body), context),
  putUser: ({ body }, context) => changeMember(body.user_id, body, context),
  patchUser: ({ body }, context) => changeMember(body.user_id, body, context),
  readReferralCode: ({ body }, context) => readReferralCode(body.user_id, context),
  confirmMemberEmail: ({ params, body }, context) => confirmMemberEmail(params.studyId, body, context),
  readDataDuties: (_input, context) => readDataDuties(context),
  readMemberDuties: ({ params }, context) => readMemberDuties(params.id, context),
  placeLegalHold: ({ params, body }, context) => placeLegalHold(params.id, body, context),
  liftLegalHold: ({ params, body }, context) => liftLegalHold(params.holdID, body, context),
  changeRetentionPeriod: ({ body }, context) => changeRetentionPeriod(body, context),
  eraseMember: ({ params, body }, context) => eraseMember(params.id, body, context),
  previewMemberMerge: ({ params, query }, context) => previewMemberMerge(params.id, query.mergedID, context),
  mergeMembers: ({ params, body }, context) => mergeMembers(params.id, body, context),
  readMemberMerges: ({ query }, context) => readMemberMerges(query.memberID, context),
  previewMergeUndo: ({ params }, context) => previewMergeUndo(params.id, params.mergeID, context),
  undoMemberMerge: ({ params, body }, context) => undoMemberMerge(params.id, params.mergeID, body, context),
} satisfies Partial<Handlers<RouteName>>
