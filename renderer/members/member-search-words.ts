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
