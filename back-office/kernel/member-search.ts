import type { Member } from '#domain/members/member.ts'
import type { MemberScope } from '../repositories/member-search-repository.ts'

/** What was asked: a text or the beginning of an e-mail address, by whom, and for how many. */
export type SearchAsked = {
  readonly text: string
  readonly email: string
  readonly scope: MemberScope
  readonly limit: number
}

export type SearchFound = {
  readonly members: readonly Member[]
  /** Ids of those whom the caller found outside their own locations. */
  readonly outside: ReadonlySet<string>
}

/** Finds members by what a desk typed. */
export type MemberSearch = {
  find(asked: SearchAsked): Promise<SearchFound>
  /** Resolves when the search can answer at once. */
  prepare(): Promise<void>
  close(): Promise<void>
}
