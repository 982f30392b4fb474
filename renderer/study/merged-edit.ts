import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'

/** What is being changed: as it was when the person began, and as they have it now. */
export type Editing<Fields> = { readonly base: Fields; readonly mine: Fields }

/**
 * A change of what stands in the fields: what was taken over from another desk is what it is made upon, so that the value
 * from before can be chosen again. What both changed differently stays to be settled.
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

/** What is left to be saved of what was typed while `sent` was on its way and became `saved`; null where nothing is. */
export const restAfterSave = <Fields extends object>(
  sent: Fields,
  typed: Fields,
  saved: Fields,
): Editing<Fields> | null => {
  if (isSameValue(sent, typed)) return null
  const { merged } = mergeFields(sent, typed, saved)
  return isSameValue(merged, saved) ? null : { base: saved, mine: merged }
}
