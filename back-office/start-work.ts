import { sweepInvitations } from './accounts/send-invitation.ts'
import { startSweeping } from './booking/holds-sweep.ts'
import { applyDuePrices } from './catalogue/administer-prices.ts'
import type { ServerContext } from './kernel/answer-call.ts'
import { removeOldCallCounts } from './kernel/http/shared-counts.ts'
import { removeOldIdempotencyKeys } from './kernel/idempotency-repository.ts'
import type { Leadership } from './kernel/leadership.ts'
import { startRounds } from './kernel/rounds.ts'
import { startDataDuties } from './members/data-duties-work.ts'
import { startMessages } from './messages/message-sweep.ts'
import { startSettling } from './payments/attempts-sweep.ts'
import { removeOldRefusals } from './results/refused-deliveries.ts'
import { startFollowingReports } from './update/apply-reports.ts'

const houseKeepingMs = 3_600_000

const startHouseKeeping = (
  { db, now, log }: Pick<ServerContext, 'db' | 'now' | 'log'>,
  leadership: Pick<Leadership, 'leads'>,
): { stop(): Promise<void> } => {
  const failed = () => log('warning', 'house-keeping.failed')
  return startRounds({
    everyMs: houseKeepingMs,
    sweep: 'house-keeping',
    logFailure: (details) => log('error', 'house-keeping.failed', details),
    leadership,
    work: async () => {
      await removeOldIdempotencyKeys(db, now()).catch(failed)
      await removeOldRefusals(db, now()).catch(failed)
      await removeOldCallCounts(db).catch(failed)
    },
  })
}

/**
 * Starts the work that the server does without a call: sweeps of holds, card attempts, reports, messages and old keys.
 * Of several processes on one database only the leading one does it. Messages and the list of erasures are the
 * exception: every process handles them, but each item is handled by only one process.
 */
export const startWork = (
  serverContext: ServerContext,
  leadership: Leadership,
  { messagesEveryMs, dataFolder }: { readonly messagesEveryMs?: number | undefined; readonly dataFolder: string },
): { stop(): Promise<void> } => {
  const { db, kind, now, newId, log, cardProcessor } = serverContext
  const sweeping = startSweeping({
    db,
    kind,
    now,
    newId,
    log,
    leadership,
    alongside: (at) => applyDuePrices(db, at),
  })
  const settling = startSettling({ db, kind, now, newId, log, cardProcessor, leadership })
  const followingReports = startFollowingReports({ db, kind, now, log, leadership })
  const messages = startMessages({ ...serverContext, everyMs: messagesEveryMs, alongside: sweepInvitations })
  const houseKeeping = startHouseKeeping({ db, now, log }, leadership)
  const duties = startDataDuties({ db, kind, dataFolder, now, log, leadership })
  return {
    stop: async () => {
      await sweeping.stop()
      await settling.stop()
      await Promise.all([followingReports.stop(), houseKeeping.stop(), duties.stop()])
      await messages.stop()
      await leadership.stop()
    },
  }
}
