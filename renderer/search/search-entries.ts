import type { SearchResult } from '#contract/search/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeMatch } from '#domain/members/match-reason.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { paths, places } from '../routes.ts'

export type SearchCommand =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'lock' }
  | { readonly kind: 'choose-location'; readonly locationID: Location['locationID'] }

/** One line of the palette. */
export type SearchEntry = {
  readonly id: string
  readonly section: 'Studies' | 'Members' | 'Actions'
  readonly title: string
  readonly detail: string
  /** Why a member matches, when name and detail do not show it. */
  readonly reasons: readonly string[]
  readonly command: SearchCommand
}

/** Returns the details that distinguish two people of one name: birth date, e-mail and phone. */
const memberDetail = (member: Pick<Member, 'dob' | 'email' | 'phone_number'>): string =>
  [formatDate(member.dob), member.email, member.phone_number].filter((part) => part !== '').join(' · ')

const toEntry = (text: string, result: SearchResult): SearchEntry => {
  const name = fullName(result.member)
  if (result.kind === 'member') {
    const { patientID } = result.member
    return {
      id: `member-${patientID}`,
      section: 'Members',
      title: name,
      detail: memberDetail(result.member),
      reasons: describeMatch(text, result.member),
      command: { kind: 'go', path: paths.members({ memberID: patientID }) },
    }
  }
  const { study } = result
  const time = study.booking === null ? 'no time' : formatInstant(study.booking.utcStart, study.booking.timezone)
  return {
    id: `study-${study.studyID}`,
    section: 'Studies',
    title: `${study.studyID} · ${name}`,
    detail: `${formatDate(result.member.dob)} · ${study.status.cancelled ? 'cancelled' : time}`,
    reasons: [],
    command: { kind: 'go', path: paths.study(study.studyID) },
  }
}

const actions = (locations: readonly Location[]): SearchEntry[] => {
  const go = (title: string, detail: string, path: string): SearchEntry => ({
    id: `go-${path}`,
    section: 'Actions',
    title,
    detail,
    reasons: [],
    command: { kind: 'go', path },
  })
  return [
    go('New booking', 'Open assisted booking', paths.booking()),
    go('New member', 'Open the member form', paths.members({ new: 1 })),
    ...places
      .map(({ label, path }) => go(`Go to ${label}`, '', path))
      .filter(({ id }) => id !== `go-${paths.booking()}`),
    go('Profile', 'Who is signed in, with which roles', paths.profile()),
    { id: 'lock', section: 'Actions', title: 'Lock', detail: 'F9', reasons: [], command: { kind: 'lock' } },
    go('Log out', '', paths.logOut()),
    ...locations.map(
      (location): SearchEntry => ({
        id: `location-${location.locationID}`,
        section: 'Actions',
        title: `Work at ${location.address.name}`,
        detail: `${location.address.state}, ${location.address.country}`,
        reasons: [],
        command: { kind: 'choose-location', locationID: location.locationID },
      }),
    ),
  ]
}

/** Limits the actions shown without a search text, as there may be dozens of locations. */
const actionsAtFirst = 8
const actionsWithText = 5

/**
 * Returns the lines of the palette: the studies and members found, then the actions whose words start with the text.
 */
export const buildSearchEntries = (
  text: string,
  results: readonly SearchResult[],
  locations: readonly Location[],
): readonly SearchEntry[] => {
  const words = foldText(text).split(' ').filter(Boolean)
  const matches = (entry: SearchEntry): boolean => {
    const spoken = foldText(entry.title).split(' ')
    return words.every((word) => spoken.some((part) => part.startsWith(word)))
  }
  const found = results.map((result) => toEntry(text, result))
  return [
    ...found.filter(({ section }) => section === 'Studies'),
    ...found.filter(({ section }) => section === 'Members'),
    ...actions(locations)
      .filter(matches)
      .slice(0, words.length === 0 ? actionsAtFirst : actionsWithText),
  ]
}
