import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { isReadOnly } from '../database/schema-state.ts'
import { countOpenDifferences, findUncoveredSince } from '../repositories/audit-heads-repository.ts'
import { findLastRun } from '../repositories/backup-runs-repository.ts'
import { countLateDeliveries } from '../repositories/deliveries-repository.ts'
import { countLateMessages } from '../repositories/messages-repository.ts'
import { countOpenMessages } from '../repositories/open-messages-repository.ts'
import { countUnknownAttempts } from '../repositories/payment-attempts-repository.ts'
import { countUndecidedResults } from '../repositories/results-repository.ts'
import type { CallMeter } from './call-meter.ts'

const minute = 60
const paymentKnownAfter = 5 * minute
const messageLateAfter = 10 * minute
const deliveryLateAfter = 30 * minute
const resultDecidedAfter = 5 * minute
const queryTimeoutMs = 5_000
const dayMs = 86_400_000

export type SignSources = {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly dataFolder: string
  /** A demo needs no backup. */
  readonly isDemo: boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly readJumpSeconds: () => number
  readonly meter: CallMeter
  /** When the server's certificate expires, epoch milliseconds; null without a certificate. */
  readonly certificateEnds: () => number | null
}

type FromDatabase = Pick<
  ServerSigns,
  | 'unknownPayments'
  | 'lateMessages'
  | 'messagesForStaff'
  | 'lateDeliveries'
  | 'undecidedResults'
  | 'backupAgeSeconds'
  | 'hasBackupFailed'
  | 'isBackupMissing'
  | 'drillAgeSeconds'
  | 'hasDrillFailed'
  | 'auditHeadAgeSeconds'
  | 'auditHeadProblems'
  | 'isDatabaseReadOnly'
>

const nothingRead: FromDatabase = {
  unknownPayments: 0,
  lateMessages: 0,
  messagesForStaff: 0,
  lateDeliveries: 0,
  undecidedResults: 0,
  backupAgeSeconds: null,
  hasBackupFailed: false,
  isBackupMissing: false,
  drillAgeSeconds: null,
  hasDrillFailed: false,
  auditHeadAgeSeconds: null,
  auditHeadProblems: 0,
  isDatabaseReadOnly: false,
}

const readRuns = async (
  db: Database,
  kind: DatabaseKind,
  now: number,
  isDemo: boolean,
): Promise<
  Pick<FromDatabase, 'backupAgeSeconds' | 'hasBackupFailed' | 'isBackupMissing' | 'drillAgeSeconds' | 'hasDrillFailed'>
> => {
  const [backup, drill] = [await findLastRun(db, 'backup', now), await findLastRun(db, 'drill', now)]
  const ageOf = (run: typeof backup): number | null =>
    run?.succeededAt === null || run === null ? null : Math.max(0, now - Math.floor(toEpochMs(run.succeededAt) / 1000))
  return {
    backupAgeSeconds: ageOf(backup),
    hasBackupFailed: backup !== null && backup.problem !== null,
    // With PostgreSQL, its own tools can make the backups, and only a backup by our command is recorded.
    isBackupMissing: kind === 'sqlite' && !isDemo && (backup === null || backup.succeededAt === null),
    drillAgeSeconds: ageOf(drill),
    hasDrillFailed: drill !== null && drill.problem !== null,
  }
}

/**
 * Returns the signs about audit heads. In a demo their age is null, because its first audit rows are dated before any
 * workstation could get a head.
 */
const readHeads = async (
  db: Database,
  now: number,
  isDemo: boolean,
): Promise<Pick<FromDatabase, 'auditHeadAgeSeconds' | 'auditHeadProblems'>> => {
  const since = isDemo ? null : await findUncoveredSince(db)
  return {
    auditHeadAgeSeconds: isDemo ? null : since === null ? 0 : Math.max(0, now - since),
    auditHeadProblems: await countOpenDifferences(db),
  }
}

const readDatabase = async (
  { db, kind, isDemo }: Pick<SignSources, 'db' | 'kind' | 'isDemo'>,
  now: number,
): Promise<FromDatabase> => {
  const forStaff = await countOpenMessages(db, { locationIDs: 'all', state: 'all', now })
  return {
    unknownPayments: await countUnknownAttempts(db, now - paymentKnownAfter),
    lateMessages: await countLateMessages(db, now - messageLateAfter),
    messagesForStaff: forStaff.failed + forStaff.uncertain,
    lateDeliveries: await countLateDeliveries(db, now - deliveryLateAfter),
    undecidedResults: await countUndecidedResults(db, now - resultDecidedAfter),
    ...(await readRuns(db, kind, now, isDemo)),
    ...(await readHeads(db, now, isDemo)),
    isDatabaseReadOnly: await isReadOnly(db, kind),
  }
}

const readDisk = async (folder: string): Promise<Pick<ServerSigns, 'diskFreeBytes' | 'diskFreeShare'>> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { diskFreeBytes: bavail * bsize, diskFreeShare: blocks === 0 ? null : bavail / blocks }
  } catch {
    return { diskFreeBytes: null, diskFreeShare: null }
  }
}

/**
 * Returns the function that reads the signs of this server. It never throws: without the database, the counts are 0 and
 * `isDatabaseReached` is false.
 */
export const createReadSigns = ({
  db,
  kind,
  dataFolder,
  isDemo,
  now,
  readJumpSeconds,
  meter,
  certificateEnds,
}: SignSources): (() => Promise<ServerSigns>) => {
  return async () => {
    const at = now()
    const work = readDatabase({ db, kind, isDemo }, Math.floor(at / 1000)).catch(() => null)
    const found = await Promise.race([work, sleep(queryTimeoutMs, null, { ref: false })])
    const ends = certificateEnds()
    return {
      at: toInstant(at),
      ...meter.read(),
      ...(found ?? nothingRead),
      ...(await readDisk(dataFolder)),
      certificateDays: ends === null ? null : Math.floor((ends - at) / dayMs),
      clockJumpSeconds: readJumpSeconds(),
      isDatabaseReached: found !== null,
    }
  }
}
