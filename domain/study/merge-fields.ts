export type FieldConflict<Fields, Field extends keyof Fields = keyof Fields> = {
  readonly field: Field
  readonly base: Fields[Field]
  readonly mine: Fields[Field]
  readonly theirs: Fields[Field]
}

type MergedFields<Fields> = {
  readonly merged: Fields
  /** Fields taken from the other workstation. */
  readonly taken: readonly (keyof Fields)[]
  /** Fields that both changed differently; `merged` has the value of `mine` until a person has decided. */
  readonly conflicts: readonly FieldConflict<Fields>[]
}

/**
 * Merges the changes that two workstations made to one flat record, field by field. A field that only one workstation
 * changed takes that change. A field that both changed to the same value takes that value. A field that both changed
 * differently is a conflict, with all three values. Fields are compared by content, so a list or a record counts as one
 * value.
 */
export const mergeFields = <Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): MergedFields<Fields> => {
  const taken: (keyof Fields)[] = []
  const conflicts: FieldConflict<Fields>[] = []
  const merged = { ...mine }
  const fields = new Set([...keysOf(base), ...keysOf(mine), ...keysOf(theirs)])
  for (const field of fields) {
    if (isSameValue(theirs[field], base[field]) || isSameValue(theirs[field], mine[field])) continue
    if (isSameValue(mine[field], base[field])) {
      merged[field] = theirs[field]
      taken.push(field)
    } else {
      conflicts.push({ field, base: base[field], mine: mine[field], theirs: theirs[field] })
    }
  }
  return { merged, taken, conflicts }
}

const keysOf = <Fields extends object>(fields: Fields): (keyof Fields)[] => Object.keys(fields) as (keyof Fields)[]

/**
 * Returns whether two JSON values are equal. The order of a record's fields does not matter; the order of a list does.
 */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => isSameValue(value, b[index]))
    )
  }
  const [inA, inB] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return inA.size === inB.size && [...inA].every(([key, value]) => inB.has(key) && isSameValue(value, inB.get(key)))
}
