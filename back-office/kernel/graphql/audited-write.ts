import { type Database, inTransaction } from '../../database/database.ts'
import { type ServerContext, toFailureBody } from '../answer-call.ts'
import { type AuditEntry, appendAudit } from '../audit-repository.ts'
import type { AuditSubject, Caller, HandlerContext } from '../handler.ts'
import { findAnswerOfKey, type KeyedAnswer, readIdempotencyKey, runOncePerKey } from '../idempotent-call.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from '../status-of-code.ts'

/** One audited action of a mutation. */
export type AuditedWrite<Prepared, Result> = {
  readonly action: string
  /** Null when no study is known, as for an unknown document id. */
  readonly studyID: string | null
  /** Checks the caller's permission before any slow work. Throws a refusal. */
  readonly allow?: (context: HandlerContext) => Promise<void>
  /** Does the slow work outside of any transaction. Throws a refusal. */
  readonly prepare: (context: HandlerContext) => Promise<Prepared>
  /** Runs in one transaction with its audit row. */
  readonly write: (prepared: Prepared, context: HandlerContext) => Promise<Result>
  /**
   * The idempotency key: the header, and the input that must be the same in a repeated request. The action runs once
   * per key.
   */
  readonly key?: { readonly header: string | string[] | undefined; readonly input: unknown } | undefined
}

/** Where a call comes from. */
type CallOrigin = { readonly workstationID: string | null; readonly address: string | null }

export const toAuditEntry = (
  caller: Caller,
  at: number,
  action: string,
  outcome: string,
  subject: AuditSubject,
  origin: CallOrigin,
): AuditEntry => ({
  at,
  user_id: caller.userID,
  workstation_id: origin.workstationID,
  address: origin.address,
  action: subject.what === undefined || subject.what === null ? action : `${action} ${subject.what}`,
  member_id: subject.memberID ?? null,
  study_id: subject.studyID ?? null,
  location_id: subject.locationID ?? null,
  outcome,
})

/**
 * Commits the writes and their audit row together. A refusal is audited in a row of its own; a replayed answer is not
 * audited again.
 */
export const writeAudited = async <Prepared, Result>(
  caller: Caller,
  serverContext: ServerContext,
  origin: CallOrigin,
  act: AuditedWrite<Prepared, Result>,
): Promise<Result> => {
  const now = serverContext.now()
  const scope =
    act.studyID === null ? undefined : await serverContext.records.findStudyScope(serverContext.db, act.studyID)
  let subject: AuditSubject = {
    studyID: act.studyID,
    memberID: scope?.patientID ?? null,
    locationID: scope?.locationID ?? null,
  }
  const row = (outcome: string) => [toAuditEntry(caller, now, act.action, outcome, subject, origin)]
  const contextOn = (db: Database): HandlerContext => ({
    ...serverContext,
    db,
    now,
    caller,
    workstationID: origin.workstationID,
    idempotencyKey: null,
    setAuditSubject: (more) => {
      subject = { ...subject, ...more }
    },
    addAuditSubject: () => {},
  })
  try {
    await act.allow?.(contextOn(serverContext.db))
    // Unlike on most REST routes, the header is optional for staff too.
    const key = act.key === undefined ? undefined : readIdempotencyKey(act.key.header, caller, true)
    const call =
      key === undefined
        ? undefined
        : {
            key,
            userID: caller.userID,
            route: `graphql ${act.action}`,
            wire: act.key?.input,
            parsed: act.key?.input,
            now,
          }
    const kept = call === undefined ? undefined : await findAnswerOfKey(serverContext.db, call)
    if (kept !== undefined) return unpack(kept)
    const prepared = await act.prepare(contextOn(serverContext.db))
    const run = (db: Database): Promise<Result> => act.write(prepared, contextOn(db))
    if (call === undefined) {
      return await inTransaction(serverContext.db, async (db) => {
        const result = await run(db)
        await appendAudit(db, serverContext.kind, row('ok'))
        return result
      })
    }
    const answer = await inTransaction(serverContext.db, async (db) => {
      const once = await runOncePerKey(db, call, run, (failure) => ({
        status: statusOf(failure.code),
        body: toFailureBody(failure),
      }))
      if (once.status === 200 && !once.isReplay) await appendAudit(db, serverContext.kind, row('ok'))
      return once
    })
    return unpack(answer)
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof KeptRefusal)) {
      await inTransaction(serverContext.db, (db) => appendAudit(db, serverContext.kind, row(error.code)))
    }
    throw error
  }
}

/** A replayed refusal, which already has its audit row. */
class KeptRefusal extends Refusal {}

/** Returns the write's result, or throws its refusal. A body with status 200 is always a result of this write. */
const unpack = <Result>({ status, body, failure, isReplay }: KeyedAnswer): Result => {
  if (status === 200) return body as Result
  if (failure !== undefined && !isReplay) throw failure
  const { code, message, details } = body as Pick<Refusal, 'code' | 'message' | 'details'>
  throw new KeptRefusal(code, message, details)
}
