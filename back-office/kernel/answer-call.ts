import type { RouteName } from '#contract/back-office.ts'
import type { Failure } from '#contract/reply.ts'
import type { Route } from '#contract/route.ts'
import { noteOnCall } from '#runtime/spans.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import type { AccessRecords } from './access-records.ts'
import { compareStates } from './audit-change.ts'
import { type AuditEntry, appendAudit } from './audit-repository.ts'
import { type AuditSubject, type Caller, type HandlerContext, requireWorkstation, signedOut } from './handler.ts'
import { type ParsedInput, parseRouteInput, type RawInput } from './http/parse-input.ts'
import { type CallAnswer, readIdempotencyKey, runOncePerKey, runOutsidePerKey } from './idempotent-call.ts'
import { withKeptMembers } from './kept-members.ts'
import { Refusal } from './refusal.ts'
import { checkLocation, checkRoles, checkTicket, toAuditSubject } from './route-access.ts'
import { statusOf } from './status-of-code.ts'
import { toTimeoutRefusal } from './to-refusal.ts'
import { countWork } from './work-meter.ts'

/** The part of an operation's context that is the same for all calls. */
export type ServerContext = Omit<
  HandlerContext,
  'now' | 'caller' | 'workstationID' | 'idempotencyKey' | 'setAuditSubject' | 'addAuditSubject'
> & {
  /** Epoch seconds. */
  readonly now: () => number
  readonly records: AccessRecords
}

/** Returns the answer to a repeated call, made from the stored answer. */
export type Replay = (kept: unknown, context: HandlerContext) => Promise<unknown>

export type Call = {
  readonly name: RouteName
  readonly route: Route
  readonly handler: (input: ParsedInput, context: HandlerContext) => Promise<unknown>
  /** Adds the secrets to the stored answer for a repeated call, because secrets are never stored. */
  readonly replay?: Replay | undefined
  readonly caller: Caller | null
  /** Whether the call named a session; `caller` is null when that session has ended. */
  readonly namesSession: boolean
  readonly raw: RawInput
  readonly idempotencyKey: string | string[] | undefined
  /** The workstation that the call names in its header; null if it names none. */
  readonly workstationID?: string | null
  /** The caller's network address; null where there is none. */
  readonly address?: string | null
}

export const toFailureBody = (failure: Refusal): Failure =>
  failure.details === undefined
    ? { code: failure.code, message: failure.message }
    : { code: failure.code, message: failure.message, details: failure.details }

/**
 * Refusals that come before any person's record is read. On an audited route, every other refusal is audited, denials
 * included.
 */
const unauditedCodes: ReadonlySet<string> = new Set([
  'invalid-input',
  'signed-out',
  'too-many-requests',
  'idempotency-key-missing',
  'idempotency-key-reused',
])

/**
 * Calls whose audit row is not tied to their writes: POST calls that write nothing, and calls that do slow work or
 * count a wrong guess before they open a transaction of their own.
 */
const unboundPosts: ReadonlySet<RouteName> = new Set([
  'searchMembers',
  'readStudyDetailed',
  'signIn',
  'previewPdf',
  'exportForMedium',
  'setUp',
  'acceptInvitation',
  'changeOwnPassword',
])

/** Returns whether a call's writes and its audit row must commit together. */
const writesWithAudit = ({ name, route }: Call): boolean =>
  route.method !== 'GET' && route.audit !== null && !unboundPosts.has(name)

/**
 * Answers one call of the route table, in this order: session, roles, workstation, input, ticket, location, idempotency
 * key, the operation, its audit row. If a refusal is stored under the idempotency key, it is returned as the answer.
 * Every other refusal is thrown as a {@link Refusal}, after its audit row, if any, is written. Any other throw is a
 * bug.
 */
export const answerCall = async (call: Call, serverContext: ServerContext): Promise<CallAnswer> => {
  const { route, caller, workstationID = null } = call
  const now = serverContext.now()
  const audit = createAuditTrail(call, now)
  try {
    // A call with an ended session is refused. Otherwise a member that staff create would count as a self-service
    // sign-up.
    if (call.namesSession && caller === null && call.name !== 'signIn' && call.name !== 'health') throw signedOut()
    audit.setSubject(toAuditSubject(route.path, pathOf(call)))
    checkRoles(route, caller)
    if (route.access.workstation === 'named') requireWorkstation({ workstationID })
    const begun = performance.now()
    const named = parseRouteInput(route, call.raw)
    countWork(performance.now() - begun)
    checkTicket(route, named, caller)
    const input = await withKeptMembers(route.path, named, serverContext)
    audit.setSubject(toAuditSubject(route.path, input))
    await checkLocation(route, input, caller, serverContext, audit.setSubject)
    noteOnCall(audit.place())
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
      ...serverContext,
      idempotencyKey,
      db,
      now,
      caller,
      workstationID,
      setAuditSubject: audit.setSubject,
      addAuditSubject: audit.addSubject,
    })
    const keyedCall = { userID: caller?.userID ?? '', route: call.name, wire: toWire(call.raw), parsed: named, now }
    if (isOutside && key !== undefined) {
      const answer = await runOutsidePerKey(
        serverContext,
        { key, ...keyedCall },
        () =>
          audit.withChange(serverContext.db, serverContext.records, () =>
            call.handler(input, contextOn(serverContext.db, key)),
          ),
        (db, failure) => appendAudit(db, serverContext.kind, audit.rows(failure?.code ?? 'ok')),
        toAnswer,
      )
      noteOnCall({ isReplay: answer.isReplay })
      if (answer.isReplay && answer.status === 200 && call.replay !== undefined) {
        return { status: 200, body: await call.replay(answer.body, contextOn(serverContext.db, key)) }
      }
      return { status: answer.status, body: answer.body }
    }
    if (isOutside || (route.idempotent === false && !writesWithAudit(call))) {
      const body = await call.handler(input, contextOn(serverContext.db))
      await writeAudit(serverContext.db, serverContext.kind, audit.rows('ok'))
      return { status: 200, body }
    }
    // The writes, the answer stored under the key and the audit row commit together, so that a crash cannot separate
    // them.
    return await inTransaction(serverContext.db, async (db) => {
      const run = (inner: Database): Promise<unknown> =>
        audit.withChange(inner, serverContext.records, () => call.handler(input, contextOn(inner)))
      if (key === undefined) {
        const body = await run(db)
        await appendAudit(db, serverContext.kind, audit.rows('ok'))
        return { status: 200, body }
      }
      const answer = await runOncePerKey(db, { key, ...keyedCall }, run, toAnswer)
      noteOnCall({ isReplay: answer.isReplay })
      if (answer.isReplay && answer.status === 200 && call.replay !== undefined) {
        return { status: 200, body: await call.replay(answer.body, contextOn(db)) }
      }
      if (!answer.isReplay) await appendAudit(db, serverContext.kind, audit.rows(answer.failure?.code ?? 'ok'))
      return { status: answer.status, body: answer.body }
    })
  } catch (thrown) {
    const error = toAnswerable(thrown, call, serverContext)
    if (error instanceof Refusal && !unauditedCodes.has(error.code)) {
      await writeAudit(serverContext.db, serverContext.kind, audit.rows(error.code))
    }
    throw error
  }
}

/**
 * Returns the refusal for a call that a timeout of the database ended, if the call certainly did nothing: it reads, or
 * its one transaction was rolled back. Otherwise returns what was thrown: a call that acts in several steps may have
 * done some of them.
 */
const toAnswerable = (thrown: unknown, call: Call, { log }: Pick<ServerContext, 'log'>): unknown => {
  const { method, idempotent } = call.route
  const isOneStep = method === 'GET' || idempotent === true || (idempotent === false && writesWithAudit(call))
  return (isOneStep ? toTimeoutRefusal(thrown, log, call.name) : undefined) ?? thrown
}

/** Returns a request before any schema changes it. A missing part becomes an empty object. */
const toWire = ({ params, query, body }: RawInput): RawInput => ({
  params: params ?? {},
  query: query ?? {},
  body: body ?? {},
})

/**
 * Returns the path's parameters, if they can be parsed, for the audit row of a caller who is refused before the input
 * is checked.
 */
const pathOf = ({ route, raw }: Pick<Call, 'route' | 'raw'>): ParsedInput => {
  const params = route.params.safeParse(raw.params ?? {})
  return { params: params.success ? (params.data as ParsedInput['params']) : {}, query: {}, body: {} }
}

const writeAudit = async (db: Database, kind: DatabaseKind, rows: readonly AuditEntry[]): Promise<void> => {
  if (rows.length > 0) await inTransaction(db, (transaction) => appendAudit(transaction, kind, rows))
}

type AuditTrail = {
  /** The location of the call, after the access to it was checked. */
  readonly place: () => { readonly locationID?: string }
  readonly setSubject: (subject: AuditSubject) => void
  readonly addSubject: (subject: AuditSubject) => void
  readonly rows: (outcome: string) => readonly AuditEntry[]
  /** Runs a call that changes records, and adds the changes of its study and member to its audit row. */
  readonly withChange: <Result>(
    db: Database,
    records: Pick<AccessRecords, 'findAuditedState'>,
    work: () => Promise<Result>,
  ) => Promise<Result>
}

const toStored = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

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
    workstation_id: call.workstationID ?? null,
    address: call.address ?? null,
    given: about.given ?? null,
    before: toStored(about.change?.before),
    after: toStored(about.change?.after),
  })
  return {
    place: () => (subject.locationID ? { locationID: subject.locationID } : {}),
    setSubject: (more) => {
      subject = { ...subject, ...more }
    },
    addSubject: (more) => {
      further.push(more)
    },
    rows: (outcome) => {
      const { audit } = call.route
      if (audit === null || (subject.leavesNoRow === true && outcome === 'ok')) return []
      return [subject, ...further].map((about) => toEntry(about, audit, outcome))
    },
    withChange: async (db, records, work) => {
      if (call.route.audit === null) return work()
      const find = () =>
        records.findAuditedState(db, { studyID: subject.studyID ?? null, memberID: subject.memberID ?? null })
      const before = await find()
      const result = await work()
      const change = subject.change === undefined ? compareStates(before, await find()) : null
      if (change !== null) subject = { ...subject, change }
      return result
    },
  }
}
