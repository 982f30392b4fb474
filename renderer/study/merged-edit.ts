import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'

/**
 * An edit. `base` has the saved fields from which the user began, with the changes of other workstations that were
 * merged later. `mine` has the fields as the user has them now.
 */
export type Editing<Fields> = { readonly base: Fields; readonly mine: Fields }

/**
 * Applies changes to an edit. Values merged from another workstation become the new base, so that setting a field back
 * to its earlier value counts as a change. Conflicts stay open.
 */
export const changeFields = <Fields extends object>(
  editing: Editing<Fields>,
  theirs: Fields,
  changes: Partial<Fields>,
): Editing<Fields> => {
  const { merged, conflicts } = mergeFields(editing.base, editing.mine, theirs)
  const base = { ...theirs }
  for (const { field, base: from } of conflicts) base[field] = from
  return { base, mine: { ...merged, ...changes } }
}

/**
 * Returns the edit that must still be saved after `sent` was saved as `saved` while the user kept typing; null if there
 * is none.
 */
export const restAfterSave = <Fields extends object>(
  sent: Fields,
  typed: Fields,
  saved: Fields,
): Editing<Fields> | null => {
  if (isSameValue(sent, typed)) return null
  const { merged } = mergeFields(sent, typed, saved)
  return isSameValue(merged, saved) ? null : { base: saved, mine: merged }
}
