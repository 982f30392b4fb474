/** Where a search looked: among all members, or in this computer's copy alone. */
export type SearchedIn = 'cache' | 'back-office'

/** What a search of this computer's copy may have missed. */
export const copyMayLack = 'Newer or other members may exist; connect to search everyone.'

/** What an empty result says: where was searched. The same on every screen that searches for members. */
export const describeNoMembers = (text: string, source: SearchedIn): string =>
  source === 'cache'
    ? `No members match “${text}” in this computer's copy. ${copyMayLack}`
    : `No members match “${text}”. Names, similar spellings, phone numbers, birth dates, e-mails and member IDs were searched.`

/** What to try before a member is created twice. */
export const searchHint =
  'Try the last name alone, the birth date (such as 03 Feb 1980) or the phone number before you create a member.'

/** What follows the number of members found offline. */
export const inCopy = " in this computer's copy"
