import type { MemberType, ReferralType, SedativeOption } from '#domain/booking/booking-request.ts'
import type { CancellationReason } from '#domain/booking/cancellation.ts'
import type { MachineTime, SlotHold } from '#domain/booking/machine-time.ts'
import type { FirstFree } from '#domain/booking/opening-week.ts'
import type { SlotDay } from '#domain/booking/slot.ts'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { CrmOpportunity, CrmPerson, OpportunityCandidate } from '#domain/crm/crm.ts'
import type { DocumentStatus, DocumentType, StudyDocument } from '#domain/documents/document.ts'
import type { NamedShare } from '#domain/documents/share.ts'
import type { Environment } from '#domain/environment/environment.ts'
import type { Job, JobKind, JobsSummary, Settlement } from '#domain/jobs/job.ts'
import type { Location } from '#domain/locations/location.ts'
import type { LocationID, MachineID, SkuID } from '#domain/locations/location-id.ts'
import type { PromoCode, Sku } from '#domain/locations/sku.ts'
import type { DuplicateReason } from '#domain/members/duplicates.ts'
import type { Gender, Member, MemberChanges, MemberDraft, MemberID } from '#domain/members/member.ts'
import type { CashUp, CashUpTableName } from '#domain/payments/cash-up.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { CardRoute, PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import type { PromoCategory } from '#domain/payments/promo.ts'
import type { ReconciliationClassification } from '#domain/payments/reconciliation.ts'
import type { AttemptID, StepPaymentMethod, Transaction, TransactionID } from '#domain/payments/transaction.ts'
import type { Printer, PrintKind, PrintSettings } from '#domain/printing/printing.ts'
import type { BookingSafetyDraft } from '#domain/questionnaire/booking-safety-draft.ts'
import type { Answers } from '#domain/questionnaire/question.ts'
import type { SafetyRecord } from '#domain/questionnaire/safety-record.ts'
import type { Delivery, DeliveryChannel, DeliveryMode } from '#domain/release/delivery.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { DirectoryChanges } from '#domain/study/directory-change.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { Practitioner, PractitionerContactChanges, StudyPractitioners } from '#domain/study/practitioner.ts'
import type { ScanQuestionKind } from '#domain/study/scan-questions.ts'
import type { SchedulerPage, SchedulerPurpose } from '#domain/study/scheduler.ts'
import type { SedativeStatus } from '#domain/study/sedative.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import type { ConsultAct, StudyAct } from '#domain/study/study-acts.ts'
import type { WaitingAct } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/time/instant.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import type { AttemptStanding, MoneyMoved, RouteAnswer, SentMail } from './back-office.ts'
import type { Failure, Reply } from './reply.ts'

/** The input of a method that needs none. */
export type Nothing = Readonly<Record<string, never>>

// ---------------------------------------------------------------- session

/** What the window may show: nobody, somebody, or a locked screen of somebody. */
export type SessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: StaffUser; readonly idleLockMinutes: number }
  | { readonly kind: 'locked'; readonly user: Pick<StaffUser, 'user_id' | 'fullname' | 'email'> }

export interface SessionBridge {
  /** Signs staff in. Failures: `bad-credentials`, `account-locked`, `insufficient-permissions` (a member's account), `offline`. */
  signIn(input: { email: string; password: string }): Promise<Reply<SessionState>>
  /** Signs out here and at the back office; offline it signs out here and forgets the token. Drafts stay, sealed to their author. */
  signOut(input: Nothing): Promise<Reply<SessionState>>
  /** Who is signed in. After a restart this is nobody or a locked person, never an open session. */
  current(input: Nothing): Promise<Reply<SessionState>>
  /** Locks at once; every command but those of this subject is refused with `locked` until unlocked. */
  lock(input: Nothing): Promise<Reply<SessionState>>
  /** Unlocks for the same person. Works offline against the last accepted password (scrypt, in memory only). Failures: `bad-credentials`, `account-locked`. */
  unlock(input: { password: string }): Promise<Reply<SessionState>>
}

// ---------------------------------------------------------------- connectivity

export type Connectivity = {
  readonly state: 'starting' | 'online' | 'offline'
  /** When the back office last answered; null if never. */
  readonly asOf: Instant | null
  readonly backOfficeVersion: string | null
  readonly environment: Environment | null
  /** The line quoted in safety notices, as the back office said last; null if it never did or has none. */
  readonly supportPhone: string | null
  /** Who moves the cards' money, as the back office said last: `simulated` takes test cards only. */
  readonly cardProcessor: 'stripe' | 'simulated' | 'none'
  /** Clinic zones whose clock rules differ between this workstation's window, main and the back office. */
  readonly differingZones: readonly string[]
  /** The workstation's own zone, for the banner where it differs from the location's. */
  readonly hostZone: string
}

export interface ConnectivityBridge {
  read(input: Nothing): Promise<Reply<Connectivity>>
  /** Tries the back office now instead of at the next turn. */
  retry(input: Nothing): Promise<Reply<Connectivity>>
  /** The window reports the clock rules it was born with, so that main can compare all three. */
  reportZones(input: { zones: Readonly<Record<string, string>> }): Promise<Reply<Connectivity>>
}

// ---------------------------------------------------------------- workstation

export type WorkstationInfo = {
  readonly version: string
  readonly shell: 'electron' | 'browser'
  readonly dataFolder: string
  /** Where the databases' key is kept: the operating system's keychain, or a key file readable by its user alone. */
  readonly keyStore: 'keychain' | 'key-file'
  /** The file that a journal which could not be read was moved to at this start: unsent work may be in it. */
  readonly journalSetAside?: string
  readonly cache: {
    readonly bookings: number
    readonly members: number
    readonly sizeBytes: number
    readonly asOf: Instant | null
  }
}

export interface WorkstationBridge {
  read(input: Nothing): Promise<Reply<WorkstationInfo>>
  /** Deletes the cache and fills it again from the back office. Always safe: nothing but copies lives in it. */
  deleteCache(input: Nothing): Promise<Reply<WorkstationInfo>>
  /** What the demo's mail sink received. Failures: `not-found` where mail goes to a real server, `offline`. */
  readSentMail(input: Nothing): Promise<Reply<readonly SentMail[]>>
}

// ---------------------------------------------------------------- locations

export interface LocationsBridge {
  /**
   * Locations the person may choose (booking spec §2, §6): `assisted` gives active assisted-booking ones in the allowed list;
   * `self-service` the self-service ones. From the cache when offline.
   */
  list(input: { purpose: 'assisted' | 'self-service' }): Promise<Reply<readonly Location[]>>
  skus(input: Nothing): Promise<Reply<readonly Sku[]>>
}

// ---------------------------------------------------------------- members

/** A member who may be the person being created, and why. */
export type MemberMatch = { readonly member: Member; readonly reasons: readonly DuplicateReason[] }

export interface MembersBridge {
  /** Finds members by name, phone, birth date or e-mail; from the cache when offline (`source` says so). */
  search(input: {
    text: string
    limit: number
  }): Promise<Reply<{ members: readonly Member[]; source: 'cache' | 'back-office' }>>
  /** Failures: `not-found`. */
  read(input: { memberID: MemberID }): Promise<Reply<Member>>
  readStudies(input: { memberID: MemberID }): Promise<Reply<readonly Study[]>>
  /** The same, and where it comes from: from the cache other appointments may be missing. */
  readAppointments(input: {
    memberID: MemberID
  }): Promise<Reply<{ studies: readonly Study[]; source: 'cache' | 'back-office' }>>
  /** Members who may be this person already (research: exact e-mail plus fuzzy name, birth date, phone). */
  findDuplicates(input: { draft: MemberDraft }): Promise<Reply<readonly MemberMatch[]>>
  /** Failures: `member-exists` (e-mail taken), `invalid-input` with `details.fields`, `offline`. The same key creates one member. */
  create(input: { draft: MemberDraft; idempotencyKey: string }): Promise<Reply<Member>>
  /**
   * `locationID`: the location of the booking, or the one the desk works at; a changed e-mail address is confirmed at every other.
   * Failures: `stale`, `member-exists`, `invalid-input`, `not-found`, `offline`.
   */
  change(input: {
    memberID: MemberID
    changes: MemberChanges
    version: number
    locationID?: LocationID | undefined
  }): Promise<Reply<Member>>
}

// ---------------------------------------------------------------- crm

export type CrmBooking = {
  readonly person: CrmPerson
  readonly opportunity: CrmOpportunity
  readonly member: Member | null
}

export interface CrmBridge {
  /** For `/admin/booking/salesforce?personID&opportunityID`. Failures: `not-found`, `crm-unavailable`, `offline`. */
  readBooking(input: { personID: string; opportunityID: string }): Promise<Reply<CrmBooking>>
}

// ---------------------------------------------------------------- booking

export type WeekView = {
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly monday: PlainDate
  readonly days: readonly SlotDay[]
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

/** One entry of the day view; `member` is null on holds without a study and where the member is not in the cache. */
export type DayEntry = {
  readonly machineTime: MachineTime
  readonly study: Study | null
  readonly member: Pick<Member, 'patientID' | 'firstname' | 'middlename' | 'lastname' | 'dob'> | null
  readonly mine: boolean
}

export type DayView = {
  readonly locationID: LocationID
  readonly date: PlainDate
  readonly entries: readonly DayEntry[]
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

export type StudyView = { readonly study: Study; readonly member: Member; readonly location: Location }

/** What a person decided on the booking screen. The same `idempotencyKey` books once, also after a crash. */
export type BookInput = {
  readonly patientID: MemberID
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly machineID: MachineID
  readonly utcStart: Instant
  readonly slotSelectionType: 'slot' | 'manual'
  readonly hold: SlotHold | null
  /** A manual time outside opening hours was confirmed at the desk. */
  readonly outsideHoursConfirmed?: boolean | undefined
  readonly memberType: MemberType | null
  readonly referralType: ReferralType
  readonly referrer: string
  readonly sedativeTaken: SedativeOption | null
  readonly opportunityID: string | null
  /** A study without payment, for 48 hours (decisions §5). */
  readonly temporaryHold: boolean
  readonly override: { readonly reason: string } | null
  /** Complete safety answers, kept in the same write; null where they are not taken yet. */
  readonly safetyAnswers: Answers | null
  /** Answers that are not complete, kept as the study's draft in the same write; null where there are none. */
  readonly safetyDraft?: Answers | null | undefined
  /** Why it is booked before a notice is settled; null where nothing has to be. */
  readonly settleReason: string | null
  readonly idempotencyKey: string
  /** The draft this booking was made from; cleared once the booking stands. */
  readonly draftID: string
}

export type RescheduleInput = {
  readonly studyID: StudyID
  readonly version: number
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly machineID: MachineID
  readonly utcStart: Instant
  readonly slotSelectionType: 'slot' | 'manual'
  readonly outsideHoursConfirmed?: boolean | undefined
  readonly hold: SlotHold | null
  readonly override: { readonly reason: string } | null
  /** Why it is moved while a stop is open at the new time; null where none is. */
  readonly settleReason: string | null
  readonly idempotencyKey: string
  readonly draftID: string
}

/** A booking or move whose end the desk has not seen, as it stands: a window or Atrium itself stopped before the answer was drawn. */
export type SettledBooking = {
  readonly draftID: string
  readonly idempotencyKey: string
  readonly outcome:
    | { readonly kind: 'booked'; readonly study: Study }
    | { readonly kind: 'refused'; readonly message: string }
    | { readonly kind: 'pending' }
}

export interface BookingBridge {
  /**
   * The seven days from `monday` for one location and scan type: at once from the cache where it reaches, else from the back
   * office. With `movingStudyID` that study's own time counts as free, since it moves out of its own way; the very
   * appointment it has is still taken. Failures: `location-forbidden`, `not-found`, `machine-does-not-support-sku`, `offline` (outside the cache).
   */
  readWeek(input: {
    locationID: LocationID
    skuID: SkuID
    monday: PlainDate
    memberType: MemberType | null
    movingStudyID?: StudyID | undefined
  }): Promise<Reply<WeekView>>
  /**
   * Finds the week with the first free time from the location's today on, in at most two steps of 42 days. Where the second
   * step cannot be read, the answer covers the first one and `searchedTo` says so. With `from`, no time before that day is found.
   * Failures as {@link readWeek}.
   */
  findFirstFree(input: {
    locationID: LocationID
    skuID: SkuID
    from?: PlainDate | undefined
  }): Promise<Reply<FirstFree>>
  /** Everything on a location's machines on one day, side by side. Failures as {@link readWeek}. */
  readDay(input: { locationID: LocationID; date: PlainDate }): Promise<Reply<DayView>>
  /**
   * Places a slot hold (booking spec §4): deletes `previousHold` first, then tries each candidate in order, falling back on a
   * 400. With `movingStudyID` the hold may lie over that study's own time. Failures: `slot-taken` with `details.previousSlotFree`, `slot-in-past`, `machine-does-not-support-sku`, `offline`.
   */
  holdSlot(input: {
    locationID: LocationID
    skuID: SkuID
    utcStart: Instant
    candidates: readonly MachineID[]
    previousHold: SlotHold | null
    movingStudyID?: StudyID | undefined
  }): Promise<Reply<SlotHold>>
  /** Gives a hold back; one that has lapsed already is fine. */
  releaseHold(input: { hold: SlotHold }): Promise<Reply<Nothing>>
  /** Another 10 minutes. Failures: `hold-lapsed`, `hold-of-someone-else`, `offline`. */
  renewHold(input: { hold: SlotHold }): Promise<Reply<SlotHold>>
  /** Books, or books a temporary hold. Failures: `scan-prohibited` (safety answers), `slot-taken`, `slot-in-past`, `hold-of-someone-else`, `location-not-bookable`, `offline`, `outcome-unknown`... */
  book(input: BookInput): Promise<Reply<Study>>
  /** Moves a booked study; the old slot is kept until the new one stands. Failures also: `stale`, `already-cancelled`, `location-locked-by-payment`. */
  reschedule(input: RescheduleInput): Promise<Reply<Study>>
  /** Failures: `already-cancelled`, `invalid-input`, `offline`. */
  cancel(input: {
    studyID: StudyID
    cancellationReason: CancellationReason
    cancellationDetail: string
    idempotencyKey: string
  }): Promise<Reply<Study>>
  /** Turns a temporary-hold booking into a real one. Failures: `not-a-temporary-hold`, `balance-due`. */
  convertTemporaryHold(input: {
    studyID: StudyID
    idempotencyKey: string
    /** Why it becomes a booking before a stop is settled; null where nothing has to be settled. */
    settleReason: string | null
  }): Promise<Reply<Study>>
  /** Sets the sedative choice (frontdesk role only). */
  setSedative(input: { studyID: StudyID; version: number; sedativeTaken: SedativeOption | null }): Promise<Reply<Study>>
  /** A study with its member and location; from the cache when offline. Failures: `not-found`, `location-forbidden`. */
  readStudy(input: { studyID: StudyID }): Promise<Reply<StudyView & { source: 'cache' | 'back-office'; asOf: Instant }>>
  /**
   * Bookings and moves of the signed-in person that no window has acknowledged, settled or still pending. A window acknowledges
   * each answer of {@link book} and {@link reschedule} once it is drawn; otherwise `booking.settled` tells every window.
   */
  settled(input: Nothing): Promise<Reply<readonly SettledBooking[]>>
  /** The desk has seen how a booking ended; `booking.acknowledged` tells the other windows. One still pending stays. */
  acknowledgeSettled(input: { idempotencyKey: string }): Promise<Reply<Nothing>>
}

// ---------------------------------------------------------------- the study's page

export type WaitingStudyAct = WaitingAct<Failure>

export type StudyPageView = StudyView & {
  /** Those whom {@link Study.details} names, as the directory has them; null where only the cache could be asked. */
  readonly practitioners: readonly Practitioner[] | null
  /** What this workstation has not been able to send yet, already seen in `study`. */
  readonly waiting: readonly WaitingStudyAct[]
  readonly source: 'cache' | 'back-office'
  readonly asOf: Instant
}

/** A practitioner after a change: `isProposed` where it waits for a decision and the entry is as before. */
export type ChangedPractitioner = RouteAnswer<'changePractitioner'>

/** The study's side of the CRM (study spec §2 Sales). */
export type OpportunityView = RouteAnswer<'readStudyOpportunity'>

export type Paper = { readonly fileName: string; readonly base64: string; readonly pages: number }

/**
 * One study from booking to feedback (study spec §2). `booking.studyChanged` says when to read again. Calls that act take a
 * key: the same key acts once. Common failures: `not-found`, `location-forbidden`, `insufficient-permissions`, `offline`.
 */
export interface StudyBridge {
  /** From the cache when offline. */
  read(input: { studyID: StudyID }): Promise<Reply<StudyPageView>>
  /** Oldest first, with the notes of this workstation that wait. */
  readLog(input: { studyID: StudyID }): Promise<Reply<readonly LogEntry[]>>
  /** Offline the note is kept here and sent later: `isWaiting`. */
  addNote(input: {
    studyID: StudyID
    category: string
    content: string
    idempotencyKey: string
  }): Promise<Reply<{ entry: LogEntry; isWaiting: boolean }>>
  /**
   * Sets or takes back a flag. A check-in is kept here offline and sent later: `isWaiting`; every other act is refused as
   * `offline`. `confirmed`: what was open before the scan and was confirmed. Failures: `act-not-allowed` in words,
   * `scan-prohibited`, `already-cancelled`, `scan-not-confirmed` with what else is open in `details.fields`.
   * `settleReason`: why the member is checked in or marked as scanned over an open stop; `settle-reason-required` without it.
   */
  mark(input: {
    studyID: StudyID
    act: StudyAct
    value: boolean
    idempotencyKey: string
    confirmed?: readonly ScanQuestionKind[] | undefined
    settleReason?: string | undefined
  }): Promise<Reply<{ study: Study; isWaiting: boolean }>>
  /** What waits at this workstation or was refused and nobody has read, whoever did it, oldest first. */
  waiting(input: Nothing): Promise<Reply<readonly WaitingStudyAct[]>>
  /** Whoever did it has read why it could not be kept after all. Failures: `act-not-allowed` for a colleague's. */
  dismissWaiting(input: { idempotencyKey: string }): Promise<Reply<Nothing>>

  /** Failures: `act-not-allowed`. */
  markConsult(input: { studyID: StudyID; act: ConsultAct; idempotencyKey: string }): Promise<Reply<Study>>
  /** Failures: `scheduler-not-valid` in the catalogue's words, `offline`. */
  openScheduler(input: { studyID: StudyID; purpose: SchedulerPurpose }): Promise<Reply<SchedulerPage>>
  /**
   * Writes down what the scheduling service says of an event now. Failures: `not-found` (it knows no such event),
   * `scheduler-unavailable`, `invalid-input` (the event is another study's).
   */
  syncConsult(input: {
    studyID: StudyID
    eventID: string
    inviteeID: string
    isPreferred: boolean
    idempotencyKey: string
  }): Promise<Reply<Study>>

  /** Failures: `stale`. */
  setPrescriptionTaken(input: { studyID: StudyID; prescriptionTaken: boolean }): Promise<Reply<Study>>
  /** Failures: `stale`. */
  changePractitioners(input: {
    studyID: StudyID
    version: number
    practitioners: StudyPractitioners
  }): Promise<Reply<Study>>
  searchPractitioners(input: { text: string }): Promise<Reply<readonly Practitioner[]>>
  /** Changes the directory, or proposes the change. `locationID`: the study's. Failures: `stale`, `invalid-input` with fields. */
  changePractitioner(input: {
    practitionerID: string
    version: number
    contact: PractitionerContactChanges
    locationID?: LocationID | undefined
  }): Promise<Reply<ChangedPractitioner>>
  /** Failures: `stale`. */
  setReasonForScan(input: { studyID: StudyID; version: number; reasonForScan: string }): Promise<Reply<Study>>

  /** Failures: `crm-unavailable`. An opportunity the study names and the CRM does not know is null. */
  readOpportunity(input: { studyID: StudyID }): Promise<Reply<OpportunityView>>
  /** For linking it, with the person it is of, to be compared with the member. Failures: `not-found`, `crm-unavailable`. */
  lookUpOpportunity(input: { studyID: StudyID; opportunityID: string }): Promise<Reply<OpportunityCandidate>>
  /** `expected`: what was on the screen; where the CRM has something else by now it is `stale`. */
  changeOpportunity(input: {
    studyID: StudyID
    expected: { readonly Type: string; readonly LeadSource: string }
    changes: { readonly Type?: string | undefined; readonly LeadSource?: string | undefined }
  }): Promise<Reply<OpportunityView>>
  /** Ties study and opportunity together in both records. Failures: `opportunity-mismatch` in words, `not-found`, `crm-unavailable`. */
  linkOpportunity(input: {
    studyID: StudyID
    opportunityID: string
    /** Somebody has looked at the person and says that it is the member, whatever differs. */
    isConfirmed?: boolean | undefined
    idempotencyKey: string
  }): Promise<Reply<OpportunityView>>

  /**
   * Writes the e-mail down; the queue sends it once it can no longer be undone. Failures: `act-not-allowed` (messages
   * suppressed, no appointment), `email-not-confirmed` with `details.emailToConfirm`, `offline`.
   */
  resendConfirmation(input: { studyID: StudyID; idempotencyKey: string }): Promise<Reply<QueuedMessage>>
  /** Asks for feedback, or for a public review of it. Failures as {@link resendConfirmation}. */
  resendFeedback(input: {
    studyID: StudyID
    message: 'reminder' | 'amplification'
    idempotencyKey: string
  }): Promise<Reply<QueuedMessage>>
  /**
   * Stores that a person confirmed the member's e-mail address with the member, for the study's location. Failures: `stale` where
   * the member has another address by now, with `details.emailToConfirm` where that one is to be confirmed.
   */
  confirmMemberEmail(input: { studyID: StudyID; email: string }): Promise<Reply<Nothing>>
  /** The member's own referral code, given now where there was none. */
  readReferralCode(input: { studyID: StudyID }): Promise<Reply<{ refCode: string }>>

  /** Stamped with whose it is. Failures: `report-missing`, `pdf-refused`. */
  readPaper(input: { studyID: StudyID; paper: PaperName }): Promise<Reply<Paper>>
  /** Failures: `act-not-allowed` while the study is not read, `report-missing`. */
  readSocialVideos(input: {
    studyID: StudyID
  }): Promise<Reply<{ readonly fileName: string; readonly contentType: string; readonly base64: string }>>
  /** The GraphQL mutation. Failures: `act-not-allowed`. */
  confirmBodyCompositionQC(input: { studyID: StudyID }): Promise<Reply<Study>>
}

// ---------------------------------------------------------------- the directory

/** Proposals for the directory of practitioners, and changes announced to a location (decisions section 6 Directory). */
export interface DirectoryBridge {
  /** Failures: `location-forbidden`, `offline`. */
  readChanges(input: { locationID: LocationID }): Promise<Reply<DirectoryChanges>>
  /**
   * Confirms or declines a proposal. The same key decides once. Failures: `stale` in words where another person decided first or the
   * entry has changed, `insufficient-permissions`, `not-found`.
   */
  decide(input: { changeID: string; isConfirmed: boolean; idempotencyKey: string }): Promise<Reply<Nothing>>
  /** Stores that a person at a location saw a change that was announced there. Again it changes nothing. */
  see(input: { changeID: string; locationID: LocationID }): Promise<Reply<Nothing>>
}

// ---------------------------------------------------------------- documents and shares

export type DocumentsView = StudyView & {
  readonly types: readonly DocumentType[]
  /** Newest first. */
  readonly documents: readonly StudyDocument[]
}

export type DocumentFile = { readonly fileName: string; readonly contentType: string; readonly base64: string }

/** A document's file, and which version it is of: another desk may have uploaded one since the list was read. */
export type ReadDocument = DocumentFile & Pick<StudyDocument, 'uuid' | 'name' | 'version'>

/** Medical-report documents of a study (booking spec §2, §7, §8). Common failures: `not-found`, `insufficient-permissions`, `offline`. */
export interface DocumentsBridge {
  list(input: { studyID: StudyID }): Promise<Reply<DocumentsView>>
  /** The newest of a type. Failures: `not-found` (Document not found). */
  read(input: { studyID: StudyID; typeId: string }): Promise<Reply<ReadDocument>>
  /**
   * Uploads a new version of a type, as a draft, and writes a line in the activity log: `isLogged` tells whether that could be
   * done too. `dataUrl` is what the window read of the file. `documents.uploadProgress` tells how far it is. Failures: `document-format`
   * (Invalid document format), `document-name-used`, `pdf-refused`, `payload-too-large`.
   */
  upload(input: {
    studyID: StudyID
    typeId: string
    name: string
    dataUrl: string
    idempotencyKey: string
  }): Promise<Reply<{ document: StudyDocument; isLogged: boolean }>>
  setStatus(input: { studyID: StudyID; uuid: string; status: DocumentStatus }): Promise<Reply<StudyDocument>>
  /**
   * Deactivates every version of a type. `newest` is the uuid of the newest that was seen when it was asked: where another one
   * has come meanwhile nothing is done. Failures: `stale`.
   */
  remove(input: { studyID: StudyID; typeId: string; newest: string }): Promise<Reply<Nothing>>
}

/** Whom a study is shared with (booking spec §2 Sharing). */
export interface SharingBridge {
  list(input: { studyID: StudyID }): Promise<Reply<StudyView & { readonly shares: readonly NamedShare[] }>>
  /** Gives what is left. */
  revoke(input: {
    studyID: StudyID
    platformId: MemberID
    idempotencyKey: string
  }): Promise<Reply<readonly NamedShare[]>>
}

// ---------------------------------------------------------------- release

/** Where a report can be sent by one channel: 11 digits or an e-mail address, empty for CD and USB. */
export type RecipientAddress = {
  readonly channel: DeliveryChannel
  readonly address: string
  /** Why nothing can be sent there, in the catalogue's words; null where it can. */
  readonly problem: string | null
  /** Null where nothing was ever sent there: it is to be typed again. */
  readonly lastUsedAt: Instant | null
}

/** One practitioner of the study, at the practice the study names. */
export type Recipient = {
  readonly practitioner: Practitioner
  readonly role: 'primary' | 'referring' | 'additional'
  readonly practiceLocationID: string | null
  readonly addresses: readonly RecipientAddress[]
}

/** One row of the release matrix: what can be sent, its version and whether it is published. */
export type ReleasableItem = {
  readonly item: ReleaseItem
  readonly title: string
  readonly isPublished: boolean
  /** The study's own report (study spec §4 Report choice), which Automated sends. */
  readonly isReport: boolean
}

export type ReleaseView = StudyView & {
  readonly items: readonly ReleasableItem[]
  readonly recipients: readonly Recipient[]
  /** Newest first. */
  readonly deliveries: readonly Delivery[]
}

/** Where a disc's or stick's folder can be written to. */
export type MediumTarget = { readonly path: string; readonly label: string; readonly freeBytes: number | null }

/** Sending reports (study spec §2 Provider follow-up, Sent-report modal). `booking.studyChanged` and `jobs.changed` say when to read again. */
export interface ReleaseBridge {
  /** Failures: `not-found`, `location-forbidden`, `offline`. */
  read(input: { studyID: StudyID }): Promise<Reply<ReleaseView>>
  /** What would leave, stamped. `password` opens an encrypted one. Failures: `report-missing`, `stale`, `pdf-refused`, `offline`. */
  preview(input: {
    studyID: StudyID
    item: ReleaseItem | null
    memberDetails: MemberDetails
    shouldEncryptPdf: boolean
    shouldHideHIContent: boolean
  }): Promise<Reply<Paper & { readonly title: string; readonly password: string | null }>>
  /** Sticks, disc folders and the folders configured for them at this workstation. */
  readTargets(input: Nothing): Promise<Reply<readonly MediumTarget[]>>
  /**
   * Has the back office allow it, writes the job down and answers; the queue sends it. `password`, where the file is encrypted,
   * is told to the recipient by phone. Failures: `act-not-allowed`, `recipient-not-valid`, `recipient-unconfirmed`, `stale`,
   * `report-missing`, `offline`. The same key sends once.
   */
  send(input: {
    studyID: StudyID
    channel: DeliveryChannel
    mode: DeliveryMode
    item: ReleaseItem | null
    /** What was looked at and confirmed, with its version: what is called otherwise by now is `stale`. Null: the newest. */
    title: string | null
    practitionerID: string
    practiceLocationID: string | null
    address: string
    retyped: string | null
    memberDetails: MemberDetails
    shouldEncryptPdf: boolean
    shouldHideHIContent: boolean
    isConfirmed: true
    /** Where CD and USB are written; null for fax and e-mail. */
    target: string | null
    idempotencyKey: string
  }): Promise<Reply<{ job: Job; delivery: Delivery; password: string | null }>>
}

// ---------------------------------------------------------------- the queue

/** An e-mail to a member that waits in the queue, and the address it goes to. */
export type QueuedMessage = { readonly email: string; readonly job: Job }

export type JobsView = {
  /** Newest first; finished ones stay for a day or until dismissed. */
  readonly jobs: readonly Job[]
  readonly paused: readonly JobKind[]
  readonly summary: JobsSummary
}

/** What this workstation sends, prints and writes, whoever asked for it. Failures of acts: `not-found`, `job-not-movable` in words. */
export interface JobsBridge {
  list(input: Nothing): Promise<Reply<JobsView>>
  /** Holds every job of a kind that has not begun, or lets them go on. */
  pause(input: { kind: JobKind; isPaused: boolean }): Promise<Reply<JobsView>>
  cancel(input: { jobID: string }): Promise<Reply<JobsView>>
  /** Tries one that failed or waits again, now. */
  retry(input: { jobID: string }): Promise<Reply<JobsView>>
  /** Says what became of an uncertain one, or that it is to be sent again. */
  settle(input: { jobID: string; settlement: Settlement }): Promise<Reply<JobsView>>
  /** Takes one that has ended off the list. */
  dismiss(input: { jobID: string }): Promise<Reply<JobsView>>
}

// ---------------------------------------------------------------- printing and downloads

/** What can be printed or saved: a study's paper or document stamped with whose it is, its answered safety form, a day's cash-up. */
export type PrintItem =
  | { readonly kind: 'study'; readonly studyID: StudyID; readonly item: ReleaseItem }
  | { readonly kind: 'safety-form'; readonly studyID: StudyID }
  | { readonly kind: 'cash-up'; readonly locationID: LocationID; readonly date: PlainDate }

export type PrintingView = {
  readonly printers: readonly Printer[]
  readonly settings: { readonly [Kind in PrintKind]: PrintSettings }
  /** Why printers cannot be asked for, in words; null where they can. */
  readonly problem: string | null
}

export interface PrintingBridge {
  read(input: Nothing): Promise<Reply<PrintingView>>
  saveSettings(input: { kind: PrintKind; settings: PrintSettings }): Promise<Reply<PrintingView>>
  /** Failures: `printer-not-found`. */
  printTestPage(input: { printer: string }): Promise<Reply<Job>>
  /** Draws, stamps and queues it for the printer of its kind. Failures: as reading it, `printer-not-found`. The same key prints once. */
  print(input: { item: PrintItem; copies: number | null; idempotencyKey: string }): Promise<Reply<Job>>
}

export interface DownloadsBridge {
  /** The folder that downloads go to; null where the window saves them itself. `canChoose`: this shell has a dialog for it. */
  read(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Failures: `folder-not-writable`. */
  setFolder(input: { folder: string | null }): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Asks the person with the system's dialog; null where they gave up. Failures: `not-found` where there is none. */
  chooseFolder(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Into the chosen folder under a name that is free, or as bytes for the window to save. Failures: as reading it, `folder-not-writable`. */
  save(input: {
    item: PrintItem
  }): Promise<
    Reply<
      | { readonly kind: 'saved'; readonly fileName: string; readonly folder: string }
      | { readonly kind: 'file'; readonly file: DocumentFile }
    >
  >
}

// ---------------------------------------------------------------- safety questions

export type SafetyView = StudyView & {
  readonly record: SafetyRecord
  readonly asOf: Instant
  readonly source: 'cache' | 'back-office'
}

export type SavedSafety = {
  readonly record: SafetyRecord
  readonly study: Study
  /** Fields whose answers were not kept because their question is not asked. */
  readonly cleared: readonly string[]
  /** Why the health number could not be written to the member; null where it was, or there was none. */
  readonly memberFailure: Failure | null
}

/** The mandatory safety questions of a study (booking spec §3, §7). `booking.studyChanged` says when to read again. */
export interface SafetyBridge {
  /** Answers, history, sign-offs; from the cache when offline. Failures: `not-found`, `location-forbidden`. */
  read(input: { studyID: StudyID }): Promise<Reply<SafetyView>>
  /**
   * Saves over the version that was read, and writes the health number to the member. Failures: `invalid-input` and
   * `missing-required-fields` with `details.fields`, `stale` with `details.currentVersion`, `already-cancelled`, `offline`.
   */
  save(input: {
    studyID: StudyID
    answers: Answers
    version: number
    /** Of the shared draft that is in sight, null for none: another desk's later one is `stale` too. */
    draftVersion?: number | null | undefined
  }): Promise<Reply<SavedSafety>>
  /** Throws the shared draft away, for every desk. Drafts are shared by being kept. Failures: `already-cancelled`, `offline`. */
  discardDraft(input: { studyID: StudyID }): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /**
   * The answers about a member that other desks, or the member, gave before a booking, the latest first. Those of the
   * booking draft that `draftID` names at this workstation are left out; null leaves out none. Failures: `offline`,
   * `not-found`.
   */
  readBookingDrafts(input: {
    memberID: MemberID
    draftID: string | null
  }): Promise<Reply<{ drafts: readonly BookingSafetyDraft[] }>>
  /**
   * Signs the red notices off as they were shown: over this version of the answers and, where `utcStart` is given, against that
   * appointment, null for none. Failures: `insufficient-permissions`, `stale` where either is another one by now,
   * `nothing-to-sign-off`, `scan-prohibited`, `offline`.
   */
  signOff(input: {
    studyID: StudyID
    version: number
    utcStart?: Instant | null | undefined
    reason: string
    idempotencyKey: string
  }): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /** Failures: `insufficient-permissions`, `nothing-to-sign-off`, `offline`. */
  withdrawSignOff(input: {
    studyID: StudyID
    reason: string
    idempotencyKey: string
  }): Promise<Reply<{ record: SafetyRecord; study: Study }>>
  /** `POST /study/{id}/prescriptionStatus`. Failures: `stale`, `offline`. */
  setSedativeStatus(input: { studyID: StudyID; sedative: SedativeStatus; version: number }): Promise<Reply<Study>>
  /** Says that this window has the questions open, or has closed them; gives who else has. To be said every 10 s. */
  present(input: {
    studyID: StudyID
    isLeaving: boolean
  }): Promise<Reply<{ others: readonly { readonly name: string; readonly since: Instant }[] }>>
  /** The answered form on paper, for the technologist: a PDF of one or two pages. Failures: `not-found`, `offline` where this workstation has no answers. */
  makePdf(input: { studyID: StudyID }): Promise<Reply<{ readonly base64: string; readonly pages: number }>>
}

// ---------------------------------------------------------------- payments

export type PaymentView = StudyView & {
  readonly payments: StudyPayments
  /** Promos for this study's SKU that are valid now, with the appointment inside their window; open ones where they are allowed. */
  readonly promocodes: readonly PromoCode[]
  /** This workstation's attempts on this study that are not final, or were approved and are not recorded yet. */
  readonly attempts: readonly PaymentAttempt[]
  /** Taken here while offline, to be recorded on reconnect (decisions §5 provisional). */
  readonly provisional: readonly ProvisionalPayment[]
  readonly asOf: Instant
}

/**
 * What the desk recorded while the back office was out of reach: cash, and anything whose answer was lost on the way. It is
 * sent again under its key until the back office has said what became of it.
 */
export type ProvisionalPayment = {
  readonly idempotencyKey: string
  readonly studyID: StudyID
  readonly paymentType: PaymentType
  /** Decimal. */
  readonly amount: number
  readonly takenAt: Instant
  /** Why it could not be recorded after all; null while it waits. */
  readonly failure: Failure | null
}

/** One of any study, as the whole desk sees it: it can be sent only while the person who took it is signed in. */
export type WaitingPayment = ProvisionalPayment & {
  /** Full name of who took it; empty where it is not known. */
  readonly by: string
  /** Whether that is who is signed in. */
  readonly isOwn: boolean
}

/** A practitioner who may pay an invoice; `id` goes into {@link RecordPaymentInput}'s `invoicePayer`. */
export type InvoicePayer = { readonly id: string; readonly name: string; readonly profession: string }

export type RecordPaymentInput = {
  readonly studyID: StudyID
  readonly paymentType: PaymentType
  /** Decimal, at most 2 places. */
  readonly amount: number
  readonly referenceID: string
  readonly giftCardNumber: string
  readonly invoicePayer: string | null
  readonly isInvoiceTotal: boolean
  readonly idempotencyKey: string
}

/** Money of a study (booking spec §2 Invoice and payment panel). `payments.changed` says when to read again. */
export interface PaymentsBridge {
  /** Failures: `not-found`, `location-forbidden`, `offline`. */
  read(input: { studyID: StudyID }): Promise<Reply<PaymentView>>
  /** What this workstation itself holds of a study's money; answers without the network. */
  readKept(input: { studyID: StudyID }): Promise<Reply<Pick<PaymentView, 'attempts' | 'provisional'>>>
  /** Failures: `not-found`, `offline`. */
  readTransaction(input: { transactionID: TransactionID }): Promise<Reply<Transaction>>
  /** Failures: `promo-not-valid`, `location-and-time-missing`, `invalid-input`, `offline`... */
  applyPromo(input: {
    studyID: StudyID
    promoID: string
    promoCategory: PromoCategory
    promoReason: string
    promoAmount: number | null
    idempotencyKey: string
  }): Promise<Reply<MoneyMoved>>
  /** Failures: `referral-not-valid`, `location-and-time-missing`, `offline`. An amount of 0 is the notice's case (booking spec §8). */
  applyReferral(input: { studyID: StudyID; code: string; idempotencyKey: string }): Promise<Reply<MoneyMoved>>
  /**
   * Records anything but a card payment. Cash taken offline is kept in the journal and recorded on reconnect: `provisional`.
   * Failures: `amount-above-balance`, `location-and-time-missing`, `gift-card-not-valid`, `not-enough-credits`,
   * `payment-in-progress`, `invalid-input`, `offline` (certainly not recorded); after an answer that was lost
   * (`outcome-unknown`) the same key finds out.
   */
  record(
    input: RecordPaymentInput,
  ): Promise<
    Reply<
      | { readonly kind: 'recorded'; readonly moved: MoneyMoved; readonly automaticallyIssued: boolean }
      | { readonly kind: 'provisional'; readonly payment: ProvisionalPayment }
    >
  >
  /** What waits at this workstation to be recorded, or was refused and nobody has read it, whoever took it, oldest first. */
  waiting(input: Nothing): Promise<Reply<readonly WaitingPayment[]>>
  /** The desk has read why a provisional payment could not be recorded. */
  dismissProvisional(input: { idempotencyKey: string }): Promise<Reply<Nothing>>
  /** Toggles issued, deposit or paid. Failures: `step-not-allowed`, `invalid-input`, `offline`. */
  updateTransaction(input: {
    studyID: StudyID
    transactionID: TransactionID
    status: 'issued' | 'notIssued' | 'deposited' | 'notDeposited' | 'paid' | 'notPaid'
    amount: number | null
    paymentMethod: StepPaymentMethod | null
    referenceID: string
    idempotencyKey: string
  }): Promise<Reply<{ transaction: Transaction; payments: StudyPayments; automaticallyIssued: boolean }>>
  /**
   * Refunds a transaction or removes a discount. An Interac payment is refunded with {@link startRefund}. Failures:
   * `amount-above-refundable`, `already-refunded`, `interac-needs-card`, `payment-in-progress`, `processor-unavailable`, `invalid-input`, `offline`.
   */
  refund(input: {
    studyID: StudyID
    transactionID: TransactionID
    amount: number
    memo: string
    externalRefund: boolean
    idempotencyKey: string
  }): Promise<Reply<MoneyMoved>>
  /** Failures: `insufficient-permissions`, `invalid-input`, `offline`. */
  reconcile(input: {
    studyID: StudyID
    amount: number
    classification: ReconciliationClassification
    reason: string
    idempotencyKey: string
  }): Promise<Reply<MoneyMoved>>
  changePrice(input: {
    studyID: StudyID
    skuID: SkuID
    price: number
    idempotencyKey: string
  }): Promise<Reply<{ price: number; totalBalance: number; study: Study }>>
  /** Who may pay an invoice: practitioners whose name has the text, all of them for none. Failures: `offline`. */
  readPractitioners(input: { text: string }): Promise<Reply<readonly InvoicePayer[]>>
  /** A gift card's remaining balance. Failures: `gift-card-not-valid`, `offline`. */
  readGiftCard(input: {
    studyID: StudyID
    giftCardNumber: string
  }): Promise<Reply<{ giftCardNumber: string; balance: number }>>
  /** Suppression of invoice and customer e-mail (booking spec §2). Failures: `stale`, `offline`. */
  setSuppression(input: {
    studyID: StudyID
    version: number
    customerEmailAvailable: boolean
    invoiceAvailable: boolean
  }): Promise<Reply<Study>>
  readInvoice(input: { studyID: StudyID }): Promise<Reply<Invoice>>
  makeInvoicePdf(input: { studyID: StudyID }): Promise<Reply<{ readonly base64: string; readonly pages: number }>>
  /** Writes the e-mail down; the queue sends it once it can no longer be undone. Failures: `invoice-suppressed`, `email-not-confirmed`, `offline`. */
  emailInvoice(input: { studyID: StudyID; idempotencyKey: string }): Promise<Reply<QueuedMessage>>

  /**
   * Begins a card payment: written to the journal, then registered, then handed to the reader in use or, with `card-fields`, to
   * the card fields: the stand-in's wait for {@link cardFieldsDone}, the provider's open in a window of their own. Answers as soon as it is written down; `payments.attemptChanged` tells every further step. Failures:
   * `terminal-not-connected`, `payment-in-progress` (one on this study has not ended), `invalid-input`, `offline`.
   */
  startAttempt(input: {
    attemptID: AttemptID
    studyID: StudyID
    /** Decimal. */
    amount: number
    through: 'terminal' | 'card-fields'
  }): Promise<Reply<PaymentAttempt>>
  /** Begins an Interac refund with the card present. Failures as {@link startAttempt}, `amount-above-refundable`, `interac-needs-card`. */
  startRefund(input: {
    attemptID: AttemptID
    studyID: StudyID
    transactionID: TransactionID
    amount: number
    memo: string
  }): Promise<Reply<PaymentAttempt>>
  /**
   * The stand-in's card fields name a test payment method for an attempt begun with `card-fields`, with the simulated processor
   * only: Stripe's own fields stand in a window of their own and confirm by themselves. Failures: `not-found`.
   */
  cardFieldsDone(input: { attemptID: AttemptID; testPaymentMethod: string }): Promise<Reply<PaymentAttempt>>
  /** Asks for a cancel; only the processor's own state ends it. */
  cancelAttempt(input: { attemptID: AttemptID }): Promise<Reply<PaymentAttempt>>
  /** How it stands now; asks the processor where it is unknown. Failures: `not-found`. */
  checkAttempt(input: { attemptID: AttemptID }): Promise<Reply<PaymentAttempt>>
  /**
   * Has the back office find out about an attempt of any desk that is open there; its state is none of
   * the final ones while it cannot tell yet. Stops no card payment. Failures: `not-found`, `processor-unavailable`, `offline`.
   */
  checkOpenAttempt(input: { studyID: StudyID; attemptID: AttemptID }): Promise<Reply<Pick<AttemptStanding, 'state'>>>
  /** All of this workstation's attempts that have not ended or were not acknowledged, oldest first. */
  openAttempts(input: Nothing): Promise<Reply<readonly PaymentAttempt[]>>
  /** The desk has seen how it ended. */
  acknowledgeAttempt(input: { attemptID: AttemptID }): Promise<Reply<Nothing>>
  /** Ends an attempt that cannot be settled any more; role admin. Failures: `insufficient-permissions`, `offline`. */
  resolveAttempt(input: {
    studyID: StudyID
    attemptID: AttemptID
    outcome: 'succeeded' | 'cancelled'
    referenceID: string
    reason: string
    idempotencyKey: string
  }): Promise<Reply<AttemptStanding>>
}

// ---------------------------------------------------------------- the card terminal

export type ReaderDriver = Exclude<CardRoute, 'card-fields'>

/** One reader as the strip shows it. */
export type Reader = {
  readonly readerID: string
  readonly driver: ReaderDriver
  readonly label: string
  readonly isSimulated: boolean
  readonly link: 'connected' | 'connecting' | 'not-connected' | 'in-use-elsewhere'
  /** Percent; null where the reader has mains or does not say. */
  readonly battery: number | null
}

export type TerminalState = {
  /** Null while none is chosen. */
  readonly current: Reader | null
  /** What it does: waits, asks for a card, works on one. */
  readonly activity: 'idle' | 'waiting-for-card' | 'processing'
  /** When a payment last went through on it, or a test. */
  readonly lastSuccessAt: Instant | null
  /** The last thing that went wrong with it, in the words of the error catalogue; null after a success. */
  readonly problem: string | null
  /** Drivers this workstation can use, and why it cannot use the others. */
  readonly drivers: readonly { readonly driver: ReaderDriver; readonly unavailable: string | null }[]
}

/** The reader at this desk. Its messages are those of booking spec §8 Terminal. */
export interface TerminalBridge {
  read(input: Nothing): Promise<Reply<TerminalState>>
  /** Failures: `terminal-not-found` (`Failed to discover: No available readers.`), `terminal-unavailable`. */
  discover(input: { locationID: LocationID }): Promise<Reply<readonly Reader[]>>
  /** Failures: `terminal-busy` (in use elsewhere), `terminal-unavailable` (`Failed to connect: ...`). The choice is kept for the next start. */
  connect(input: { locationID: LocationID; readerID: string }): Promise<Reply<TerminalState>>
  disconnect(input: Nothing): Promise<Reply<TerminalState>>
  /** Asks the reader for a sign of life. Failures: `terminal-not-connected`, `terminal-unavailable`, `terminal-busy`. */
  test(input: Nothing): Promise<Reply<TerminalState>>
  /** What the simulated reader does with the next card: an outcome's name, as its own list has them. Failures: `not-found` with another driver. */
  setSimulatedOutcome(input: { outcome: string }): Promise<Reply<TerminalState>>
}

// ---------------------------------------------------------------- finance

export interface FinanceBridge {
  /** Failures: `location-forbidden`, `insufficient-permissions`, `offline`. */
  readCashUp(input: { locationID: LocationID; date: PlainDate }): Promise<Reply<CashUp>>
  /** Failures: `day-signed-off`, `invalid-input` with fields counted, note. */
  count(input: {
    locationID: LocationID
    date: PlainDate
    userID: string
    paymentType: PaymentType
    counted: number
    note: string
    block: number
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  /** Closes the open block. Failures: `day-signed-off`, `step-not-allowed`, `invalid-input` with field reason. */
  signOff(input: {
    locationID: LocationID
    date: PlainDate
    note: string
    reason: string
    block: number
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  /** Failures: `step-not-allowed`, `invalid-input` with field reason. */
  reopen(input: {
    locationID: LocationID
    date: PlainDate
    reason: string
    idempotencyKey: string
  }): Promise<Reply<CashUp>>
  exportDay(input: {
    locationID: LocationID
    date: PlainDate
    format: 'csv' | 'pdf'
    table?: CashUpTableName | undefined
  }): Promise<Reply<{ fileName: string; base64: string }>>
}

// ---------------------------------------------------------------- drafts

/** What a person is in the middle of: any JSON the screen understands, at most 512 kB, sealed to its author. */
export type Draft = { readonly draftID: string; readonly content: unknown; readonly savedAt: Instant }

export interface DraftsBridge {
  /** Keeps a draft in the journal; answered only when it is on disk. */
  save(input: { draftID: string; content: unknown }): Promise<Reply<Nothing>>
  read(input: { draftID: string }): Promise<Reply<Draft | null>>
  discard(input: { draftID: string }): Promise<Reply<Nothing>>
}

// ---------------------------------------------------------------- search

export type SearchResult =
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'study'; readonly study: Study; readonly member: Member }

export interface SearchBridge {
  /** Searches the cache by name, phone, birth date, e-mail and study id; answers without the network. */
  find(input: { text: string; limit: number }): Promise<Reply<readonly SearchResult[]>>
}

// ---------------------------------------------------------------- self-service

/** The member's own pages: no staff session, a member's token at most, kept apart from the staff session. */
export interface SelfServiceBridge {
  readWeek(input: { locationID: LocationID; skuID: SkuID; monday: PlainDate }): Promise<Reply<WeekView>>
  /** As the one of {@link BookingBridge}, from the public calendar. */
  findFirstFree(input: { locationID: LocationID; skuID: SkuID }): Promise<Reply<FirstFree>>
  catalogue(input: Nothing): Promise<Reply<{ locations: readonly Location[]; skus: readonly Sku[] }>>
  holdSlot(input: {
    locationID: LocationID
    skuID: SkuID
    utcStart: Instant
    candidates: readonly MachineID[]
    previousHold: SlotHold | null
  }): Promise<Reply<SlotHold>>
  releaseHold(input: { hold: SlotHold }): Promise<Reply<Nothing>>
  renewHold(input: { hold: SlotHold }): Promise<Reply<SlotHold>>
  /** Signs a member up and books the held slot for them. Failures: `member-exists`, `slot-taken`, `invalid-input`, `offline`. */
  signUpAndBook(input: {
    draft: MemberDraft
    locationID: LocationID
    skuID: SkuID
    hold: SlotHold
    /** From the referral page: who refers, and the safety answers: complete ones, else those given so far. */
    referral?:
      | {
          readonly referrer: string
          readonly safetyAnswers: Answers | null
          readonly safetyDraft?: Answers | undefined
        }
      | undefined
    /** The name of the answers of this page at the back office. */
    safetyDraftID?: string | undefined
    idempotencyKey: string
  }): Promise<Reply<Study>>
  /**
   * Shares answers given before a booking with the clinic, once this person has signed up and the booking was refused.
   * Before the sign-up there is no member to share them for, and `isShared` is false. Failures: as the route's.
   */
  shareAnswers(input: {
    draft: MemberDraft
    locationID: LocationID
    answers: Answers
    safetyDraftID: string
  }): Promise<Reply<{ isShared: boolean }>>
  /** A study this member just booked here. Failures: `not-found`. */
  readStudy(input: { studyID: StudyID }): Promise<Reply<{ study: Study; location: Location }>>
  /** The member's own safety answers. Failures: `not-found`, `signed-out`, `offline`. */
  readSafety(input: {
    studyID: StudyID
  }): Promise<Reply<{ record: SafetyRecord; study: Study; location: Location; gender: Gender }>>
  /** Shares answers that are not completed, over `base`, those shared last. Failures: as {@link SafetyBridge.save}. */
  shareSafety(input: { studyID: StudyID; answers: Answers; base: Answers }): Promise<Reply<Nothing>>
  /** Failures as {@link SafetyBridge.save}. */
  saveSafety(input: {
    studyID: StudyID
    answers: Answers
    version: number
  }): Promise<Reply<{ record: SafetyRecord; study: Study; cleared: readonly string[] }>>
}

// ---------------------------------------------------------------- the bridge

export type BridgeCommands = {
  readonly session: SessionBridge
  readonly connectivity: ConnectivityBridge
  readonly workstation: WorkstationBridge
  readonly locations: LocationsBridge
  readonly members: MembersBridge
  readonly crm: CrmBridge
  readonly booking: BookingBridge
  readonly study: StudyBridge
  readonly directory: DirectoryBridge
  readonly documents: DocumentsBridge
  readonly sharing: SharingBridge
  readonly release: ReleaseBridge
  readonly jobs: JobsBridge
  readonly printing: PrintingBridge
  readonly downloads: DownloadsBridge
  readonly safety: SafetyBridge
  readonly payments: PaymentsBridge
  readonly terminal: TerminalBridge
  readonly finance: FinanceBridge
  readonly drafts: DraftsBridge
  readonly search: SearchBridge
  readonly selfService: SelfServiceBridge
}

/** What has happened, in the past tense, with its payload. */
export type BridgeEvents = {
  'session.changed': SessionState
  'connectivity.changed': Connectivity
  /** Something on a location's machines changed on these days: read the week or day again. */
  'booking.calendarChanged': { readonly locationID: LocationID; readonly dates: readonly PlainDate[] }
  'booking.studyChanged': { readonly studyID: StudyID }
  /** A check-in or note began to wait at this workstation, was sent, refused or read. */
  'study.waitingChanged': { readonly studyID: StudyID }
  /** How far an upload is, under its key; `sentBytes` of what is sent, which is larger than the file. */
  'documents.uploadProgress': {
    readonly idempotencyKey: string
    readonly sentBytes: number
    readonly totalBytes: number
  }
  /** A job was added, moved or taken off: read the list again where it is shown. */
  'jobs.changed': JobsSummary
  'booking.settled': SettledBooking
  /** The desk has seen how this one ended: nothing more to show of it. */
  'booking.acknowledged': { readonly idempotencyKey: string }
  /** Money of a study moved: read it again. */
  'payments.changed': { readonly studyID: StudyID }
  'payments.attemptChanged': PaymentAttempt
  'terminal.changed': TerminalState
  'members.changed': { readonly memberID: MemberID }
  'locations.changed': Nothing
  'workstation.changed': WorkstationInfo
  /** Events were missed while the connection was down: everything shown may be old, read it again. */
  'bridge.gap': Nothing
}
export type EventName = keyof BridgeEvents

/** Listens to one event until the returned function is called. */
export type Subscribe = <Name extends EventName>(
  name: Name,
  listener: (payload: BridgeEvents[Name]) => void,
) => () => void

/**
 * The whole of what the window can ask of main. Each call resolves, with `disconnected` or `timed-out` at worst. Beyond the
 * failures that a method names, any call may fail with `not-sent`, `answer-withheld` (locked or signed out meanwhile) and, if it
 * writes, `outcome-unknown`. `failures.ts` says what each means for the request.
 */
export type Bridge = BridgeCommands & { readonly on: Subscribe }

export type Subject = keyof BridgeCommands
export type MethodOf<S extends Subject> = keyof BridgeCommands[S] & string
/** `subject.method`. */
export type CommandName = { [S in Subject]: `${S}.${MethodOf<S>}` }[Subject]
export type InputOf<S extends Subject, M extends MethodOf<S>> = BridgeCommands[S][M] extends (
  input: infer Input,
) => Promise<unknown>
  ? Input
  : never
