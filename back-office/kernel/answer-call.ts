import type { RouteName } from '#contract/back-office.ts'
import type { Failure } from '#contract/reply.ts'
import type { Route } from '#contract/route.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import type { AccessRecords } from './access-records.ts'
import { type AuditEntry, appendAudit } from './audit-repository.ts'
import { type AuditSubject, type Caller, type HandlerContext, signedOut } from './handler.ts'
import { type ParsedInput, parseRouteInput, type RawInput } from './http/parse-input.ts'
import { type CallAnswer, readIdempotencyKey, runOncePerKey, runOutsidePerKey } from './idempotent-call.ts'
import { Refusal } from './refusal.ts'
import { checkLocation, checkRoles, checkTicket, toAuditSubject } from './route-access.ts'
import { statusOf } from './status-of-code.ts'
import { countWork } from './work-meter.ts'

/** What every call needs besides its own input: what operations are given, but for what belongs to one call. */
export type CallSurroundings = Omit<
  HandlerContext,
  'now' | 'caller' | 'idempotencyKey' | 'setAuditSubject' | 'addAuditSubject'
> & {
  /** Epoch seconds. */
  readonly now: () => number
  readonly records: AccessRecords
}

/** Gives the answer for a repeated call from the one that was kept. */
export type Replay = (kept: unknown, context: HandlerContext) => Promise<unknown>

export type Call = {
  readonly name: RouteName
  readonly route: Route
  readonly handler: (input: ParsedInput, context: HandlerContext) => Promise<unknown>
  /** Mends a kept answer for whoever asks again: secrets are never kept. */
  readonly replay?: Replay | undefined
  readonly caller: Caller | null
  /** Whether the call named a session at all; `caller` is null when that session is over. */
  readonly namesSession: boolean
  readonly raw: RawInput
  readonly idempotencyKey: string | string[] | undefined
}

export const toFailureBody = (failure: Refusal): Failure =>
  failure.details === undefined
    ? { code: failure.code, message: failure.message }
    : { code: failure.code, message: failure.message, details: failure.details }

/** Refusals before anybody's record was reached; everything else on an audited route leaves a row, denials included. */
const unauditedCodes: ReadonlySet<string> = new Set([
  'invalid-input',
  'signed-out',
  'too-many-requests',
  'idempotency-key-missing',
  'idempotency-key-reused',
])

/** Calls that change nothing by themselves although they are sent as POST, or that must keep what they count of a refusal. */
const unboundPosts: ReadonlySet<RouteName> = new Set([
  'searchMembers',
  'readStudyDetailed',
  'signIn',
  'previewPdf',
  'exportForMedium',
])

/** Whether what a call writes and its audit row must stand or fall together. */
const writesWithAudit = ({ name, route }: Call): boolean =>
  route.method !== 'GET' && route.audit !== null && !unboundPosts.has(name)

/**
 * Answers one call of the route table, in this order: roles, input, location, idempotency, the operation, its audit row.
 * Throws {@link Refusal} for a refusal, after its audit row is written; any other throw is a bug.
 */
export const answerCall = async (call: Call, surroundings: CallSurroundings): Promise<CallAnswer> => {
  const { route, caller } = call
  const now = surroundings.now()
  const audit = createAuditTrail(call, now)
  try {
    // A desk whose session has ended must not have its new member taken for a stranger's own sign-up.
    if (call.namesSession && caller === null && call.name !== 'signIn' && call.name !== 'health') throw signedOut()
    audit.setSubject(toAuditSubject(route.path, pathOf(call)))
    checkRoles(route, caller)
    const begun = performance.now()
    const input = parseRouteInput(route, call.raw)
    countWork(performance.now() - begun)
    checkTicket(route, input, caller)
    audit.setSubject(toAuditSubject(route.path, input))
    await checkLocation(route, input, caller, surroundings, audit.setSubject)
    const toAnswer = (failure: Refusal): CallAnswer => ({
      status: statusOf(failure.code, call.name),
      body: toFailureBody(failure),
    })
    const isOutside = route.idempotent === 'outside' || route.idempotent === 'outside-optional'
    const key =
      route.idempotent === false
        ? undefined
        : readIdempotencyKey(call.idempotencyKey, caller, route.idempotent === 'outside-optional')

    const contextOn = (db: Database, idempotencyKey: string | null = null): HandlerContext => ({
      ...surroundings,
      idempotencyKey,
      db,
      now,
      caller,
      setAuditSubject: audit.setSubject,
      addAuditSubject: audit.addSubject,
    })
    const keyedCall = { userID: caller?.userID ?? '', route: call.name, wire: toWire(call.raw), parsed: input, now }
    if (isOutside && key !== undefined) {
      const answer = await runOutsidePerKey(
        surroundings.db,
        { key, ...keyedCall },
        () => call.handler(input, contextOn(surroundings.db, key)),
        (db, failure) => appendAudit(db, surroundings.kind, audit.rows(failure?.code ?? 'ok')),
        toAnswer,
      )
      if (answer.isReplay && answer.status === 200 && call.replay !== undefined) {
        return { status: 200, body: await call.replay(answer.body, contextOn(surroundings.db, key)) }
      }
      return { status: answer.status, body: answer.body }
    }
    if (isOutside || (route.idempotent === false && !writesWithAudit(call))) {
      const body = await call.handler(input, contextOn(surroundings.db))
      await writeAudit(surroundings.db, surroundings.kind, audit.rows('ok'))
      return { status: 200, body }
    }
    // What was written, the answer kept under the key and the audit row stand or fall together, whenever the power goes.
    return await inTransaction(surroundings.db, async (db) => {
      const run = (inner: Database): Promise<unknown> => call.handler(input, contextOn(inner))
      if (key === undefined) {
        const body = await run(db)
        await appendAudit(db, surroundings.kind, audit.rows('ok'))
        return { status: 200, body }
      }
      const answer = await runOncePerKey(db, { key, ...keyedCall }, run, toAnswer)
      if (answer.isReplay && answer.status === 200 && call.replay !== undefined) {
        return { status: 200, body: await call.replay(answer.body, contextOn(db)) }
      }
      if (!answer.isReplay) await appendAudit(db, surroundings.kind, audit.rows(answer.failure?.code ?? 'ok'))
      return { status: answer.status, body: answer.body }
    })
  } catch (error) {
    if (error instanceof Refusal && !unauditedCodes.has(error.code)) {
      await writeAudit(surroundings.db, surroundings.kind, audit.rows(error.code))
    }
    throw error
  }
}

/** A request as it came. A part that was left out is the same as an empty one. */
const toWire = ({ params, query, body }: RawInput): RawInput => ({
  params: params ?? {},
  query: query ?? {},
  body: body ?? {},
})

/** Whom the path alone is about, where it can be read: for the row of a caller who is refused before anything else is looked at. */
const pathOf = ({ route, raw }: Pick<Call, 'route' | 'raw'>): ParsedInput => {
  const params = route.params.safeParse(raw.params ?? {})
  return { params: params.success ? (params.data as ParsedInput['params']) : {}, query: {}, body: {} }
}

const writeAudit = async (db: Database, kind: DatabaseKind, rows: readonly AuditEntry[]): Promise<void> => {
  if (rows.length > 0) await inTransaction(db, (transaction) => appendAudit(transaction, kind, rows))
}

type AuditTrail = {
  readonly setSubject: (subject: AuditSubject) => void
  readonly addSubject: (subject: AuditSubject) => void
  readonly rows: (outcome: string) => readonly AuditEntry[]
}

const createAuditTrail = (call: Call, now: number): AuditTrail => {
  let subject: AuditSubject = {}
  const further: AuditSubject[] = []
  const toEntry = (about: AuditSubject, action: string, outcome: string): AuditEntry => ({
    at: now,
    user_id: about.userID ?? call.caller?.userID ?? null,
    action: about.what === undefined || about.what === null ? action : `${action} ${about.what}`,
    member_id: about.memberID ?? null,
    study_id: about.studyID ?? null,
    location_id: about.locationID ?? null,
    outcome,
  })
  return {
    setSubject: (more) => {
      subject = { ...subject, ...more }
    },
    addSubject: (more) => {
      further.push(more)
    },
    rows: (outcome) => {
      const { audit } = call.route
      return audit === null ? [] : [subject, ...further].map((about) => toEntry(about, audit, outcome))
    },
  }
}
