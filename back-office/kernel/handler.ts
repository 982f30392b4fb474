import type { z } from 'zod'
import type { BackOfficeRoutes, RouteAnswer, RouteName } from '#contract/back-office.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { FaxCarrier } from '../outside/fax/fax-carrier.ts'
import type { Mailer } from '../outside/mail/mailer.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import type { Results } from '../outside/results/results.ts'
import type { Scheduler } from '../outside/scheduler/scheduler.ts'
import type { MemberSearchIndex } from './member-search.ts'
import { Refusal } from './refusal.ts'

/** Who calls, as the session says. */
export type Caller = {
  readonly userID: string
  /** Full name, as other desks see it. */
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** True with any role but `user`. */
  readonly isStaff: boolean
  /** The member this is, for a member's own session; null for staff. */
  readonly memberID: MemberID | null
  readonly allowedLocations: 'all' | readonly LocationID[]
  /** SHA-256 of the session's token. */
  readonly sessionHash: string
  /** The delivery whose ticket was shown instead of a session: nothing else may be acted on. */
  readonly ticket?: { readonly deliveryID: string; readonly studyID: string }
}

/** Whose data a call touched, for its audit row. */
export type AuditSubject = {
  readonly memberID?: string | null
  readonly studyID?: string | null
  readonly locationID?: string | null
  /** Who acted, where the call itself finds out: a sign-in. */
  readonly userID?: string | null
  /** What no column of the row names, added to its action: ids and names of fields, never what was written. */
  readonly what?: string | null
}

/** One run of the back office, from its start to its end. */
type BackOfficeRun = {
  readonly id: string
  /** Epoch seconds. */
  readonly startedAt: number
}

/** What an operation is given besides its input. */
export type HandlerContext = {
  /**
   * On idempotent routes already inside the transaction that also keeps the answer and the audit row, but for those whose
   * `idempotent` is `outside`: there it is the database itself. Use `inTransaction(db, ...)` of database/database.ts,
   * which nests.
   */
  readonly db: Database
  readonly kind: DatabaseKind
  readonly memberSearch: MemberSearchIndex
  readonly caller: Caller | null
  /** Epoch seconds, whole. */
  readonly now: number
  /** A fresh unguessable id: lower case letters, digits and dashes, 36 long. */
  readonly newId: () => string
  /** `PRODUCTION` or any other name (decisions §2). */
  readonly environment: Environment
  readonly version: string
  /** The line quoted in safety notices; null where none is configured. */
  readonly supportPhone: string | null
  /** Whether finance's adjustments are shown and taken. */
  readonly reconciliation: boolean
  /** E-mail addresses of who may use open-type promos in production. */
  readonly openPromoUsers: readonly string[]
  /** E-mail addresses, in lower case, of who may schedule a preferred consult without the role for it (study spec §6). */
  readonly preferredConsultUsers: readonly string[]
  /** Who moves the cards' money. Never waited for inside a transaction. */
  readonly cardProcessor: CardProcessor
  /** Sends mail. Never waited for inside a transaction. */
  readonly mailer: Mailer
  /** Sends faxes. Never waited for inside a transaction. */
  readonly fax: FaxCarrier
  /** Opens and stamps PDFs. Never waited for inside a transaction. */
  readonly pdf: PdfWorkshop
  /** This run of the back office: what another one left half done is told by it. */
  readonly run: BackOfficeRun
  /** Whom consults are booked with. Never waited for inside a transaction. */
  readonly scheduler: Scheduler
  /** The systems that have readings and images; null where none is connected. */
  readonly results: Results | null
  /** Where the CRM's own pages are, without a slash at the end; null where none is configured. */
  readonly crmUrl: string | null
  /** The key of a call that is run outside a transaction; null on every other. */
  readonly idempotencyKey: string | null
  readonly log: Log
  /** Adds to what the audit row says the call was about; the path's and body's own ids are there already. */
  readonly setAuditSubject: (subject: AuditSubject) => void
  /** One more audit row of the same call, for each further person whose record was shown. */
  readonly addAuditSubject: (subject: AuditSubject) => void
}

/** A route's input after its schemas: defaults filled, instants canonical, ids branded. */
export type HandlerInput<Name extends RouteName> = {
  readonly params: z.output<BackOfficeRoutes[Name]['params']>
  readonly query: z.output<BackOfficeRoutes[Name]['query']>
  readonly body: z.output<BackOfficeRoutes[Name]['body']>
}

/** The operation behind a route: gives its answer, or throws a {@link Refusal}. */
type Handler<Name extends RouteName> = (
  input: HandlerInput<Name>,
  context: HandlerContext,
) => Promise<RouteAnswer<Name>>

/** Handlers for some routes; merged into the map of all of them, where a missing one does not compile. */
export type Handlers<Names extends RouteName> = { readonly [Name in Names]: Handler<Name> }

/** The caller of a route that needs a session. Throws 401 `signed-out` without one. */
export const requireCaller = (context: Pick<HandlerContext, 'caller'>): Caller => {
  if (context.caller === null) throw signedOut()
  return context.caller
}

export const signedOut = (): Refusal => new Refusal('signed-out', 'You are signed out. Sign in again to go on.')

/** Whether the caller may work at a location. Members are not bound to one. */
export const mayWorkAt = (caller: Pick<Caller, 'allowedLocations'>, locationID: string): boolean =>
  caller.allowedLocations === 'all' || (caller.allowedLocations as readonly string[]).includes(locationID)
