import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/values/instant.ts'
import { type AlertID, alertRules, findAlerts } from '#domain/watching/alert-rules.ts'
import { alertWords } from '#domain/watching/alert-words.ts'
import { type ServerSigns, serverSignsSchema } from '#domain/watching/server-signs.ts'

const healthy: ServerSigns = {
  at: toInstant(Date.UTC(2026, 10, 24, 18)),
  bookingP99Ms: 80,
  callP99Ms: 120,
  unexpectedErrors: 0,
  feedLagSeconds: 2,
  unknownPayments: 0,
  lateMessages: 0,
  messagesForStaff: 3,
  lateDeliveries: 0,
  undecidedResults: 0,
  backupAgeSeconds: 3 * 3600,
  hasBackupFailed: false,
  isBackupMissing: false,
  drillAgeSeconds: 3 * 86_400,
  hasDrillFailed: false,
  auditHeadAgeSeconds: 600,
  auditHeadProblems: 0,
  diskFreeBytes: 80_000_000_000,
  diskFreeShare: 0.5,
  certificateDays: 60,
  clockJumpSeconds: 0,
  lostConnections: 0,
  lostSpans: 0,
  isDatabaseReached: true,
  isDatabaseReadOnly: false,
}
const alertsOf = (signs: Partial<ServerSigns>): readonly AlertID[] =>
  findAlerts({ ...healthy, ...signs }).map(({ id }) => id)

describe('the alerts of a server', () => {
  it('are empty if all values are good or were not measured', () => {
    expect(alertsOf({})).toEqual([])
    const unmeasured = Object.fromEntries(
      Object.entries(serverSignsSchema.shape)
        .filter(([, schema]) => schema.safeParse(null).success)
        .map(([name]) => [name, null]),
    )
    expect(Object.keys(unmeasured).length).toBeGreaterThan(7)
    expect(alertsOf(unmeasured)).toEqual([])
  })

  it.each<[Partial<ServerSigns>, readonly AlertID[]]>([
    [{ isDatabaseReached: false }, ['database-unreachable']],
    [{ isDatabaseReadOnly: true }, ['database-read-only']],
    [{ lostConnections: 4 }, []],
    [{ lostConnections: 5 }, ['database-connections-lost']],
    [{ unexpectedErrors: 1 }, ['unexpected-errors']],
    [{ unexpectedErrors: 21 }, ['many-unexpected-errors', 'unexpected-errors']],
    [{ bookingP99Ms: 2_000 }, []],
    [{ bookingP99Ms: 2_001 }, ['booking-slow']],
    [{ callP99Ms: 5_001 }, ['calls-slow']],
    [{ feedLagSeconds: 60 }, []],
    [{ feedLagSeconds: 61 }, ['feed-late']],
    [{ unknownPayments: 1 }, ['payment-unknown']],
    [{ lateMessages: 1 }, ['messages-late']],
    [{ messagesForStaff: 21 }, ['messages-for-staff']],
    [{ lateDeliveries: 1 }, ['deliveries-late']],
    [{ undecidedResults: 1 }, ['results-undecided']],
    [{ backupAgeSeconds: 26 * 3600 }, []],
    [{ backupAgeSeconds: 26 * 3600 + 1 }, ['backup-old']],
    [{ backupAgeSeconds: null, isBackupMissing: true }, ['backup-missing']],
    [{ hasBackupFailed: true }, ['backup-failed']],
    [{ drillAgeSeconds: 8 * 86_400 + 1 }, ['drill-old']],
    [{ hasDrillFailed: true }, ['drill-failed']],
    [{ auditHeadAgeSeconds: 86_400 }, []],
    [{ auditHeadAgeSeconds: 86_401 }, ['audit-head-old']],
    [{ auditHeadProblems: 1 }, ['audit-log-differs']],
    [{ diskFreeShare: 0.09 }, ['disk-nearly-full']],
    [{ diskFreeShare: 0.01, diskFreeBytes: 1_000_000_000 }, ['disk-full', 'disk-nearly-full']],
    [{ certificateDays: 20 }, ['certificate-ends']],
    [{ certificateDays: -1 }, ['certificate-ended', 'certificate-ends']],
    [{ lostSpans: 1 }, ['traces-lost']],
    [{ clockJumpSeconds: 31 }, ['clock-jumped']],
  ])('of %j are %j', (signs, alerts) => {
    expect(alertsOf(signs)).toEqual(alerts)
  })

  it('have unique ids and their own words', () => {
    const ids = alertRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(alertWords).sort()).toEqual([...ids].sort())
  })
})
