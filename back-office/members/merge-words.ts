import type { MergeRefusal, MergeUndoRefusal } from '#domain/members/merge-members.ts'

/** The refusals of a merge of two members and of its undo. */
export const memberMergeWords = {
  noSuchMerge: 'This member has no such merge.',
  stale: 'Someone else changed one of these members. Compare both records again.',
  refusals: {
    'same-member': 'Choose another member: a member cannot be merged with itself.',
    'kept-erased': 'The identity of this member was erased. An erased member cannot be merged.',
    'merged-erased': 'The identity of the other member was erased. An erased member cannot be merged.',
    'already-merged-here': 'The other member is already merged into this one.',
    'merged-elsewhere': 'The other member is already merged into a third member. Undo that merge first.',
    'kept-merged-away': 'This member was merged into another member. Open that member.',
    'reason-missing': 'Enter why both records belong to one person.',
    'birth-dates-differ': 'The birth dates differ. Enter why both records belong to one person.',
  } satisfies Record<MergeRefusal, string>,
  undoRefusals: {
    'already-undone': 'This merge was already undone.',
    'kept-merged-away': 'The kept member was merged into another member since. Undo that merge first.',
    'kept-erased': 'The identity of one of these members was erased since. The merge cannot be undone.',
    'reason-missing': 'Enter why the merge is undone.',
    'email-in-use':
      'The email address of the merged member is now that of another record. Change it there first, then undo the merge.',
    'credits-used':
      'Credits of the merged member were used after the merge. Without them the kept member would owe credits.',
  } satisfies Record<MergeUndoRefusal, string>,
}
