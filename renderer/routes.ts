import type { MemberID } from '#domain/members/member.ts'
import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { firstWorklist, ownWorklists, type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import { placeWords } from './place-words.ts'

/** The pages of Atrium, as patterns of the router (booking spec §2 Routes). A path never contains a person's name. */
export const routes = {
  home: '/',
  booking: '/admin/booking',
  crmBooking: '/admin/booking/salesforce',
  studyBooking: '/admin/booking/study/:studyID',
  frontdesk: '/admin/frontdesk',
  frontdeskStudy: '/admin/frontdesk/study/:studyID',
  studyPayment: '/admin/study/:studyID/payment',
  invoice: '/admin/study/:studyID/invoice',
  followUp: '/patient/study/:studyID/followup',
  finance: '/admin/finance',
  worklist: '/admin/worklists/:list?',
  results: '/admin/results/:resultID?',
  messages: '/admin/messages',
  /** The study's page. The next entry is the same page at its older address. */
  study: '/admin/study/:studyID',
  studyDetails: '/study/:studyID/study-details',
  medicalReports: '/admin/study/:studyID/medical-reports',
  sharing: '/admin/study/:studyID/sharing',
  queues: '/admin/queues',
  directory: '/admin/directory',
  members: '/admin/members',
  administration: '/admin/administration/:section?',
  settings: '/admin/settings',
  profile: '/user/profile',
  logOut: '/logout',
  /** The design language and every control; only in demos and tests. */
  gallery: '/gallery',
  bookNow: '/booking/package',
  selfSlot: '/booking/slot',
  selfReferral: '/booking/referral',
  selfStudy: '/booking/:page/:studyID',
} as const

/**
 * Returns whether a path belongs to the member's own booking. The admin pages are assisted booking (booking spec §1).
 * "Book now" is the staff link that redirects to the first page of the member's own booking.
 */
export const isSelfServicePath = (path: string): boolean => path.startsWith('/booking/') && path !== routes.bookNow

/** Returns whether a path is a page that opens in a window of its own: an invoice or a follow-up. */
export const isOwnWindowPath = (path: string): boolean => /\/(?:invoice|followup)$/.test(path)

/**
 * Returns whether a path is a study's own page, or one that opens from it: payment, invoice, reports, sharing,
 * follow-up.
 */
export const isStudyPath = (path: string): boolean => /^\/(?:admin\/|patient\/)?study\//.test(path)

type Query = Readonly<Record<string, string | number | null | undefined>>

const withQuery = (path: string, query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Builds the address of each page. A query parameter that is null or undefined is not in the address. */
export const paths = {
  home: (): string => routes.home,
  booking: (query: { memberID?: MemberID | null } = {}): string => withQuery(routes.booking, query),
  crmBooking: (query: { personID: string; opportunityID: string }): string => withQuery(routes.crmBooking, query),
  /** With `#payment` the page opens at the study's payments, with `cancel` at the cancellation. */
  studyBooking: (studyID: StudyID, query: { cancel?: 1 } = {}): string =>
    withQuery(`/admin/booking/study/${encodeURIComponent(studyID)}`, query),
  /**
   * The study's page. With `edit` Study Details is in edit mode, with the safety questions open for answering. With
   * `from` the page has a link back to this worklist, or to the messages that wait for staff.
   */
  study: (studyID: StudyID, query: { edit?: 1; from?: Worklist | 'messages' } = {}): string =>
    withQuery(`/admin/study/${encodeURIComponent(studyID)}`, query),
  /** The study's page at its check-in. */
  studyCheckIn: (studyID: StudyID): string => `${paths.study(studyID)}#study-checkin`,
  /**
   * The same page at its older address; `edit` opens Study Details in edit mode, `answer` opens only the safety
   * questions for answering.
   */
  studyDetails: (studyID: StudyID, query: { edit?: 1; answer?: 1 } = {}): string =>
    withQuery(`/study/${encodeURIComponent(studyID)}/study-details`, query),
  /** The medical-report documents of a study, and the matrix of deliveries. */
  medicalReports: (studyID: StudyID): string => `/admin/study/${encodeURIComponent(studyID)}/medical-reports`,
  /** A study's shares. */
  sharing: (studyID: StudyID): string => `/admin/study/${encodeURIComponent(studyID)}/sharing`,
  queues: (): string => routes.queues,
  /** The board of `date`, or of today if `date` is absent. With `memberID` or `book`, the booking form. */
  frontdesk: (query: { memberID?: MemberID | null; date?: PlainDate | null; book?: 1 } = {}): string =>
    withQuery(routes.frontdesk, query),
  /** A study at the front desk: member, appointment and payments. */
  frontdeskStudy: (studyID: StudyID): string => `/admin/frontdesk/study/${encodeURIComponent(studyID)}`,
  studyPayment: (studyID: StudyID): string => `/admin/study/${encodeURIComponent(studyID)}/payment`,
  /** Opens in its own window. */
  invoice: (studyID: StudyID): string => `/admin/study/${encodeURIComponent(studyID)}/invoice`,
  /** Opens in its own window. */
  followUp: (studyID: StudyID): string => `/patient/study/${encodeURIComponent(studyID)}/followup`,
  finance: (): string => routes.finance,
  /** A worklist, or the user's first worklist if `list` is absent. */
  worklist: (list?: string): string => `/admin/worklists${list === undefined ? '' : `/${list}`}`,
  /** The waiting results from other systems, or the result `resultID`. */
  results: (resultID?: string): string =>
    `/admin/results${resultID === undefined ? '' : `/${encodeURIComponent(resultID)}`}`,
  /** The messages to members that wait for a decision of staff. */
  messages: (): string => routes.messages,
  /** Proposals for the directory of practitioners, and changes announced to the location. */
  directory: (): string => routes.directory,
  members: (query: { memberID?: MemberID | null; new?: 1 } = {}): string => withQuery(routes.members, query),
  /** The administration page, or one of its sections. */
  administration: (section?: string): string => `/admin/administration${section === undefined ? '' : `/${section}`}`,
  settings: (): string => routes.settings,
  profile: (): string => routes.profile,
  logOut: (): string => routes.logOut,
  /** Exists only in demos and tests. */
  gallery: (): string => routes.gallery,
  bookNow: (): string => routes.bookNow,
  selfSlot: (query: { locationID?: LocationID | null; skuID?: SkuID | null } = {}): string =>
    withQuery(routes.selfSlot, query),
  selfReferral: (query: { locationID?: LocationID | null; skuID?: SkuID | null } = {}): string =>
    withQuery(routes.selfReferral, query),
  selfStudy: (page: string, studyID: StudyID): string =>
    `/booking/${encodeURIComponent(page)}/${encodeURIComponent(studyID)}`,
}

/** The places that `g` and a letter open, in the order of the rail and the shortcut sheet. */
export const places = [
  { id: 'today', label: placeWords.today, letter: 't', path: paths.frontdesk() },
  { id: 'worklists', label: placeWords.worklists, letter: 'w', path: paths.worklist() },
  { id: 'results', label: placeWords.results, letter: 'r', path: paths.results() },
  { id: 'booking', label: placeWords.booking, letter: 'b', path: paths.booking() },
  { id: 'members', label: placeWords.members, letter: 'm', path: paths.members() },
  { id: 'queues', label: placeWords.queues, letter: 'q', path: paths.queues() },
  { id: 'messages', label: placeWords.messages, letter: 'e', path: paths.messages() },
  { id: 'finance', label: placeWords.finance, letter: 'f', path: paths.finance() },
  { id: 'directory', label: placeWords.directory, letter: 'd', path: paths.directory() },
  { id: 'administration', label: placeWords.administration, letter: 'a', path: paths.administration() },
  { id: 'settings', label: placeWords.settings, letter: 's', path: paths.settings() },
] as const

/** A main screen, with the letter that opens it after `g`. */
export type Place = (typeof places)[number]

/** Returns the keys that open a place, pressed one after the other, as the screen shows them: `G` and `F`. */
export const keysOfPlace = ({ letter }: Place): readonly string[] => ['G', letter.toUpperCase()]

/** The history state that opens Study Details in edit mode (study spec §2). */
export const editStudyState = { toggleEditOnStudyTab: true } as const

/**
 * Returns the list that the Worklists place opens, if possible a list of the user's own roles; null for a user without
 * a list.
 */
export const startWorklist = (roles: readonly string[]): Worklist | null =>
  firstWorklist(roles) ?? ownWorklists(roles)[0] ?? worklistsOf(roles)[0] ?? null

/**
 * Returns the first page after signing in. Users with the role `frontdesk` but not `admin` start at the front desk.
 * Other users without `admin` start at Finance if `finance` is their only role, otherwise at the worklist of their
 * first role. All remaining users start at assisted booking.
 */
export const startPath = (user: Pick<StaffUser, 'roles'>): string => {
  if (hasRole(user.roles, 'frontdesk') && !hasRole(user.roles, 'admin')) return paths.frontdesk()
  if (hasRole(user.roles, 'admin')) return paths.booking()
  if (user.roles.every((role) => role === 'finance') && user.roles.length > 0) return paths.finance()
  const list = firstWorklist(user.roles)
  return list === null ? paths.booking() : paths.worklist(list)
}
