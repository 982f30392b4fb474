import type { CommandName, EventName, MethodOf, Subject } from './bridge.ts'

/**
 * The names of all commands and events, and nothing else: the preload carries this, so only types may be imported here.
 */
export const bridgeCommandNames = {
  session: ['signIn', 'signOut', 'current', 'lock', 'unlock'],
  connectivity: ['read', 'retry', 'reportZones'],
  workstation: ['read', 'deleteCache', 'readSentMail'],
  locations: ['list', 'skus'],
  members: ['search', 'read', 'readStudies', 'readAppointments', 'findDuplicates', 'create', 'change'],
  crm: ['readBooking'],
  booking: [
    'readWeek',
    'findFirstFree',
    'readDay',
    'holdSlot',
    'releaseHold',
    'renewHold',
    'book',
    'reschedule',
    'cancel',
    'convertTemporaryHold',
    'setSedative',
    'readStudy',
    'settled',
    'acknowledgeSettled',
  ],
  study: [
    'read',
    'readLog',
    'addNote',
    'mark',
    'waiting',
    'dismissWaiting',
    'markConsult',
    'openScheduler',
    'syncConsult',
    'setPrescriptionTaken',
    'changePractitioners',
    'searchPractitioners',
    'changePractitioner',
    'setReasonForScan',
    'readOpportunity',
    'lookUpOpportunity',
    'changeOpportunity',
    'linkOpportunity',
    'resendConfirmation',
    'resendFeedback',
    'confirmMemberEmail',
    'readReferralCode',
    'readPaper',
    'readSocialVideos',
    'confirmBodyCompositionQC',
  ],
  directory: ['readChanges', 'decide', 'see'],
  documents: ['list', 'read', 'upload', 'setStatus', 'remove'],
  sharing: ['list', 'revoke'],
  release: ['read', 'preview', 'readTargets', 'send'],
  jobs: ['list', 'pause', 'cancel', 'retry', 'settle', 'dismiss'],
  printing: ['read', 'saveSettings', 'printTestPage', 'print'],
  downloads: ['read', 'setFolder', 'chooseFolder', 'save'],
  safety: [
    'read',
    'save',
    'discardDraft',
    'readBookingDrafts',
    'signOff',
    'withdrawSignOff',
    'setSedativeStatus',
    'present',
    'makePdf',
  ],
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
  finance: ['readCashUp', 'count', 'signOff', 'reopen', 'exportDay'],
  drafts: ['save', 'read', 'discard'],
  search: ['find'],
  selfService: [
    'readWeek',
    'findFirstFree',
    'catalogue',
    'holdSlot',
    'releaseHold',
    'renewHold',
    'signUpAndBook',
    'readStudy',
    'shareAnswers',
    'readSafety',
    'shareSafety',
    'saveSafety',
  ],
} as const satisfies { readonly [S in Subject]: readonly MethodOf<S>[] }

export const bridgeEventNames = [
  'session.changed',
  'connectivity.changed',
  'booking.calendarChanged',
  'booking.studyChanged',
  'study.waitingChanged',
  'documents.uploadProgress',
  'jobs.changed',
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

const usualLimitMs = 30_000
const fileLimitMs = 120_000
/** What carries a large file, or has one drawn and stamped. */
const withFiles: ReadonlySet<string> = new Set<CommandName>([
  'documents.read',
  'documents.upload',
  'study.readPaper',
  'release.preview',
  'printing.print',
  'downloads.save',
])

/** How long main may take over a command before the window is told `timed-out`, in milliseconds. */
export const commandLimitMs = (command: string): number => (withFiles.has(command) ? fileLimitMs : usualLimitMs)

type Unlisted =
  | { [S in Subject]: Exclude<MethodOf<S>, (typeof bridgeCommandNames)[S][number]> }[Subject]
  | Exclude<EventName, (typeof bridgeEventNames)[number]>
type Proof<Claim extends true> = Claim

/** Compile-time proof that no command and no event of the interfaces is missing above. */
export type AllNamesAreListed = Proof<[Unlisted] extends [never] ? true : false>
