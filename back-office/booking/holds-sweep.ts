import { formatInstant } from '#domain/values/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { Log } from '#runtime/log.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { pruneChanges } from '../repositories/changes-repository.ts'
import {
  findLapsedTemporaryHolds,
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

/** Who the activity log names for what nobody at a desk did. */
const sweeperName = 'Atrium'

/**
 * Frees one machine of what has lapsed (decisions §5): slot holds after 10 minutes, temporary-hold bookings after 48 hours,
 * each of the latter logged. A booking on which money has been paid is never let go by a clock: it stays, as a temporary
 * hold without an end; while a card is being charged for it, it waits for the next sweep. Runs in the caller's transaction, with the machine locked, before anything is placed.
 */
export const sweepMachine = async (db: Database, machineID: string, context: SweepContext): Promise<void> => {
  await removeLapsedSlotHolds(db, machineID, context.now)
  for (const lapsed of await findLapsedTemporaryHolds(db, machineID, context.now)) {
    if (lapsed.study_id !== null) await releaseTemporaryHold(db, lapsed.study_id, context)
  }
}

const releaseTemporaryHold = async (db: Database, studyID: string, context: SweepContext): Promise<void> => {
  const study = await findStudy(db, studyID)
  if (study === undefined) return
  // Somebody is paying right now. Once that has ended the next sweep sees whether anything was paid.
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
  // Someone else changed it between our reading and writing: the next sweep looks again.
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
      ? `Temporary hold${when} kept past its 48 hours: part of the price is paid`
      : `Temporary hold${when} released after 48 hours without payment`,
    by_user: sweeperName,
  })
}

/**
 * Frees every machine of what has lapsed, one transaction a machine. Gives the number of machines swept. A machine that
 * cannot be swept keeps none of the others from it; its error is thrown at the end.
 * @internal Tests sweep without waiting for the timer.
 */
export const sweepAll = async (db: Database, context: SweepContext): Promise<number> => {
  const machineIDs = await findMachinesToSweep(db, context.now)
  const errors: unknown[] = []
  for (const machineID of machineIDs) {
    try {
      await inTransaction(db, async (transaction) => {
        await lockMachines(transaction, context.kind, [machineID])
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
}

const pruneEverySeconds = 3600

/**
 * Sweeps every 15 seconds, so that other desks see a lapsed hold go without anyone asking for its slot, and once an hour
 * removes changes too old for any cursor, and safety answers without a booking that have expired. The first sweep also
 * compares the answers of members with several bookings whose rows an earlier version wrote. Several back offices on one
 * database may all do so. `stop` waits for a sweep under way.
 */
export const startSweeping = (options: SweepOptions): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isFilled = false
  let prunedAt = Number.NEGATIVE_INFINITY
  const sweep = async (): Promise<void> => {
    try {
      const now = options.now()
      await sweepAll(options.db, { kind: options.kind, now, newId: options.newId })
      if (!isFilled) {
        await fillOtherSafety(options.db, now)
        isFilled = true
      }
      if (now - prunedAt >= pruneEverySeconds) {
        await pruneChanges(options.db)
        await sweepBookingSafetyDrafts(options.db, { kind: options.kind, now })
        prunedAt = now
      }
    } catch (error) {
      options.log('error', 'holds.sweep-failed', { error: error instanceof Error ? error.name : typeof error })
    }
    isRunning = false
  }
  const timer = setInterval(() => {
    // A slow sweep is not overtaken by the next.
    if (isRunning) return
    isRunning = true
    running = sweep()
  }, options.everyMs ?? 15_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
