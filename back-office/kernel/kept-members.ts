import type { Database } from '../database/database.ts'
import type { AccessRecords } from './access-records.ts'
import type { Caller } from './handler.ts'
import type { ParsedInput } from './http/parse-input.ts'

type Records = { readonly db: Database; readonly records: Pick<AccessRecords, 'findKeptMembers'> }

/** The fields of an input that name a member. In the paths of members, the field `id` also names a member. */
const memberFields = ['patientID', 'patientId', 'user_id', 'atriumID', 'platformId'] as const

/** Calls of administrators about merges, which need the id as it is. */
const namesMergesPath = /\/administration\//
const namesMemberPath = /\/(userV2|members|atriumID)\/:id/

/**
 * Returns an input in which every member who was merged into another is replaced by that other member (decision 335). A
 * workstation may still have the id of the merged member, in its cache or in an open form.
 */
export const withKeptMembers = async (
  path: string,
  input: ParsedInput,
  { db, records }: Records,
): Promise<ParsedInput> => {
  if (namesMergesPath.test(path)) return input
  const isMember = (part: keyof ParsedInput, name: string): boolean =>
    memberFields.some((field) => field === name) || (part === 'params' && name === 'id' && namesMemberPath.test(path))
  const parts = ['params', 'query', 'body'] as const
  const named = parts.flatMap((part) =>
    Object.entries(input[part]).flatMap(([name, value]) =>
      typeof value === 'string' && isMember(part, name) ? [value] : [],
    ),
  )
  if (named.length === 0) return input
  const kept = await records.findKeptMembers(db, [...new Set(named)])
  if (kept.size === 0) return input
  const replaced = (part: keyof ParsedInput): ParsedInput[keyof ParsedInput] =>
    Object.fromEntries(
      Object.entries(input[part]).map(([name, value]) => [
        name,
        typeof value === 'string' && isMember(part, name) ? (kept.get(value) ?? value) : value,
      ]),
    )
  return { params: replaced('params'), query: replaced('query'), body: replaced('body') }
}

/** Returns the caller as the member into which the caller's own record was merged. The account and its name stay. */
export const asKeptMember = async (caller: Caller, { db, records }: Records): Promise<Caller> => {
  const { memberID } = caller
  if (memberID === null) return caller
  const kept = (await records.findKeptMembers(db, [memberID])).get(memberID)
  return kept === undefined ? caller : { ...caller, memberID: kept as typeof memberID }
}
