import type { SearchResult } from '#contract/search/bridge.ts'
import { parseTypedDay } from '#domain/booking/typed-day.ts'
import { formatDate, formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeMatch, similarName } from '#domain/members/match-reason.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { keysOfPlace, type Place, paths } from '../routes.ts'
import type { PageControl } from './page-controls.ts'
import { matchQuality, sortByRecency } from './recent-choices.ts'
import { resultID, type SentenceFound } from './search-store.ts'
import { searchWords } from './search-words.ts'
import type { MemberAct } from './sentence.ts'

export type SearchCommand =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'lock' }
  | { readonly kind: 'choose-location'; readonly locationID: Location['locationID'] }
  | { readonly kind: 'focus'; readonly element: HTMLElement }

/** An act on a member; the page on which the user does it depends on the member's studies when the line is chosen. */
type MemberCommand = { readonly kind: 'act'; readonly act: MemberAct; readonly memberID: Member['patientID'] }

/** One line of the palette. */
export type SearchEntry = {
  readonly id: string
  readonly section: 'recent' | 'acts' | 'studies' | 'members' | 'page' | 'actions'
  readonly title: string
  readonly detail: string
  /** Why a member matches, when name and detail do not show it. */
  readonly reasons: readonly string[]
  readonly command: SearchCommand | MemberCommand
}

/** Returns the details that distinguish two people with the same name: birth date, email and phone. */
const memberDetail = (member: Pick<Member, 'dob' | 'email' | 'phone_number'>): string =>
  [formatDate(member.dob), member.email, formatPhone(member.phone_number)].filter((part) => part !== '').join(' · ')

const toEntry = (text: string, result: SearchResult): SearchEntry => {
  const name = fullName(result.member)
  if (result.kind === 'member') {
    const { patientID } = result.member
    return {
      id: resultID(result),
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
    id: resultID(result),
    section: 'studies',
    title: `${study.studyID} · ${name}`,
    detail: `${formatDate(result.member.dob)} · ${study.status.cancelled ? searchWords.cancelled : time}`,
    reasons: [],
    command: { kind: 'go', path: paths.study(study.studyID) },
  }
}

const actions = (locations: readonly Location[], { places = [], hasGallery = false }: Beside): SearchEntry[] => {
  const go = (title: string, detail: string, path: string): SearchEntry => ({
    id: `go-${path}`,
    section: 'actions',
    title,
    detail,
    reasons: [],
    command: { kind: 'go', path },
  })
  const keysOf = (place: Place): string => keysOfPlace(place).join(' ')
  // New booking opens Booking, so that this place has no second line.
  const isBooking = ({ path }: Place): boolean => path === paths.booking()
  const bookingKeys = places.filter(isBooking).map(keysOf)
  return [
    go(searchWords.newBooking, [searchWords.newBookingDetail, ...bookingKeys].join(' · '), paths.booking()),
    go(searchWords.newMember, searchWords.newMemberDetail, paths.members({ new: 1 })),
    ...places
      .filter((place) => !isBooking(place))
      .map((place) => go(searchWords.goTo(place.label), keysOf(place), place.path)),
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
    ...(hasGallery ? [go(searchWords.gallery, searchWords.galleryDetail, paths.gallery())] : []),
  ]
}

/** Returns the line that does the act of a sentence on a member. */
const toActEntry = ({ act, whom }: SentenceFound, member: Member): SearchEntry => ({
  id: `act-${act}-${member.patientID}`,
  section: 'acts',
  title: searchWords.memberActs[act](fullName(member)),
  detail: memberDetail(member),
  reasons: describeMatch(whom, member),
  command: { kind: 'act', act, memberID: member.patientID },
})

/** Returns the line that opens the board of a day. */
const toDayEntry = (date: PlainDate): SearchEntry => ({
  id: `day-${date}`,
  section: 'acts',
  title: searchWords.goToDay(formatWeekdayAndDate(date)),
  detail: searchWords.goToDayDetail,
  reasons: [],
  command: { kind: 'go', path: paths.frontdesk({ date }) },
})

/** Returns the day of the line with this id; undefined for a line of another kind. */
const dayOfID = (id: string): PlainDate | undefined => parsePlainDate(/^day-(.+)$/.exec(id)?.[1])

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
const actsWithText = 5

type Beside = {
  /** The buttons and links of the page behind the palette. */
  readonly controls?: readonly PageControl[]
  readonly sentence?: SentenceFound | null
  /** The ids of the entries that the user chose recently, newest first, and the members and studies among them. */
  readonly recentIds?: readonly string[]
  readonly recent?: readonly SearchResult[]
  /** Whether this installation has the page of the design language. Default false. */
  readonly hasGallery?: boolean
  /** The main screens that the user may open. Default none. */
  readonly places?: readonly Place[]
  /** The current day at the chosen location; null while no location is chosen. Default null. */
  readonly today?: PlainDate | null
}

/** Returns the lines before the user types: recent choices, newest first, and then the actions. */
const buildFirstEntries = (locations: readonly Location[], beside: Beside): SearchEntry[] => {
  const { recentIds = [], recent = [] } = beside
  const others = actions(locations, beside)
  const known = new Map([...recent.map((one) => toEntry('', one)), ...others].map((entry) => [entry.id, entry]))
  const before = recentIds.flatMap((id): SearchEntry[] => {
    const day = dayOfID(id)
    const entry = day === undefined ? known.get(id) : toDayEntry(day)
    return entry === undefined ? [] : [{ ...entry, section: 'recent' }]
  })
  return [...before, ...others.filter(({ id }) => !recentIds.includes(id)).slice(0, actionsAtFirst)]
}

/**
 * Returns the lines of the palette: the studies and members found, then the page's controls and the actions that match
 * the text. They match if each word of the text is the start of a word of the title; recent ones come first among equal
 * matches. If the text is a sentence, such as "move ana silva", its act on each member comes before the members. If the
 * text is a date alone, a line opens the board of that day. If all members found only have similar names, they come
 * last, because almost every word has a similar name. Before the user types, the recent choices come first, and no
 * controls are listed.
 */
export const buildSearchEntries = (
  text: string,
  results: readonly SearchResult[],
  locations: readonly Location[],
  beside: Beside = {},
): readonly SearchEntry[] => {
  const { controls = [], sentence = null, recentIds = [], today = null } = beside
  const words = foldText(text).split(' ').filter(Boolean)
  const matches = (entry: SearchEntry): boolean => {
    const spoken = foldText(entry.title).split(' ')
    return words.every((word) => spoken.some((part) => part.startsWith(word)))
  }
  const found = results.map((result) => toEntry(text, result))
  const members = found.filter(({ section }) => section === 'members')
  const meant = sentence?.members ?? []
  const days = today === null ? [] : parseTypedDay(text, today).map(toDayEntry)
  const acts = sentence === null ? [] : meant.slice(0, actsWithText).map((member) => toActEntry(sentence, member))
  const others =
    words.length === 0
      ? buildFirstEntries(locations, beside)
      : [
          ...meant
            .map((member) => toEntry(sentence?.whom ?? text, { kind: 'member', member }))
            .filter(({ id }) => members.every((other) => other.id !== id)),
          ...controls.map(toPageEntry).filter(matches).slice(0, controlsWithText),
          ...sortByRecency(actions(locations, beside).filter(matches), recentIds, {
            idOf: ({ id }) => id,
            qualityOf: ({ title }) => matchQuality(text, title),
          }).slice(0, actionsWithText),
        ]
  const areSimilarOnly = members.every(({ reasons }) => reasons.includes(similarName))
  return [
    ...found.filter(({ section }) => section === 'studies'),
    ...(areSimilarOnly ? [...days, ...acts, ...others, ...members] : [...members, ...days, ...acts, ...others]),
  ]
}
