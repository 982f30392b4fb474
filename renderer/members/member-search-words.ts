/** The texts of the member search. */
export const memberSearchWords = {
  label: 'Search members',
  placeholder: 'Name, phone, birth date or e-mail',
  emptyTitle: 'Find a member',
  empty: 'Type any part of a name, phone number or e-mail, or a birth date such as 1980-02-03.',
  loading: 'Searching',
  failedTitle: 'The search did not work',
  tryAgain: 'Try again',
  copyTitle: "Only this computer's copy was searched",
  copyOnline: 'Search again to ask the back office.',
  noneTitle: 'No member found',
  noneInCopyTitle: "No member found in this computer's copy",
  create: 'Create a new member',
  count: (count: number, isInCopy: boolean) => `${count} found${isInCopy ? inCopy : ''}`,
  firstCount: (count: number, isInCopy: boolean) =>
    `The first ${count}${isInCopy ? inCopy : ''}. Type more to narrow it down.`,
}

/** Where a search looked: in the back office, or only in this computer's cache. */
export type SearchedIn = 'cache' | 'back-office'

/** The hint that a cache search may have missed members. */
export const copyMayLack = 'Newer or other members may exist; connect to search everyone.'

/** Returns the text of an empty result, with the source searched. Every screen that searches for members uses it. */
export const describeNoMembers = (text: string, source: SearchedIn): string =>
  source === 'cache'
    ? `No members match “${text}” in this computer's copy. ${copyMayLack}`
    : `No members match “${text}”. Names, similar spellings, phone numbers, birth dates, e-mails and member IDs were searched.`

/** Search hints that help to avoid a duplicate member. */
export const searchHint =
  'Try the last name alone, the birth date (such as 03 Feb 1980) or the phone number before you create a member.'

/** The text after the number of members found offline. */
export const inCopy = " in this computer's copy"
