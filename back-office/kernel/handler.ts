import type { z } from 'zod'
import type { BackOfficeRoutes, RouteAnswer, RouteName } from '#contract/back-office.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { FaxCarrier } from '../outside/fax/fax-carrier.ts'
import type { Mailer } from '../outside/mail/mailer.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import type { Results } from '../outside/results/results.ts'
import type { Scheduler } from '../outside/scheduler/scheduler.ts'
import type { SmsGateway } from '../outside/sms/sms-gateway.ts'
import type { ReturnedRecords } from './audit-repository.ts'
import { backOfficeKernelWords } from './kernel-words.ts'
import type { MemberSearchIndex } from './member-search.ts'
import { Refusal } from './refusal.ts'
import type { ServerWatch } from './server-watch.ts'

/** The caller of an operation, found by the session. */
export type Caller = {
  readonly userID: string
  /** Full name, as other workstations see it. */
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** True with any role but `user`. */
  readonly isStaff: boolean
  /** The member of a member's own session; null for staff. */
  readonly memberID: MemberID | null
  readonly allowedLocations: 'all' | readonly LocationID[]
  /** SHA-256 of the session's token. */
  readonly sessionHash: string
  /** The delivery of a ticket that was used in place of a session: the call may act on nothing else. */
  readonly ticket?: { readonly deliveryID: string; readonly studyID: string }
}

/** The subject of a call, for its audit row. */
export type AuditSubject = {
  readonly memberID?: string | null
  readonly studyID?: string | null
  readonly locationID?: string | null
  /** The acting user of a call without a session, such as a sign-in. */
  readonly userID?: string | null
  /** Details that have no column of their own, added to the row's action: ids and field names, never typed text. */
  readonly what?: string | null
  /**
   * A record of administration before and after the call's change. `before` is null when the call adds the record.
   * Never secrets: password hashes, tokens and codes stay out.
   */
  readonly change?: { readonly before: unknown; readonly after: unknown } | null
  /** The records that a bulk call gives to a workstation. */
  readonly given?: ReturnedRecords | null
  /** Whether the call returned no record and changed nothing, so that no row is written. */
  readonly leavesNoRow?: boolean
}

/** One run of the back office, from start to stop. */
type BackOfficeRun = {
  readonly id: string
  /** Epoch seconds. */
  readonly startedAt: number
}

/** The context of an operation, besides its input. */
export type HandlerContext = {
  /**
   * On idempotent routes and for the audited writes of `writesWithAudit` (answer-call.ts), this is the transaction that
   * also stores the audit row and an idempotent call's answer. On other routes, and where `idempotent` is `outside` or
   * `outside-optional`, it is the database itself. Use `inTransaction(db, ...)` of database/database.ts, which nests.
   */
  readonly db: Database
  readonly kind: DatabaseKind
  readonly memberSearch: MemberSearchIndex
  readonly caller: Caller | null
  /** The workstation that the call names in its header; null if it names none. Anyone can name any workstation. */
  readonly workstationID: string | null
  /** Epoch seconds, whole. */
  readonly now: number
  /** Returns a fresh unguessable id: lower case letters, digits and dashes, 36 long. */
  readonly newId: () => string
  /** `PRODUCTION` or any other name (decisions §2). */
  readonly environment: Environment
  readonly version: string
  /** The oldest version of the program whose workstations this server serves. */
  readonly oldestProgram: ReleaseVersion
  /** The permanent id of this server. */
  readonly serverID: string
  /** The phone number in safety notices; null when none is configured. */
  readonly supportPhone: string | null
  /** Whether finance's adjustments are shown and accepted. */
  readonly reconciliation: boolean
  /** Email addresses of the users who may use open-type promos in production. */
  readonly openPromoUsers: readonly string[]
  /**
   * Email addresses, in lower case, of the users who may schedule a preferred consult without the role for it (study
   * spec §6).
   */
  readonly preferredConsultUsers: readonly string[]
  /** Moves the money of cards. Never call it inside a transaction. */
  readonly cardProcessor: CardProcessor
  /** Sends mail. Never call it inside a transaction. */
  readonly mailer: Mailer
  /** The sender of mail; null when none is configured. */
  readonly mailSender: string | null
  /** Sends text messages. Never call it inside a transaction. */
  readonly sms: SmsGateway
  /** Sends faxes. Never call it inside a transaction. */
  readonly fax: FaxCarrier
  /** Opens and stamps PDFs. Never call it inside a transaction. */
  readonly pdf: PdfWorkshop
  /** This run of the back office. Its id and start show which deliveries an ended run left unfinished. */
  readonly run: BackOfficeRun
  /** The scheduling service of consults. Never call it inside a transaction. */
  readonly scheduler: Scheduler
  /** The systems with readings and images; null when none is connected. */
  readonly results: Results | null
  /** The address of the CRM's own pages, without a trailing slash; null when none is configured. */
  readonly crmUrl: string | null
  /** The idempotency key of a call that runs outside a transaction; null for every other call. */
  readonly idempotencyKey: string | null
  readonly log: Log
  readonly watch: ServerWatch
  /** Returns a signed head of the audit log, at most a minute old; null when none could be made. */
  readonly readAuditHead: () => Promise<SignedAuditHead | null>
  /** Adds to the subject of the call's audit row, which already has the ids of path and body. */
  readonly setAuditSubject: (subject: AuditSubject) => void
  /** Adds an audit row to the same call, for a further person whose record was shown. */
  readonly addAuditSubject: (subject: AuditSubject) => void
}

/** A route's input after its schemas: defaults filled, instants canonical, ids branded. */
export type HandlerInput<Name extends RouteName> = {
  readonly params: z.output<BackOfficeRoutes[Name]['params']>
  readonly query: z.output<BackOfficeRoutes[Name]['query']>
  readonly body: z.output<BackOfficeRoutes[Name]['body']>
}

/** The operation behind a route: returns its answer, or throws a {@link Refusal}. */
type Handler<Name extends RouteName> = (
  input: HandlerInput<Name>,
  context: HandlerContext,
) => Promise<RouteAnswer<Name>>

/** Handlers for some routes; the merged map of all routes does not compile if one is missing. */
export type Handlers<Names extends RouteName> = { readonly [Name in Names]: Handler<Name> }

/** Returns the caller of a route that needs a session. Throws 401 `signed-out` if there is none. */
export const requireCaller = (context: Pick<HandlerContext, 'caller'>): Caller => {
  if (context.caller === null) throw signedOut()
  return context.caller
}

/**
 * Returns the workstation that a call names. Throws 400 `invalid-input` if its header is missing or malformed. On a
 * route with `workstation: 'named'`, `answerCall` has already checked this.
 */
export const requireWorkstation = ({ workstationID }: Pick<HandlerContext, 'workstationID'>): string => {
  if (workstationID === null) throw new Refusal('invalid-input', backOfficeKernelWords.workstationMissing)
  return workstationID
}

export const signedOut = (): Refusal => new Refusal('signed-out', backOfficeKernelWords.signedOut)

/** Returns whether the caller may work at a location. Members are not limited to certain locations. */
export const mayWorkAt = (caller: Pick<Caller, 'allowedLocations'>, locationID: string): boolean =>
  caller.allowedLocations === 'all' || (caller.allowedLocations as readonly string[]).includes(locationID)
