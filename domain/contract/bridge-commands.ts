import type { EventName, MethodOf, Subject } from './bridge.ts'

/**
 * The names of all commands and events, and nothing else: the preload carries this, so only types may be imported here.
 */
export const bridgeCommandNames = {
  session: ['signIn', 'signOut', 'current', 'lock', 'unlock'],
  connectivity: ['read', 'retry', 'reportZones'],
  workstation: ['read', 'deleteCache', 'readSentMail'],
  locations: ['list', 'skus'],
  members: ['search', 'read', 'readStudies', 'findDuplicates', 'create', 'change'],
  crm: ['readBooking'],
  booking: [
    'readWeek',
    'readDay',
    'holdSlot',
    'releaseHold',
    'renewHold',
    'book',
    'reschedule',
    'cancel',
    'convertTemporaryHold',
    'checkIn',
    'setSedative',
    'readStudy',
    'readLog',
    'settled',
    'acknowledgeSettled',
  ],
  safety: ['read', 'save', 'signOff', 'withdrawSignOff', 'setSedativeStatus', 'present', 'makePdf'],
  payments: [
    'read',
    'readKept',
    'readTransaction',
    'applyPromo',
    'applyReferral',
    'record',
    'waiting',
    'dismissProvisional',
    'updateTransaction',
    'refund',
    'reconcile',
    'changePrice',
    'readPractitioners',
    'readGiftCard',
    'setSuppression',
    'readInvoice',
    'makeInvoicePdf',
    'emailInvoice',
    'startAttempt',
    'startRefund',
    'cardFieldsDone',
    'cancelAttempt',
    'checkAttempt',
    'checkOpenAttempt',
    'openAttempts',
    'acknowledgeAttempt',
    'resolveAttempt',
  ],
  terminal: ['read', 'discover', 'connect', 'disconnect', 'test', 'setSimulatedOutcome'],
  finance: ['readCashUp', 'count', 'signOff', 'exportDay'],
  drafts: ['save', 'read', 'discard'],
  search: ['find'],
  selfService: [
    'readWeek',
    'catalogue',
    'holdSlot',
    'releaseHold',
    'renewHold',
    'signUpAndBook',
    'readStudy',
    'readSafety',
    'saveSafety',
  ],
} as const satisfies { readonly [S in Subject]: readonly MethodOf<S>[] }

export const bridgeEventNames = [
  'session.changed',
  'connectivity.changed',
  'booking.calendarChanged',
  'booking.studyChanged',
  'booking.settled',
  'booking.acknowledged',
  'payments.changed',
  'payments.attemptChanged',
  'terminal.changed',
  'members.changed',
  'locations.changed',
  'workstation.changed',
  'bridge.gap',
] as const satisfies readonly EventName[]

type Unlisted =
  | { [S in Subject]: Exclude<MethodOf<S>, (typeof bridgeCommandNames)[S][number]> }[Subject]
  | Exclude<EventName, (typeof bridgeEventNames)[number]>
type Proof<Claim extends true> = Claim

/** Compile-time proof that no command and no event of the interfaces is missing above. */
export type AllNamesAreListed = Proof<[Unlisted] extends [never] ? true : false>
