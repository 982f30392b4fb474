import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { Notices, NoticeToast } from '../kit/notices.ts'

/** Returns full name and birth date: "Ana Silva, 03 Feb 1980". */
export const whoOf = (member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>): string =>
  `${fullName(member)}, ${formatDate(member.dob)}`

/** Adds the name to a notice that does not name the person: the notice may appear on another member's page. */
export const naming = (notice: NoticeToast | string, who: string): NoticeToast => {
  const { description, ...rest } = typeof notice === 'string' ? { title: notice } : notice
  const isNamed = description?.startsWith(who) === true
  return { ...rest, description: description === undefined ? who : isNamed ? description : `${who}. ${description}` }
}

/** The keys of a page's open notices that offer an act, and whether the page is still open. */
export type Offers = { readonly keys: Set<string>; isOpen: boolean }

/** Closes the notices that offer an act when the user leaves the page. */
export const closeOffers = (notices: Pick<Notices, 'close'>, offers: Offers): void => {
  offers.isOpen = false
  for (const key of offers.keys) notices.close(key)
  offers.keys.clear()
}

/**
 * Creates notices for one person's page. Each notice names the person, and offers an act only while the page is open.
 */
export const createNamedNotices = (notices: Notices, who: string, offers: Offers): Notices => {
  const say =
    (tone: 'success' | 'warning' | 'error') =>
    (given: NoticeToast | string): string => {
      const { action, ...rest } = naming(given, who)
      if (action === undefined || !offers.isOpen) return notices[tone](rest)
      const key = notices[tone]({ ...rest, action })
      offers.keys.add(key)
      return key
    }
  return { success: say('success'), warning: say('warning'), error: say('error'), close: notices.close }
}
