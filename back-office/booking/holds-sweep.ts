import { formatInstant } from '#domain/format/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { Log } from '#runtime/log.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import type { Leadership } from '../kernel/leadership.ts'
import { startRounds } from '../kernel/rounds.ts'
import { pruneChanges } from '../repositories/changes-repository.ts'
import {
  findLapsed,
  findMachinesToSweep,
  keepMachineTimeOfStudy,
  lockMachines,
  removeLapsedSlotHolds,
  removeMachineTimeOfStudy,
} from '../repositories/machine-times-repository.ts'
import { findOpenAttempt } from '../repositories/payment-attempts-repository.ts'
import { addLogRow, changeStudy, findStudy, noTime, parseStatus } from '../repositories/studies-repository.ts'
import { fillOtherSafety } from '../safety/other-bookings.ts'
import { refreshSafety } from '../safety/refresh.ts'
import { sweepBookingSafetyDrafts } from './safety-draft.ts'

type SweepContext = Pick<HandlerContext, 'kind' | 'now' | 'newId'>
/**
 * The context of a sweep when several server processes share the database. Each transaction checks that this process
 * still leads.
 */
type LedSweep = SweepContext & { readonly leadership?: Pick<Leadership, 'check'> }

/** The name in the activity log for the server's own actions. */
const sweeperName = 'Atrium'

/**
 * Frees one machine of lapsed holds (decisions §5): slot holds after 10 minutes, temporary-hold bookings after 48
 * hours, with a log line for each booking. A booking with any payment is never released: it remains a temporary hold
 * without an end. While a card attempt is open, the booking keeps its time until a later sweep. Runs in the caller's
 * transaction, with the machine locked, before a hold or a study is placed on it.
 */
export const sweepMachine = async (db: Database, machineID: string, context: SweepContext): Promise<void> => {
  const lapsed = await findLapsed(db, machineID, context.now)
  if (lapsed.some(({ kind }) => kind === 'slot-hold')) await removeLapsedSlotHolds(db, machineID, context.now)
  for (const { kind, study_id } of lapsed) {
    if (kind === 'temporary-hold' && study_id !== null) await releaseTemporaryHold(db, study_id, context)
  }
}

const releaseTemporaryHold = async (db: Database, studyID: string, context: SweepContext): Promise<void> => {
  const study = await findStudy(db, studyID)
  if (study === undefined) return
  // A card attempt is open. After the attempt ends, the next sweep sees whether anything was paid.
  if ((await findOpenAttempt(db, studyID)) !== undefined) return
  const isPartlyPaid = study.payment_amount > 0
  const sweeper = { name: sweeperName, userID: null, at: context.now }
  const changed = isPartlyPaid
    ? await changeStudy(db, study, { temporary_hold_until: null })
    : await changeStudy(db, study, {
        ...noTime,
        ...(await refreshSafety(db, { ...study, ...noTime }, sweeper, context)).columns,
        temporary_hold: 0,
        temporary_hold_until: null,
        status: JSON.stringify({ ...parseStatus(study), booked: false }),
      })
  // Another caller changed the study after this read; the next sweep tries again.
  if (changed === undefined) return
  if (isPartlyPaid) await keepMachineTimeOfStudy(db, studyID, 'temporary-hold')
  else await removeMachineTimeOfStudy(db, studyID)
  const when =
    study.starts_at === null || study.timezone === null
      ? ''
      : ` of ${formatInstant(toInstant(study.starts_at * 1000), study.timezone as ZoneId)}`
  await addLogRow(db, {
    log_id: context.newId(),
    study_id: studyID,
    category: 'Booking',
    time: context.now,
    content: isPartlyPaid
      ? `Temporary hold${when} kept after 48 hours: part of the price is paid`
      : `Temporary hold${when} released after 48 hours without payment`,
    by_user: sweeperName,
  })
}

/**
 * Frees every machine of lapsed holds, with one transaction per machine. Returns the number of machines swept. A
 * failure on one machine does not stop the others; the first error is thrown at the end.
 * @internal Tests sweep without waiting for the timer.
 */
export const sweepAll = async (db: Database, context: LedSweep): Promise<number> => {
  const machineIDs = await findMachinesToSweep(db, context.now)
  const errors: unknown[] = []
  for (const machineID of machineIDs) {
    try {
      await inTransaction(db, async (transaction) => {
        // The check locks the lease until the transaction ends, so it comes after the wait for the machine. Otherwise
        // this process could not renew its lease during the wait.
        await lockMachines(transaction, context.kind, [machineID])
        await context.leadership?.check(transaction)
        await sweepMachine(transaction, machineID, context)
      })
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return machineIDs.length
}

type SweepOptions = {
  readonly db: Database
  readonly kind: DatabaseKind
  /** Epoch seconds. */
  readonly now: () => number
  readonly newId: () => string
  readonly log: Log
  readonly everyMs?: number
  readonly leadership: Pick<Leadership, 'check' | 'leads'>
  /** Other work of every sweep, such as applying the prices whose first day has come. */
  readonly alongside?: (now: number) => Promise<unknown>
}

const pruneEverySeconds = 3600

/**
 * Sweeps every 15 seconds, so that other workstations see a lapsed hold disappear before its slot is requested. Once an
 * hour it also removes changes too old for any cursor, and expired safety answers without a booking. The first sweep
 * also looks for members with several bookings of which at least one was never compared with the others. For each of
 * them it compares the safety answers of all open bookings with each other. Of several processes over one database,
 * only the leading one sweeps. `stop` waits for a running sweep.
 */
export const startSweeping = (options: SweepOptions): { stop(): Promise<void> } => {
  let isFilled = false
  let prunedAt = Number.NEGATIVE_INFINITY
  const sweep = async (): Promise<void> => {
    const now = options.now()
    await sweepAll(options.db, { ...options, now })
    await options.alongside?.(now)
    if (!isFilled) {
      await fillOtherSafety(options.db, now)
      isFilled = true
    }
    if (now - prunedAt >= pruneEverySeconds) {
      await pruneChanges(options.db)
      await sweepBookingSafetyDrafts(options.db, { kind: options.kind, now })
      prunedAt = now
    }
  }
  const { log, leadership, everyMs = 15_000 } = options
  return startRounds({
    everyMs,
    sweep: 'holds',
    logFailure: (details) => log('error', 'holds.sweep-failed', details),
    leadership,
    work: sweep,
  })
}
