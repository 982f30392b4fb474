import type { SearchResult } from '#contract/search/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeMatch, similarName } from '#domain/members/match-reason.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { paths, places } from '../routes.ts'
import type { PageControl } from './page-controls.ts'
import { searchWords } from './search-words.ts'

export type SearchCommand =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'lock' }
  | { readonly kind: 'choose-location'; readonly locationID: Location['locationID'] }
  | { readonly kind: 'focus'; readonly element: HTMLElement }

/** One line of the palette. */
export type SearchEntry = {
  readonly id: string
  readonly section: 'studies' | 'members' | 'page' | 'actions'
  readonly title: string
  readonly detail: string
  /** Why a member matches, when name and detail do not show it. */
  readonly reasons: readonly string[]
  readonly command: SearchCommand
}

/** Returns the details that distinguish two people with the same name: birth date, email and phone. */
const memberDetail = (member: Pick<Member, 'dob' | 'email' | 'phone_number'>): string =>
  [formatDate(member.dob), member.email, formatPhone(member.phone_number)].filter((part) => part !== '').join(' · ')

const toEntry = (text: string, result: SearchResult): SearchEntry => {
  const name = fullName(result.member)
  if (result.kind === 'member') {
    const { patientID } = result.member
    return {
      id: `member-${patientID}`,
      section: 'members',
      title: name,
      detail: memberDetail(result.member),
      reasons: describeMatch(text, result.member),
      command: { kind: 'go', path: paths.members({ memberID: patientID }) },
    }
  }
  const { study } = result
  const time =
    study.booking === null ? searchWords.noTime : formatInstant(study.booking.utcStart, study.booking.timezone)
  return {
    id: `study-${study.studyID}`,
    section: 'studies',
    title: `${study.studyID} · ${name}`,
    detail: `${formatDate(result.member.dob)} · ${study.status.cancelled ? searchWords.cancelled : time}`,
    reasons: [],
    command: { kind: 'go', path: paths.study(study.studyID) },
  }
}

const actions = (locations: readonly Location[]): SearchEntry[] => {
  const go = (title: string, detail: string, path: string): SearchEntry => ({
    id: `go-${path}`,
    section: 'actions',
    title,
    detail,
    reasons: [],
    command: { kind: 'go', path },
  })
  return [
    go(searchWords.newBooking, searchWords.newBookingDetail, paths.booking()),
    go(searchWords.newMember, searchWords.newMemberDetail, paths.members({ new: 1 })),
    ...places
      .map(({ label, path }) => go(searchWords.goTo(label), '', path))
      .filter(({ id }) => id !== `go-${paths.booking()}`),
    go(searchWords.profile, searchWords.profileDetail, paths.profile()),
    {
      id: 'lock',
      section: 'actions',
      title: searchWords.lock,
      detail: searchWords.lockDetail,
      reasons: [],
      command: { kind: 'lock' },
    },
    go(searchWords.logOut, '', paths.logOut()),
    ...locations.map(
      (location): SearchEntry => ({
        id: `location-${location.locationID}`,
        section: 'actions',
        title: searchWords.workAt(location.address.name),
        detail: `${location.address.state}, ${location.address.country}`,
        reasons: [],
        command: { kind: 'choose-location', locationID: location.locationID },
      }),
    ),
  ]
}

const toPageEntry = ({ element, name, detail }: PageControl): SearchEntry => ({
  id: `page-${name}`,
  section: 'page',
  title: name,
  detail,
  reasons: [],
  command: { kind: 'focus', element },
})

/** Limits the actions shown without a search text, as there may be dozens of locations. */
const actionsAtFirst = 8
const actionsWithText = 5
const controlsWithText = 6

/**
 * Returns the lines of the palette: the studies and members found, then the page's controls and the actions that match
 * the text. They match if each word of the text is the start of a word of the title; without a text, no controls are
 * listed. If all members found only have similar names, they come last, because almost every word has a similar name.
 */
export const buildSearchEntries = (
  text: string,
  results: readonly SearchResult[],
  locations: readonly Location[],
  controls: readonly PageControl[] = [],
): readonly SearchEntry[] => {
  const words = foldText(text).split(' ').filter(Boolean)
  const matches = (entry: SearchEntry): boolean => {
    const spoken = foldText(entry.title).split(' ')
    return words.every((word) => spoken.some((part) => part.startsWith(word)))
  }
  const found = results.map((result) => toEntry(text, result))
  const members = found.filter(({ section }) => section === 'members')
  const others = [
    ...(words.length === 0 ? [] : controls.map(toPageEntry).filter(matches).slice(0, controlsWithText)),
    ...actions(locations)
      .filter(matches)
      .slice(0, words.length === 0 ? actionsAtFirst : actionsWithText),
  ]
  const areSimilarOnly = members.every(({ reasons }) => reasons.includes(similarName))
  return [
    ...found.filter(({ section }) => section === 'studies'),
    ...(areSimilarOnly ? [...others, ...members] : [...members, ...others]),
  ]
}
