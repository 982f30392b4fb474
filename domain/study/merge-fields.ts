export type FieldConflict<Fields, Field extends keyof Fields = keyof Fields> = {
  readonly field: Field
  readonly base: Fields[Field]
  readonly mine: Fields[Field]
  readonly theirs: Fields[Field]
}

type MergedFields<Fields> = {
  readonly merged: Fields
  /** Fields taken over from the other desk. */
  readonly taken: readonly (keyof Fields)[]
  /** Fields that both changed differently; in `merged` they are as mine are, until a person has decided. */
  readonly conflicts: readonly FieldConflict<Fields>[]
}

/**
 * Brings together what two desks made of one flat record, field by field: what only one of them changed is as they left it,
 * what both changed alike is that, what both changed differently is a conflict. Nothing is lost: each conflict has all three.
 * Fields are compared by what they hold, so that lists and records count as one value.
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

/** Whether two JSON values hold the same. The order of a record's fields does not count, that of a list does. */
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
