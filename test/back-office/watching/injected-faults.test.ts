import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { appendAudit } from '#back-office/kernel/audit-repository.ts'
import { addBackupRun } from '#back-office/repositories/backup-runs-repository.ts'
import { createCallMeter } from '#back-office/watching/call-meter.ts'
import { signMetrics } from '#back-office/watching/metrics.ts'
import { prepareWatching } from '#back-office/watching/start-watching.ts'
import { prepareTracing } from '#back-office/watching/traces.ts'
import { type AlertID, alertRules, findAlerts } from '#domain/watching/alert-rules.ts'
import { withholdDetails } from '#runtime/log.ts'
import { startCallSpan } from '#runtime/spans.ts'
import { anAttemptRow, clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aDeliveryRow, aMessageRow, aResultRow } from '#test/builders/watched-rows.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { findSystemProgram } from '#test/fixtures/server/system-program.ts'

/** The longest time from a fault until its alert. */
const alarmedWithinMs = 60_000
const [hour, day] = [3600, 86_400]
/** Undefined in a deep run, which uses the product's interval; otherwise a shorter interval. */
const alarmsEveryMs = isDeep ? undefined : 500
const toSeconds = (): number => Math.floor(Date.now() / 1000)
const hasOpenSSL = findSystemProgram('openssl') !== undefined

/** Makes a certificate that expires tomorrow. */
const makeOldCertificate = (folder: string): string => {
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', '/CN=atrium']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return certificate
}

describe.each(await findEngines('rules'))('faults on $kind', { timeout: 150_000 }, (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-faults-'))
  let office: RunningBackOffice
  beforeAll(async () => {
    office = await runBackOffice(engine, { now: Date.now })
  })
  afterAll(async () => {
    await office?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Watches a database like a server does, and notes when each alert is raised. */
  const watch = async (changes: Partial<Parameters<typeof prepareWatching>[0]> = {}) => {
    const raisedAt = new Map<string, number>()
    const meter = createCallMeter()
    const watching = prepareWatching({
      ...{ db: office.db, kind: office.kind, dataFolder: folder, isDemo: false, meter },
      now: Date.now,
      log: (_level, code, details = {}) => {
        if (code === 'alert.raised') raisedAt.set(String(withholdDetails(details).name), performance.now())
      },
      logCall: undefined,
      certFile: undefined,
      metrics: { host: '127.0.0.1', port: 0 },
      alarmsEveryMs,
      ...changes,
    })
    const { metricsPort, stop } = await watching.start()
    return { raisedAt, meter, watching, metricsPort, stop }
  }
  const expectAlarmed = async (
    { raisedAt, watching, metricsPort }: Awaited<ReturnType<typeof watch>>,
    begun: number,
    faults: readonly AlertID[],
  ): Promise<void> => {
    await expect
      .poll(() => faults.filter((id) => !raisedAt.has(id)), { timeout: alarmedWithinMs, interval: 100 })
      .toEqual([])
    for (const id of faults) expect((raisedAt.get(id) ?? 0) - begun).toBeLessThan(alarmedWithinMs)
    // The status page must show the same alert, and Prometheus must read the value that the alert's rule compares.
    const shown = findAlerts(await watching.watch.readSigns()).map(({ id }) => id)
    expect(faults.filter((id) => !shown.includes(id))).toEqual([])
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    for (const { id, sign, when, limit } of alertRules.filter((rule) => faults.includes(rule.id))) {
      const [, value] = new RegExp(`^${signMetrics[sign].name} (\\S+)$`, 'm').exec(text) ?? []
      expect(when === 'above' ? Number(value) > limit : Number(value) < limit, `${id} ${value}`).toBe(true)
    }
  }
  const addRun = (kind: 'backup' | 'drill', secondsAgo: number, problem: string | null) => {
    const at = toSeconds() - secondsAgo
    return addBackupRun(office.db, { run_id: `run-${kind}-${secondsAgo}`, kind, at, problem, taken_at: at })
  }

  /**
   * Returns each fault's alerts with the code that causes it. All faults occur at the same time. The running server
   * cannot repair them: only a pad has the result of the payment, and the incoming result is not retried for an hour.
   */
  const faultsOf = ({ meter, watching }: Awaited<ReturnType<typeof watch>>, jump: () => void) => {
    const { db } = office
    const now = toSeconds()
    const observe = (name: string, status: number, ms: number, count = 1): void => {
      for (let n = 0; n < count; n += 1) {
        watching.observe({ name, status, ms, requestID: crypto.randomUUID(), staffID: undefined })
      }
    }
    const faults: readonly (readonly [readonly AlertID[], () => unknown])[] = [
      [
        ['payment-unknown'],
        () =>
          db
            .insertInto('payment_attempt')
            .values({ ...anAttemptRow(clinic.homeStudy, now - 301), route: 'serial' })
            .execute(),
      ],
      [
        ['messages-late'],
        () =>
          db
            .insertInto('message')
            .values(aMessageRow(now - 601))
            .execute(),
      ],
      [
        ['messages-for-staff'],
        () =>
          db
            .insertInto('message')
            .values(Array.from({ length: 21 }, (_, n) => ({ ...aMessageRow(now, n + 2), state: 'failed' as const })))
            .execute(),
      ],
      [
        ['deliveries-late'],
        () =>
          db
            .insertInto('delivery')
            .values(aDeliveryRow(now - 1801))
            .execute(),
      ],
      [
        ['results-undecided'],
        () =>
          db
            .insertInto('incoming_result')
            .values({ ...aResultRow(now - 301), retry_at: now + hour })
            .execute(),
      ],
      [
        ['backup-old', 'backup-failed'],
        async () => [await addRun('backup', 27 * hour, null), await addRun('backup', 60, 'disk-full')],
      ],
      [
        ['drill-old', 'drill-failed'],
        async () => [await addRun('drill', 9 * day, null), await addRun('drill', 60, 'damaged')],
      ],
      [['unexpected-errors', 'many-unexpected-errors'], () => observe('readStudy', 500, 4, 21)],
      [['booking-slow', 'calls-slow'], () => observe('createBooking', 200, 6_000)],
      [['feed-late'], () => watching.watch.countFeed(75)],
      [['database-connections-lost'], () => Array.from({ length: 5 }, () => meter.countLostConnection())],
      [
        ['audit-head-old'],
        () =>
          db.transaction().execute((within) =>
            appendAudit(within, office.kind, [
              {
                ...{ at: now - day - 1, user_id: null, action: 'test.done', outcome: 'ok' },
                ...{ member_id: null, study_id: null, location_id: null },
              },
            ]),
          ),
      ],
      [
        ['audit-log-differs'],
        async () => {
          const token = await office.signIn('frontdesk')
          const { body } = await office.call('readChanges', { query: { locationID: clinic.home } } as never, { token })
          const heads = [{ ...body.auditHead, rows: body.auditHead.rows + 1 }]
          expect((await office.call('reportAuditHeads', { body: { heads } } as never, { token })).status).toBe(200)
        },
      ],
      [
        ['traces-lost'],
        async () => {
          // Nothing listens at the receiver's port, and the queue is too small for these spans.
          const parts = { log: createStrictLog(() => {}), version: '0.0.0-test', runID: 'run-1' }
          const tracing = prepareTracing('http://127.0.0.1:9')({ onLost: meter.countLostSpans, ...parts })
          for (let n = 0; n < 5_000; n += 1) startCallSpan({ call: 'readStudy' })?.end()
          await tracing.stop()
        },
      ],
      [['clock-jumped'], jump],
    ]
    return faults
  }

  it('raise alerts when there is no backup and when the database cannot be reached', async () => {
    const closed = await openDatabase(office.database.source)
    const watched = await watch()
    const other = await watch({ db: closed.db })
    const begun = performance.now()
    await closed.close()
    await expectAlarmed(other, begun, ['database-unreachable'])
    if (office.kind === 'sqlite') await expectAlarmed(watched, begun, ['backup-missing'])
    await watched.stop()
    await other.stop()
  })

  it('each appear on the status page and raise an alert within a minute', async () => {
    let jumpedMs = 0
    const certFile = hasOpenSSL ? makeOldCertificate(folder) : undefined
    const watched = await watch({
      certFile,
      // A file system without free space.
      dataFolder: '/proc',
      now: () => Date.now() + jumpedMs,
    })
    const begun = performance.now()
    const faults = faultsOf(watched, () => {
      jumpedMs = 90_000
    })
    for (const [, cause] of faults) await cause()
    const expected: AlertID[] = [
      ...faults.flatMap(([ids]) => ids),
      'disk-full',
      ...(hasOpenSSL ? (['certificate-ends', 'certificate-ended'] as const) : []),
    ]
    expect(expected.length).toBeGreaterThanOrEqual(20)
    await expectAlarmed(watched, begun, expected)
    await watched.stop()
  })
})
