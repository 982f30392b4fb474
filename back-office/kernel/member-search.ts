import type { Member } from '#domain/members/member.ts'

/**
 * A search: a text, the beginning of an email address, the caller's scope and the limit. An empty text or address is
 * not searched for.
 */
export type SearchAsked = {
  readonly text: string
  readonly email: string
  /** All members, or only the members with a study at one of these locations and the members that this user created. */
  readonly scope: 'all' | { readonly locations: readonly string[]; readonly userID: string }
  readonly limit: number
}

export type SearchFound = {
  readonly members: readonly Member[]
  /** Ids of the found members who are outside the caller's locations. */
  readonly outside: ReadonlySet<string>
}

/** Finds members by typed text. */
export type MemberSearchIndex = {
  find(asked: SearchAsked): Promise<SearchFound>
  /** Resolves when the search can answer without delay. */
  prepare(): Promise<void>
  close(): Promise<void>
}
