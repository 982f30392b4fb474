import type { ServerSigns } from './server-signs.ts'

/** The signs for which a limit can be set. */
export type MeasuredSign = Exclude<keyof ServerSigns, 'at'>

/**
 * One rule: an alert is raised while the sign is above (or below) the limit. `isUrgent`: a person must act now, because
 * members or money can be harmed, or because the workstations will stop working. A sign that is null raises no alert.
 */
type AlertRule = {
  readonly id: string
  readonly sign: MeasuredSign
  readonly when: 'above' | 'below'
  /** In the unit of the sign; a yes counts as 1. */
  readonly limit: number
  readonly isUrgent: boolean
}

const hour = 3600
const gibibyte = 1024 ** 3

/** All rules. The file of rules for Prometheus is made from this list. */
export const alertRules = [
  { id: 'database-unreachable', sign: 'isDatabaseReached', when: 'below', limit: 1, isUrgent: true },
  { id: 'database-read-only', sign: 'isDatabaseReadOnly', when: 'above', limit: 0, isUrgent: true },
  { id: 'database-connections-lost', sign: 'lostConnections', when: 'above', limit: 4, isUrgent: false },
  { id: 'unexpected-errors', sign: 'unexpectedErrors', when: 'above', limit: 0, isUrgent: false },
  { id: 'many-unexpected-errors', sign: 'unexpectedErrors', when: 'above', limit: 20, isUrgent: true },
  { id: 'booking-slow', sign: 'bookingP99Ms', when: 'above', limit: 2_000, isUrgent: false },
  { id: 'calls-slow', sign: 'callP99Ms', when: 'above', limit: 5_000, isUrgent: false },
  { id: 'feed-late', sign: 'feedLagSeconds', when: 'above', limit: 60, isUrgent: true },
  { id: 'payment-unknown', sign: 'unknownPayments', when: 'above', limit: 0, isUrgent: true },
  { id: 'messages-late', sign: 'lateMessages', when: 'above', limit: 0, isUrgent: false },
  { id: 'messages-for-staff', sign: 'messagesForStaff', when: 'above', limit: 20, isUrgent: false },
  { id: 'deliveries-late', sign: 'lateDeliveries', when: 'above', limit: 0, isUrgent: false },
  { id: 'results-undecided', sign: 'undecidedResults', when: 'above', limit: 0, isUrgent: true },
  { id: 'backup-old', sign: 'backupAgeSeconds', when: 'above', limit: 26 * hour, isUrgent: true },
  { id: 'backup-missing', sign: 'isBackupMissing', when: 'above', limit: 0, isUrgent: true },
  { id: 'backup-failed', sign: 'hasBackupFailed', when: 'above', limit: 0, isUrgent: true },
  { id: 'drill-old', sign: 'drillAgeSeconds', when: 'above', limit: 8 * 24 * hour, isUrgent: false },
  { id: 'drill-failed', sign: 'hasDrillFailed', when: 'above', limit: 0, isUrgent: true },
  { id: 'audit-head-old', sign: 'auditHeadAgeSeconds', when: 'above', limit: 24 * hour, isUrgent: false },
  { id: 'audit-log-differs', sign: 'auditHeadProblems', when: 'above', limit: 0, isUrgent: true },
  { id: 'disk-nearly-full', sign: 'diskFreeShare', when: 'below', limit: 0.1, isUrgent: false },
  { id: 'disk-full', sign: 'diskFreeBytes', when: 'below', limit: gibibyte, isUrgent: true },
  { id: 'certificate-ends', sign: 'certificateDays', when: 'below', limit: 21, isUrgent: false },
  { id: 'certificate-ended', sign: 'certificateDays', when: 'below', limit: 2, isUrgent: true },
  { id: 'traces-lost', sign: 'lostSpans', when: 'above', limit: 0, isUrgent: false },
  { id: 'clock-jumped', sign: 'clockJumpSeconds', when: 'above', limit: 30, isUrgent: true },
] as const satisfies readonly AlertRule[]

export type AlertID = (typeof alertRules)[number]['id']

/** Returns a sign as a number: a yes is 1; null if it was not measured. */
export const toFigure = (value: ServerSigns[MeasuredSign]): number | null =>
  typeof value === 'boolean' ? Number(value) : value

/** Returns the rules whose limit a server has passed, the urgent ones first. */
export const findAlerts = (signs: ServerSigns): readonly (typeof alertRules)[number][] =>
  alertRules
    .filter(({ sign, when, limit }) => {
      const figure = toFigure(signs[sign])
      return figure !== null && (when === 'above' ? figure > limit : figure < limit)
    })
    .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent))
