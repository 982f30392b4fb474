import { z } from 'zod'
import { formatDate } from '../format/format-date.ts'
import { standardLanguage } from '../values/language.ts'
import type { PlainDate } from '../values/plain-date.ts'
import { lineOfText } from '../values/plain-text.ts'
import { instantSchema } from '../values/time-schemas.ts'
import type { Member } from './member.ts'

/** The obstacles to an erasure, in the order in which staff should check them. */
export const erasureObstacles = [
  'erased',
  'legal-hold',
  'future-booking',
  'balance',
  'credits',
  'gift-card',
  'card-attempt',
  'send',
  'retention',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

/** The facts about a member that decide whether an erasure is possible. The numbers are counts of records. */
export type ErasureFacts = {
  readonly isErased: boolean
  readonly legalHolds: number
  /** Bookings and temporary holds whose time is not over. */
  readonly futureBookings: number
  /** Studies on which money is owed, by the member or to the member. */
  readonly openBalances: number
  /** Currencies in which the member has credits. */
  readonly openCredits: number
  /** Gift cards with a balance that was paid through the member's studies. */
  readonly openGiftCards: number
  /** Card payments and refunds whose final result is unknown. */
  readonly openAttempts: number
  /** Sends to practitioners and messages to the member that are under way or uncertain. */
  readonly openSends: number
  /**
   * The last day on which the medical records must be kept. `always` if a record must be kept forever; null if the
   * member has no records.
   */
  readonly keepUntil: PlainDate | 'always' | null
  /** A date that has begun in every time zone. */
  readonly today: PlainDate
}

/** The legal grounds on which medical records may be erased before their retention period ends. */
export const erasureBases = ['member-request', 'authority-order', 'created-in-error', 'other-law'] as const
export type ErasureBasis = (typeof erasureBases)[number]

export const erasureReasonMaxLength = 500

/** The reason and legal basis with which an administrator erases medical records early. */
export const earlyErasureSchema = z.strictObject({
  basis: z.enum(erasureBases),
  reason: lineOfText(erasureReasonMaxLength),
})
export type EarlyErasure = z.infer<typeof earlyErasureSchema>

const obstacleConditions: Readonly<Record<ErasureObstacle, (facts: ErasureFacts) => boolean>> = {
  erased: ({ isErased }) => isErased,
  'legal-hold': ({ legalHolds }) => legalHolds > 0,
  'future-booking': ({ futureBookings }) => futureBookings > 0,
  balance: ({ openBalances }) => openBalances > 0,
  credits: ({ openCredits }) => openCredits > 0,
  'gift-card': ({ openGiftCards }) => openGiftCards > 0,
  'card-attempt': ({ openAttempts }) => openAttempts > 0,
  send: ({ openSends }) => openSends > 0,
  retention: ({ keepUntil, today }) => keepUntil !== null && (keepUntil === 'always' || keepUntil >= today),
}

/** Returns the obstacles to an erasure, in the order of {@link erasureObstacles}. */
export const findErasureObstacles = (facts: ErasureFacts): readonly ErasureObstacle[] =>
  facts.isErased ? ['erased'] : erasureObstacles.filter((obstacle) => obstacleConditions[obstacle](facts))

/**
 * Returns the obstacles that remain after the administrator gives a reason and a legal basis. These override only the
 * retention period of the medical records: money, sends, bookings and legal holds must be cleared first.
 */
export const findRemainingObstacles = (
  obstacles: readonly ErasureObstacle[],
  early: EarlyErasure | null,
): readonly ErasureObstacle[] => (early === null ? obstacles : obstacles.filter((one) => one !== 'retention'))

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Returns an obstacle in words, with what to do about it. */
export const describeObstacle = (obstacle: ErasureObstacle, facts: ErasureFacts): string => {
  switch (obstacle) {
    case 'erased':
      return 'This member was erased already.'
    case 'legal-hold':
      return `The member has ${counted(facts.legalHolds, 'legal hold', 'legal holds')}. Lift each one first, if the case has ended.`
    case 'future-booking':
      return `The member has ${counted(facts.futureBookings, 'booking', 'bookings')} ahead. Cancel it, or wait until after the scan.`
    case 'balance':
      return `${counted(facts.openBalances, 'study has', 'studies have')} an open balance. Take or refund the money, or let finance reconcile it. Cancel a study that was never scanned.`
    case 'credits':
      return 'The member has Share Health Credits left. Use them, or let finance end them.'
    case 'gift-card':
      return `${counted(facts.openGiftCards, 'gift card holds', 'gift cards hold')} money from this member's studies. Wait until it is spent, or let finance end it.`
    case 'card-attempt':
      return `${counted(facts.openAttempts, 'card payment has', 'card payments have')} no final result. Settle it on the study's payment page.`
    case 'send':
      return `${counted(facts.openSends, 'send is', 'sends are')} under way or uncertain. Wait, or decide it in the queue or under Messages.`
    case 'retention':
      return facts.keepUntil === 'always' || facts.keepUntil === null
        ? 'The medical records must be kept without an end. To erase them earlier, give a reason and a legal basis.'
        : `The medical records must be kept until ${formatDate(facts.keepUntil)}. To erase them earlier, give a reason and a legal basis.`
  }
}

export const erasedFirstName = 'Erased'
export const erasedLastName = 'member'

/** The address of an erased member: it can receive nothing, because the domain `.invalid` does not exist. */
export const erasedEmail = (memberID: string): string => `${memberID.toLowerCase()}@erased.invalid`

/** Date of birth of every erased member. */
const erasedBirthDate = '1900-01-01' as PlainDate

/** Returns the tombstone of a member. It keeps only the member's id, which has no personal data. */
export const toErasedMember = ({ patientID, user_id, atriumID, roles, version }: Member): Member => ({
  patientID,
  user_id,
  atriumID,
  firstname: erasedFirstName,
  middlename: '',
  preferredName: '',
  lastname: erasedLastName,
  email: erasedEmail(patientID),
  dob: erasedBirthDate,
  yob: 1900,
  mob: 1,
  gender: 'female',
  phone_number: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  phn: '',
  roles,
  salesforceAccountId: null,
  sfOpportunityID: null,
  leadSource: '',
  leadSourceDetail: '',
  language: standardLanguage,
  version: version + 1,
})

/** Returns whether a member is a tombstone. */
export const isErasedMember = ({ patientID, email }: Pick<Member, 'patientID' | 'email'>): boolean =>
  email === erasedEmail(patientID)

/** An erasure in the list of erasures. */
export const erasureSchema = z.object({
  erasureID: z.string(),
  memberID: z.string(),
  at: instantSchema,
  by: z.string(),
  /** Null for an erasure after the end of the retention period. */
  basis: z.enum(erasureBases).nullable(),
  reason: z.string(),
})
export type Erasure = z.infer<typeof erasureSchema>

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

/** Returns whether the text of a flag is a staff member's name or id, or a version. */
const isPersonFlag = (name: string): boolean => /(?:By|ByID|To|ToID|ID)$/.test(name)

/**
 * Returns the status of a study without texts that could identify the member. Flags, times and the names of staff stay.
 * A text that is one of the member's names is replaced, and every other text is emptied.
 */
export const eraseStatus = (
  status: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Record<string, unknown> => {
  const erase = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') {
      if (isInstant(value)) return value
      if (names.has(value.trim().toLowerCase())) return `${erasedFirstName} ${erasedLastName}`
      return isPersonFlag(name) ? value : ''
    }
    if (Array.isArray(value)) return value.map((one) => erase(name, one))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, erase(key, one)]))
    }
    return value
  }
  return Object.fromEntries(Object.entries(status).map(([name, value]) => [name, erase(name, value)]))
}
