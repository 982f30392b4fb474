import type { Member } from '#domain/members/member.ts'

/** What was asked: a text or the beginning of an e-mail address, by whom, and for how many. */
export type SearchAsked = {
  readonly text: string
  readonly email: string
  /** All members, or those with a study at one of these locations and those whom this user entered. */
  readonly scope: 'all' | { readonly locations: readonly string[]; readonly userID: string }
  readonly limit: number
}

export type SearchFound = {
  readonly members: readonly Member[]
  /** Ids of those whom the caller found outside their own locations. */
  readonly outside: ReadonlySet<string>
}

/** Finds members by what a desk typed. */
export type MemberSearchIndex = {
  find(asked: SearchAsked): Promise<SearchFound>
  /** Resolves when the search can answer at once. */
  prepare(): Promise<void>
  close(): Promise<void>
}
