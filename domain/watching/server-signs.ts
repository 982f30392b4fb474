import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'

const count = z.int().min(0)
/** Null if nothing was measured yet. */
const measured = z.number().min(0).nullable()

/**
 * The server's measurements of itself and its work. What is read from the database (payments, messages, deliveries,
 * results, backups, drills, audit heads) is about the whole server group. The rest is about the process that answers:
 * how long its calls took, its errors, the delay of the change feed, lost connections and spans, and its disk,
 * certificate and clock.
 */
export const serverSignsSchema = z.object({
  at: instantSchema,
  /**
   * The 99th percentile of the duration, in milliseconds, of calls in the last ten minutes that book, move or cancel.
   */
  bookingP99Ms: measured,
  /** The same percentile for all calls. */
  callP99Ms: measured,
  /** Calls of the last five minutes that ended with an unexpected error. */
  unexpectedErrors: count,
  /**
   * The longest delay, in the last five minutes, until a workstation that follows the change feed received a change.
   */
  feedLagSeconds: measured,
  /** Card payments and refunds whose result is not known after five minutes. */
  unknownPayments: count,
  /** Messages that were not sent within ten minutes of their due time. */
  lateMessages: count,
  /** Messages that wait for staff, at all locations: those that the Messages page lists. */
  messagesForStaff: count,
  /** Reports to practitioners that have neither arrived nor failed after half an hour. */
  lateDeliveries: count,
  /**
   * Results from other systems that the server received more than five minutes ago, and has neither attached to a study
   * nor listed for staff.
   */
  undecidedResults: count,
  /** Seconds since the last backup that succeeded; null if there was none, or if other tools make the backups. */
  backupAgeSeconds: measured,
  /** Whether the last run of the backup command failed. False if other tools make the backups. */
  hasBackupFailed: z.boolean(),
  /** Whether no backup ever succeeded. False if other tools make the backups. */
  isBackupMissing: z.boolean(),
  /** Seconds since the last restore drill that succeeded; null as for `backupAgeSeconds`. */
  drillAgeSeconds: measured,
  hasDrillFailed: z.boolean(),
  /**
   * The age, in seconds, of the oldest row of the audit log that no head on a workstation covers; 0 if all rows are
   * covered, null in a demo.
   */
  auditHeadAgeSeconds: measured,
  /** Workstations whose heads differ from the log, without a review by an administrator. */
  auditHeadProblems: count,
  /** The free space of the disk with the data folder; null if it cannot be read. */
  diskFreeBytes: measured,
  /** The free space as a share of the disk, from 0 to 1. */
  diskFreeShare: measured,
  /** Whole days until the certificate of the server expires, below 0 after that; null without a certificate. */
  certificateDays: z.int().nullable(),
  /**
   * The difference, in seconds, between the computer's clock and the time that actually passed, in the last ten
   * minutes.
   */
  clockJumpSeconds: z.number().min(0),
  /** Connections to the database that were lost in the last five minutes. */
  lostConnections: count,
  /** Spans of the last five minutes that the trace receiver did not receive. */
  lostSpans: count,
  /** Whether the last query of the database succeeded in time. Without the database the counts are 0. */
  isDatabaseReached: z.boolean(),
  /** Whether the database accepts no changes, because it is a replica or was set to read-only. */
  isDatabaseReadOnly: z.boolean(),
})
export type ServerSigns = z.infer<typeof serverSignsSchema>
