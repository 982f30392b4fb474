import type { MemberID } from '#domain/members/member.ts'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { JobsSummary } from '#domain/queue/job.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { AccountsBridge } from './accounts/bridge.ts'
import type { AuditBridge } from './audit/bridge.ts'
import type { BookingBridge, SelfServiceBridge, UnseenBooking } from './booking/bridge.ts'
import type { CatalogueBridge } from './catalogue/bridge.ts'
import type { CrmBridge } from './crm/bridge.ts'
import type { DocumentsBridge, SharingBridge } from './documents/bridge.ts'
import type { FinanceBridge } from './finance/bridge.ts'
import type { ImportBridge } from './import/bridge.ts'
import type { ClinicsBridge } from './locations/administration-bridge.ts'
import type { LocationsBridge } from './locations/bridge.ts'
import type { MembersBridge } from './members/bridge.ts'
import type { DataDutiesBridge } from './members/data-duties-bridge.ts'
import type { MessagesBridge } from './messages/bridge.ts'
import type { PaymentsBridge, TerminalBridge, TerminalState } from './payments/bridge.ts'
import type { DirectoryBridge, PharmaciesBridge, PractitionersBridge } from './people/bridge.ts'
import type { PrintingBridge } from './printing/bridge.ts'
import type { JobsBridge } from './queue/bridge.ts'
import type { ReleaseBridge } from './release/bridge.ts'
import type { Nothing } from './reply.ts'
import type { ResultsBridge } from './results/bridge.ts'
import type { SafetyBridge } from './safety/bridge.ts'
import type { SearchBridge } from './search/bridge.ts'
import type { DraftsBridge, SessionBridge, SessionState } from './session/bridge.ts'
import type {
  ClinicSettingsBridge,
  Connectivity,
  ConnectivityBridge,
  DownloadsBridge,
  WorkstationBridge,
  WorkstationInfo,
} from './settings/bridge.ts'
import type { StudyBridge } from './study/bridge.ts'
import type { SupportBridge } from './support/bridge.ts'
import type { UpdateBridge, UpdateView } from './update/bridge.ts'
import type { ProgramReleasesBridge } from './update/releases-bridge.ts'
import type { WorklistsBridge } from './worklists/bridge.ts'

export type BridgeCommands = {
  readonly session: SessionBridge
  readonly accounts: AccountsBridge
  readonly audit: AuditBridge
  readonly connectivity: ConnectivityBridge
  readonly workstation: WorkstationBridge
  readonly locations: LocationsBridge
  readonly catalogue: CatalogueBridge
  readonly clinics: ClinicsBridge
  readonly clinicSettings: ClinicSettingsBridge
  readonly programReleases: ProgramReleasesBridge
  readonly members: MembersBridge
  readonly dataDuties: DataDutiesBridge
  readonly crm: CrmBridge
  readonly booking: BookingBridge
  readonly study: StudyBridge
  readonly messages: MessagesBridge
  readonly directory: DirectoryBridge
  readonly practitioners: PractitionersBridge
  readonly pharmacies: PharmaciesBridge
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
  readonly import: ImportBridge
  readonly drafts: DraftsBridge
  readonly search: SearchBridge
  readonly selfService: SelfServiceBridge
  readonly support: SupportBridge
  readonly update: UpdateBridge
  readonly results: ResultsBridge
  readonly worklists: WorklistsBridge
}

/** The events by name, in the past tense, with their payloads. */
export type BridgeEvents = {
  'session.changed': SessionState
  'connectivity.changed': Connectivity
  /** The machine times of a location changed on these days: read the week or day again. */
  'booking.calendarChanged': { readonly locationID: LocationID; readonly dates: readonly PlainDate[] }
  'booking.studyChanged': { readonly studyID: StudyID }
  /**
   * A check-in or note at this workstation was queued, sent, refused or withdrawn, or the author dismissed the refusal.
   */
  'study.waitingChanged': { readonly studyID: StudyID }
  /**
   * The progress of the upload with this key. `totalBytes` is the size of the whole request, which is larger than the
   * file.
   */
  'documents.uploadProgress': {
    readonly idempotencyKey: string
    readonly sentBytes: number
    readonly totalBytes: number
  }
  /** A job was added, changed or removed: read a visible list again. */
  'jobs.changed': JobsSummary
  'booking.settled': UnseenBooking
  /** A window has displayed the outcome of this booking; the other windows need not show the outcome. */
  'booking.acknowledged': { readonly idempotencyKey: string }
  /** The payments of a study changed: read them again. */
  'payments.changed': { readonly studyID: StudyID }
  'payments.attemptChanged': PaymentAttempt
  'terminal.changed': TerminalState
  'members.changed': { readonly memberID: MemberID }
  'locations.changed': Nothing
  'workstation.changed': WorkstationInfo
  /** Another program opened a link to this page of the app. `parseAppLink` has checked the path. */
  'workstation.linkOpened': { readonly path: string }
  'update.changed': UpdateView
  /**
   * The window missed events: its connection was down, or they were withheld because the screen was locked or the user
   * was signed out. All shown data may be stale: read it again.
   */
  'bridge.gap': Nothing
}
export type EventName = keyof BridgeEvents

/** Subscribes to one event until the caller calls the returned function. */
export type Subscribe = <Name extends EventName>(
  name: Name,
  listener: (payload: BridgeEvents[Name]) => void,
) => () => void

/**
 * Every call of the window to main. Each call resolves, with `disconnected` or `timed-out` at worst. Besides the
 * failures that a method names, any call may fail with `not-sent`, `answer-withheld` (the screen was locked or the user
 * signed out in the meantime) and, if it writes, `outcome-unknown`. `failures.ts` has the meaning of each for the
 * request.
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
