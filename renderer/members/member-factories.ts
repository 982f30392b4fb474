import type { DataDuties } from '#contract/members/data-duties-fields.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { MemberMerge, MemberMerges } from '#domain/members/member-merge.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { createMemberDutiesStore, type MemberDutiesStore } from './data-duties-store.ts'
import { createMemberFormStore, type MemberFormOptions, type MemberFormStore } from './member-form-store.ts'
import { createMemberStore, type MemberStore } from './member-store.ts'
import { createMembersStore, type MembersStore } from './members-store.ts'
import { createMemberMergeStore, type MemberMergeStore } from './merge-store.ts'
import { createMergeUndoStore, type MergeUndoStore } from './undo-merge-store.ts'

/** Builds the stores of the member search, of one member and its data duties, of the member form, and of merges. */
export type MemberFactories = {
  readonly newMembers: () => MembersStore
  readonly newMember: (memberID: MemberID) => MemberStore
  readonly newMemberDuties: (memberID: MemberID) => MemberDutiesStore
  readonly newDataDuties: () => RecordsStore<DataDuties>
  readonly newMemberForm: (form: Omit<MemberFormOptions, 'bridge' | 'drafts' | 'newKey'>) => MemberFormStore
  readonly newMemberMerge: () => MemberMergeStore
  readonly newMergeUndo: (merge: MemberMerge) => MergeUndoStore
  /** The merges of one member, or of all members. */
  readonly newMemberMerges: (memberID?: MemberID) => RecordsStore<MemberMerges>
}

export const createMemberFactories = ({ bridge, stores, newKey }: StoreParts): MemberFactories => ({
  newMembers: () => createMembersStore(bridge),
  newMember: (memberID) => createMemberStore(bridge, memberID),
  newMemberDuties: (memberID) => createMemberDutiesStore(bridge, memberID, newKey),
  newDataDuties: () => createRecordsStore({ read: () => bridge.dataDuties.read({}), newKey }),
  newMemberForm: (form) => createMemberFormStore({ ...form, bridge, drafts: stores.drafts, newKey }),
  newMemberMerge: () => createMemberMergeStore({ bridge, newKey }),
  newMergeUndo: (merge) => createMergeUndoStore({ bridge, newKey, merge }),
  newMemberMerges: (memberID) =>
    createRecordsStore({
      read: () => bridge.members.listMerges(memberID === undefined ? {} : { memberID }),
      newKey,
    }),
})
