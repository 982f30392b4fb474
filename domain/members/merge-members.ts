import type { Member } from './member.ts'

/**
 * The parts of two records between which a merge chooses. The fields of one part come from the same record, because the
 * street of one address and the city of another do not form a real address.
 */
const mergeParts = {
  firstname: ['firstname'],
  middlename: ['middlename'],
  preferredName: ['preferredName'],
  lastname: ['lastname'],
  dob: ['dob', 'yob', 'mob'],
  gender: ['gender'],
  email: ['email'],
  phone: ['phone_number'],
  address: ['address', 'city', 'state', 'postalCode', 'country'],
  phn: ['phn'],
  leadSource: ['leadSource', 'leadSourceDetail'],
  language: ['language'],
  crm: ['salesforceAccountId', 'sfOpportunityID'],
} as const satisfies Record<string, readonly (keyof Member)[]>

export type MergePart = keyof typeof mergeParts
export const mergePartNames = Object.keys(mergeParts) as readonly MergePart[]

/** The record that a part is taken from: the member who is kept, or the member who is merged into that member. */
export type MergeChoice = 'kept' | 'merged'
type MergeChoices = Readonly<Partial<Record<MergePart, MergeChoice>>>

/** A field that a merge sets in the kept record. */
type MergeableField = (typeof mergeParts)[MergePart][number]
type MergeableRecord = Pick<Member, MergeableField>

const fieldsOf = (part: MergePart): readonly MergeableField[] => mergeParts[part]

/**
 * Returns whether a record has no value for a part. The first field decides: a country without a street is not an
 * address, and the three fields of a birth date are always set together.
 */
const isEmptyPart = (record: MergeableRecord, part: MergePart): boolean => {
  const [first] = fieldsOf(part)
  return first === undefined || record[first] === '' || record[first] === null
}

const comparedValue = (record: MergeableRecord, field: MergeableField): string =>
  field === 'email' ? record.email.trim().toLowerCase() : String(record[field] ?? '')

/** Returns whether two records have different values in a part. Email addresses that differ only in case are equal. */
export const isPartDifferent = (kept: MergeableRecord, merged: MergeableRecord, part: MergePart): boolean =>
  fieldsOf(part).some((field) => comparedValue(kept, field) !== comparedValue(merged, field))

/** Returns the parts in which two records differ, in the order of the screen. */
export const differentParts = (kept: MergeableRecord, merged: MergeableRecord): readonly MergePart[] =>
  mergePartNames.filter((part) => isPartDifferent(kept, merged, part))

/**
 * Returns the record that a part is taken from if no choice was made: the kept record or, if its part is empty, the
 * merged one.
 */
export const defaultChoice = (kept: MergeableRecord, merged: MergeableRecord, part: MergePart): MergeChoice =>
  isEmptyPart(kept, part) && !isEmptyPart(merged, part) ? 'merged' : 'kept'

/** Returns the kept record with the chosen parts. Ids, roles and version are those of the kept record. */
export const toMergedRecord = <Kept extends MergeableRecord>(
  kept: Kept,
  merged: MergeableRecord,
  choices: MergeChoices,
): Kept => {
  const taken = mergePartNames.filter((part) => (choices[part] ?? defaultChoice(kept, merged, part)) === 'merged')
  const fields = taken.flatMap((part) => fieldsOf(part)).map((field) => [field, merged[field]] as const)
  return { ...kept, ...(Object.fromEntries(fields) as Partial<MergeableRecord>) }
}

/** The facts about one of the two members that decide whether a merge is possible. */
export type MergeSubject = {
  readonly memberID: string
  readonly dob: string
  /** The member into which this one was merged; null for a member who was not merged. */
  readonly mergedInto: string | null
  /** Whether the member's identity was erased. */
  readonly isErased: boolean
}

/** Why a merge is refused. */
export type MergeRefusal =
  | 'same-member'
  | 'kept-erased'
  | 'merged-erased'
  | 'already-merged-here'
  | 'merged-elsewhere'
  | 'kept-merged-away'
  | 'reason-missing'
  | 'birth-dates-differ'

type MergeReasons = {
  /** Why the two records are one person, typed by the administrator. */
  readonly reason: string
  /** Why the birth dates differ; empty if they are equal. */
  readonly birthDateReason: string
}

/** Returns why two members cannot be merged, whatever reason is given; null if they can. */
export const mergeObstacle = (kept: MergeSubject, merged: MergeSubject): MergeRefusal | null => {
  if (kept.memberID === merged.memberID) return 'same-member'
  if (merged.mergedInto === kept.memberID) return 'already-merged-here'
  if (merged.mergedInto !== null) return 'merged-elsewhere'
  if (kept.mergedInto !== null) return 'kept-merged-away'
  if (kept.isErased) return 'kept-erased'
  if (merged.isErased) return 'merged-erased'
  return null
}

/** Returns why a merge is refused; null if it may be done. */
export const decideMerge = (
  kept: MergeSubject,
  merged: MergeSubject,
  { reason, birthDateReason }: MergeReasons,
): MergeRefusal | null => {
  const obstacle = mergeObstacle(kept, merged)
  if (obstacle !== null) return obstacle
  if (reason.trim() === '') return 'reason-missing'
  return kept.dob !== merged.dob && birthDateReason.trim() === '' ? 'birth-dates-differ' : null
}

/** The refusals that a person can resolve by typing a reason, each with the field of that reason. */
export const reasonFieldOf: Readonly<Partial<Record<MergeRefusal, 'reason' | 'birthDateReason'>>> = {
  'reason-missing': 'reason',
  'birth-dates-differ': 'birthDateReason',
}

/**
 * Returns the parts of the kept record that an undo restores: parts that the merge changed and that still have the
 * values of the merge. A part that was changed after the merge stays.
 */
export const decidePartsToRestore = (
  before: MergeableRecord,
  after: MergeableRecord,
  now: MergeableRecord,
): { readonly back: readonly MergePart[]; readonly stay: readonly MergePart[] } => {
  const changed = mergePartNames.filter((part) => fieldsOf(part).some((field) => before[field] !== after[field]))
  const isUnchanged = (part: MergePart): boolean => fieldsOf(part).every((field) => after[field] === now[field])
  return { back: changed.filter(isUnchanged), stay: changed.filter((part) => !isUnchanged(part)) }
}

/** Returns the kept record after an undo: the restored parts have their values from before the merge. */
export const toRestoredRecord = <Kept extends MergeableRecord>(
  before: MergeableRecord,
  now: Kept,
  back: readonly MergePart[],
): Kept => {
  const fields = back.flatMap((part) => fieldsOf(part)).map((field) => [field, before[field]] as const)
  return { ...now, ...(Object.fromEntries(fields) as Partial<MergeableRecord>) }
}

/** Why the undo of a merge is refused. */
export type MergeUndoRefusal =
  | 'already-undone'
  | 'kept-merged-away'
  | 'kept-erased'
  | 'reason-missing'
  | 'email-in-use'
  | 'credits-used'

type MergeUndoFacts = {
  readonly isUndone: boolean
  /** Whether the kept member has since been merged into a third member. */
  readonly isKeptMergedAway: boolean
  /** Whether either member has since been erased. */
  readonly isErased: boolean
  readonly reason: string
  /** Whether another member now has an email address that the undo would restore. */
  readonly isEmailInUse: boolean
  /** Whether the kept member's credits would fall below 0, because credits of the merged member were used. */
  readonly areCreditsUsed: boolean
}

/** Returns why a merge cannot be undone; null if it can. */
export const decideMergeUndo = (facts: MergeUndoFacts): MergeUndoRefusal | null => {
  if (facts.isUndone) return 'already-undone'
  if (facts.isKeptMergedAway) return 'kept-merged-away'
  if (facts.isErased) return 'kept-erased'
  if (facts.isEmailInUse) return 'email-in-use'
  if (facts.areCreditsUsed) return 'credits-used'
  return facts.reason.trim() === '' ? 'reason-missing' : null
}

/**
 * Returns the address of the one opt-out that replaces two: their address if both are for the same one; otherwise null,
 * which means any address.
 */
export const joinOptOutAddresses = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase() ? one : null
