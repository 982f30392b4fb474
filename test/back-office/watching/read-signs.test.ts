import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { appendAudit, readAuditHead } from '#back-office/kernel/audit-repository.ts'
import { writeKeptHeads } from '#back-office/repositories/audit-heads-repository.ts'
import { addBackupRun } from '#back-office/repositories/backup-runs-repository.ts'
import { type CallMeter, createCallMeter } from '#back-office/watching/call-meter.ts'
import { createReadSigns } from '#back-office/watching/read-signs.ts'
import type { RunKind } from '#domain/backup/backup-runs.ts'
import { type AlertID, findAlerts } from '#domain/watching/alert-rules.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import { anAttemptRow, clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aDeliveryRow, aMessageRow, aResultRow } from '#test/builders/watched-rows.ts'

const [hour, day] = [3600, 86_400]

describe.each(await findEngines('sql'))('the signs of a server on $kind', (engine) => {
  let office: RunningBackOffice
  let meter: CallMeter
  let jumpSeconds: number
  let certificateEnds: number | null
  let runs = 0

  beforeAll(async () => {
    office = await runBackOffice(engine)
  })
  afterAll(() => office?.stop())
  beforeEach(async () => {
    for (const table of ['backup_run', 'message', 'delivery', 'incoming_result', 'payment_attempt'] as const) {
      await office.db.deleteFrom(table).execute()
    }
    meter = createCallMeter()
    jumpSeconds = 0
    certificateEnds = null
    await run('backup', hour)
    await kept({})
  })

  const run = (kind: RunKind, secondsAgo: number, problem: string | null = null): Promise<void> => {
    runs += 1
    const at = office.now() - secondsAgo
    return addBackupRun(office.db, { run_id: `run-${runs}`, kind, at, problem, taken_at: at })
  }
  const inFuture = async (kind: RunKind, secondsAgo: number, problem: string | null = null): Promise<void> => {
    await office.db.deleteFrom('backup_run').where('kind', '=', kind).execute()
    await run(kind, -400 * day)
    await run(kind, secondsAgo, problem)
  }
  const read = (changes: Partial<Parameters<typeof createReadSigns>[0]> = {}): Promise<ServerSigns> =>
    createReadSigns({
      db: office.db,
      kind: office.kind,
      dataFolder: '/',
      isDemo: false,
      now: () => office.now() * 1000,
      meter,
      readJumpSeconds: () => jumpSeconds,
      certificateEnds: () => certificateEnds,
      ...changes,
    })()
  const alerts = async (): Promise<readonly AlertID[]> =>
    findAlerts(await read())
      .map(({ id }) => id)
      // Disk alerts depend on the computer that runs the tests.
      .filter((id) => !id.startsWith('disk-'))

  const attempt = (change: object): Promise<unknown> =>
    office.db
      .insertInto('payment_attempt')
      .values({ ...anAttemptRow(clinic.homeStudy, office.now() - 301), ...change })
      .execute()
  const message = (change: object, place = 1): Promise<unknown> =>
    office.db
      .insertInto('message')
      .values({ ...aMessageRow(office.now() - 601, place), ...change })
      .execute()
  const messages = (change: object): Promise<unknown> =>
    Promise.all(Array.from({ length: 21 }, (_, place) => message(change, place)))
  const delivery = (change: object): Promise<unknown> =>
    office.db
      .insertInto('delivery')
      .values({ ...aDeliveryRow(office.now() - 1801), ...change })
      .execute()
  const result = (change: object): Promise<unknown> =>
    office.db
      .insertInto('incoming_result')
      .values({ ...aResultRow(office.now() - 301), ...change })
      .execute()
  const endsIn = (days: number) => async (): Promise<void> => {
    certificateEnds = (office.now() + days * day + 60) * 1000
  }

  it('raise no alert on a server without problems', async () => {
    expect(await read()).toMatchObject({ isDatabaseReached: true, backupAgeSeconds: hour, drillAgeSeconds: null })
    expect(await alerts()).toEqual([])
  })

  /** Stores the kept heads of a workstation, which cover all rows of the log. */
  const kept = (change: object): Promise<unknown> =>
    writeKeptHeads(office.db, {
      ...{ workstation_id: 'desk-of-the-window', compared_at: office.now(), confirmed_at: 10 },
      ...{ confirmed_rows: 1_000_000, problem: null, problem_at: null, ...change },
    })
  const auditRow = (secondsAgo: number): Promise<unknown> =>
    office.db.transaction().execute((within) =>
      appendAudit(within, office.kind, [
        {
          ...{ at: office.now() - secondsAgo, user_id: null, action: 'test.done', outcome: 'ok' },
          ...{ member_id: null, study_id: null, location_id: null },
        },
      ]),
    )

  it('show an old row of the audit log that no workstation covers, until a head of a later row is confirmed', async () => {
    await office.db.deleteFrom('audit_heads_kept').execute()
    await auditRow(day + 1)
    expect((await read()).auditHeadAgeSeconds).toBe(day + 1)
    expect(await alerts()).toEqual(['audit-head-old'])
    expect((await read({ isDemo: true })).auditHeadAgeSeconds).toBeNull()
    const { rows } = await readAuditHead(office.db)
    await kept({ confirmed_rows: rows })
    expect((await read()).auditHeadAgeSeconds).toBe(0)
    await auditRow(60)
    expect((await read()).auditHeadAgeSeconds).toBe(60)
  })

  it.each<[string, () => unknown, readonly AlertID[]]>([
    [
      'a workstation whose heads differ from the log',
      () => kept({ problem: 'differs', problem_at: 10 }),
      ['audit-log-differs'],
    ],
    [
      'a payment without a result after five minutes',
      () => attempt({ look_again_at: office.now() }),
      ['payment-unknown'],
    ],
    ['an attempt that never ended', () => attempt({}), ['payment-unknown']],
    ['a payment of the last few minutes', () => attempt({ begun_at: office.now() - 299 }), []],
    ['a declined payment', () => attempt({ state: 'declined' }), []],
    ['a message that was not sent', () => message({}), ['messages-late']],
    [
      'a message that a server claimed and never released',
      () => message({ state: 'claimed', claim: 'c-1', lease_until: office.now() }),
      ['messages-late'],
    ],
    ['a message that is due now', () => message({ due_at: office.now() }), []],
    ['a sent message', () => message({ state: 'sent' }), []],
    ['many failed messages', () => messages({ state: 'failed' }), ['messages-for-staff']],
    [
      'many messages that failed again after staff had sent them again',
      () => messages({ state: 'failed', decided_by: 'Ana' }),
      ['messages-for-staff'],
    ],
    ['many failed messages that staff closed', () => messages({ state: 'withdrawn', decided_by: 'Ana' }), []],
    [
      'many failed messages about a past appointment',
      () => messages({ state: 'failed', event_id: 'event-1', starts_at: office.now() - 60 }),
      [],
    ],
    [
      'a fax that is repeated a day later',
      () => delivery({ created_at: office.now() - day, sending: 2, sending_since: office.now() }),
      [],
    ],
    ['a fax that does not end', () => delivery({}), ['deliveries-late']],
    ['a fax of the last few minutes', () => delivery({ created_at: office.now() - 1799 }), []],
    ['a fax that arrived', () => delivery({ state: 'delivered' }), []],
    ['a disc that waits to be burnt', () => delivery({ channel: 'cd', state: 'handed-over' }), []],
    ['a result that the server did not decide', () => result({}), ['results-undecided']],
    ['a result that waits for staff', () => result({ state: 'waiting', reason: 'unmatched' }), []],
    [
      'an old backup',
      () =>
        office.db
          .updateTable('backup_run')
          .set({ at: office.now() - 27 * hour })
          .execute(),
      ['backup-old'],
    ],
    ['a failed backup', () => run('backup', 60, 'disk-full'), ['backup-failed']],
    ['a failed backup before one that succeeded', () => run('backup', 2 * hour, 'disk-full'), []],
    [
      'an old backup, although a wrong clock dated another one in the future',
      () => inFuture('backup', 27 * hour),
      ['backup-old'],
    ],
    [
      'a failed drill, although a wrong clock dated another one in the future',
      () => inFuture('drill', 60, 'damaged'),
      ['drill-failed'],
    ],
    ['an old drill', () => run('drill', 9 * day), ['drill-old']],
    ['a failed drill', () => run('drill', 60, 'damaged'), ['drill-failed']],
    ['a certificate that expires in twenty days', endsIn(20), ['certificate-ends']],
    ['a certificate that expired', endsIn(-2), ['certificate-ended', 'certificate-ends']],
    ['a certificate that expires in sixty days', endsIn(60), []],
    ['a jump of the clock', () => (jumpSeconds = 90), ['clock-jumped']],
    ['an unexpected error', () => meter.countCall('readStudy', 500, 5), ['unexpected-errors']],
    ['a slow booking', () => meter.countCall('createBooking', 200, 2_500), ['booking-slow']],
    ['a slow call', () => meter.countCall('readStudy', 200, 6_000), ['calls-slow']],
    ['a desk that receives changes late', () => meter.countFeed(75), ['feed-late']],
    [
      'lost connections',
      () => Array.from({ length: 5 }, () => meter.countLostConnection()),
      ['database-connections-lost'],
    ],
  ])('raise exactly the expected alerts for %s', async (_, inject, raised) => {
    await inject()
    expect(await alerts()).toEqual(raised)
  })

  it('raise an alert for a missing backup of SQLite, but not PostgreSQL, which may have its own tools', async () => {
    await office.db.deleteFrom('backup_run').execute()
    expect(await alerts()).toEqual(office.kind === 'sqlite' ? ['backup-missing'] : [])
  })

  it('show that the database cannot be reached, without throwing', async () => {
    const closed = await openDatabase(office.database.source)
    await closed.close()
    const signs = await read({ db: closed.db })
    expect(signs).toMatchObject({ isDatabaseReached: false, unknownPayments: 0, backupAgeSeconds: null })
    expect(findAlerts(signs).map(({ id }) => id)).toContain('database-unreachable')
  })

  it('have no disk values if the data folder does not exist', async () => {
    expect(await read({ dataFolder: '/no/such/folder' })).toMatchObject({ diskFreeBytes: null, diskFreeShare: null })
    expect((await read()).diskFreeShare).toBeGreaterThan(0)
  })
})
