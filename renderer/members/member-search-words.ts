import { countOf } from '#domain/format/format-count.ts'

/** The texts of the member search. */
export const memberSearchWords = {
  label: 'Search members',
  placeholder: 'Name, phone, birth date or email',
  emptyTitle: 'Find a member',
  empty: 'Enter part of a name, phone number or email, or a birth date such as 03 Feb 1980.',
  today: (location: string) => `Today at ${location}`,
  loading: 'Searching',
  failedTitle: 'The search failed',
  tryAgain: 'Try again',
  found: (count: number) => `${countOf(count, 'member')} found`,
  copyTitle: 'Only the members saved on this computer were searched',
  copyOnline: 'Search again to search all members.',
  noneTitle: 'No members found',
  noneInCopyTitle: 'No members found on this computer',
  create: 'Create a new member',
  count: (count: number, isInCopy: boolean) => `${count} found${isInCopy ? inCopy : ''}`,
  firstCount: (count: number, isInCopy: boolean) =>
    `First ${count} found${isInCopy ? inCopy : ''}. Type more to narrow the search.`,
}

/** Where a search looked: in the back office, or only in this computer's cache. */
export type SearchedIn = 'cache' | 'back-office'

/** The hint that a cache search may have missed members. */
export const copyMayLack = 'Other members may exist. Go online to search all members.'

/** Returns the text of an empty result, with the source searched. Every screen that searches for members uses it. */
export const describeNoMembers = (text: string, source: SearchedIn): string =>
  source === 'cache'
    ? `No members match “${text}” on this computer. ${copyMayLack}`
    : `No members match “${text}”. Atrium searched names, similar spellings, phone numbers, birth dates, emails and member IDs.`

/** Search hints that help to avoid a duplicate member. */
export const searchHint =
  'Before you create a member, search by last name alone, birth date (such as 03 Feb 1980) or phone number.'

/** The text after the number of members found offline. */
export const inCopy = ' on this computer'
