import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Log, withholdDetails } from '#runtime/log.ts'
import { openServerLog } from '#runtime/log-file.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'

const [sqlite] = await findEngines('rules')
if (sqlite === undefined) throw new Error('SQLite is always there')

/** A log that throws at a detail that the server would withhold. */
const createLog =
  (write: Log): Log =>
  (level, code, details = {}) => {
    const kept = withholdDetails(details)
    if (Object.values(kept).includes('withheld')) throw new Error(`${code} has a withheld detail`)
    write(level, code, details)
  }

describe('a server that is watched', () => {
  let office: RunningBackOffice
  const logged: { readonly level: string; readonly code: string; readonly details: Record<string, unknown> }[] = []
  const calls: { readonly call?: unknown; readonly requestID?: unknown; readonly staffID?: unknown }[] = []

  beforeAll(async () => {
    office = await runBackOffice(sqlite, {
      metrics: { host: '127.0.0.1', port: 0 },
      alarmsEveryMs: 40,
      log: createLog((level, code, details) => logged.push({ level, code, details: { ...details } })),
      logCall: createLog((_, __, details) => calls.push({ ...details })),
    })
  })
  afterAll(() => office?.stop())

  const readMetrics = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${office.metricsPort}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    return response.text()
  }

  it('gives each answer an id, and logs caller, call and duration, but no successful polls', async () => {
    const token = await office.signIn('frontdesk')
    const answer = await office.call(
      'searchMembers',
      { body: { email: '', exactMatch: false, text: 'silva', limit: 5 } },
      { token },
    )
    const id = answer.headers.get('x-request-id')
    await expect
      .poll(() => calls.find(({ requestID }) => requestID === id))
      .toMatchObject({ call: 'searchMembers', status: 200 })
    await office.call('readChanges', { query: { locationID: clinic.home } }, { token })
    await office.send('GET', '/health/live')
    expect((await office.send('GET', '/api/v1/no-such-call')).headers.get('x-request-id')).not.toBe(id)
    await expect.poll(() => calls.some(({ call }) => call === 'other')).toBe(true)
    expect(calls.filter(({ call }) => call === 'readChanges' || call === 'health')).toEqual([])
  })

  it('has metrics whose only labels are the call and its status class', async () => {
    const text = await readMetrics()
    expect(text).toContain('atrium_call_duration_seconds_count{call="searchMembers",status="2xx"} 1')
    expect(text).toContain('atrium_database_reached 1')
    expect(text).toMatch(/^atrium_certificate_days nan$/im)
    const labels = new Set(
      [...text.matchAll(/atrium_[a-z0-9_]+\{([^}]*)\}/g)].flatMap(([, all = '']) => all.match(/[a-z]+(?==)/g) ?? []),
    )
    expect([...labels].sort()).toEqual(['call', 'le', 'status'])
    const other = await fetch(`http://127.0.0.1:${office.metricsPort}/`)
    expect(other.status).toBe(404)
  })

  it('logs when an alert begins and ends', async () => {
    // There is no backup yet. A slow computer raises other alerts, too.
    const ofBackup = (code: string) =>
      logged.filter((line) => line.code === code && line.details.name === 'backup-missing')
    await expect.poll(() => ofBackup('alert.raised'), { timeout: 20_000 }).toMatchObject([{ level: 'error' }])
    await office.db
      .insertInto('backup_run')
      .values({ run_id: 'run-1', kind: 'backup', at: office.now(), problem: null, taken_at: office.now() })
      .execute()
    await expect.poll(() => ofBackup('alert.ended'), { timeout: 20_000 }).toHaveLength(1)
    await sleep(200)
    expect(ofBackup('alert.raised')).toHaveLength(1)
  })

  it('shows its measurements only to administrators', async () => {
    const token = await office.signIn('admin')
    expect((await office.call('readServerSigns', {}, { token })).body).toMatchObject({ isDatabaseReached: true })
    const other = await office.call('readServerSigns', {}, { token: await office.signIn('frontdesk') })
    expect(other.status).toBe(403)
  })

  it('has none of 300 planted values in its metrics and its call log', async () => {
    const token = await office.signIn('frontdesk')
    const planted = Array.from({ length: 300 }, (_, place) => `Planted${place}Value`)
    for (const value of planted.slice(0, 100)) {
      await office.send('GET', `/api/v1/${value}?name=${value}`, { token })
    }
    for (const value of planted.slice(100, 200)) {
      await office.call('searchMembers', { body: { email: '', exactMatch: false, text: value, limit: 5 } }, { token })
    }
    for (const value of planted.slice(200)) {
      await office.call('readStudy', { params: { studyId: value }, query: {} }, { token, key: value })
    }
    const lines = JSON.stringify([calls, logged])
    const metrics = await readMetrics()
    expect(planted.filter((value) => lines.includes(value) || metrics.includes(value))).toEqual([])
  })
})

describe('the log file of a server', () => {
  it('has one line per entry, is rotated at a maximum size, and keeps ten older files', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'atrium-log-')), 'logs')
    const write = openServerLog(folder)
    const long = 'x'.repeat(26_000_000)
    for (let file = 0; file < 24; file += 1) write(`${file} ${long}`)
    const firstOf = (name: string): string => readFileSync(join(folder, name), 'utf8').slice(0, 2).trim()
    expect(firstOf('back-office.log')).toBe('23')
    expect(firstOf('back-office.log.1')).toBe('22')
    expect(firstOf('back-office.log.10')).toBe('13')
    expect(() => readFileSync(join(folder, 'back-office.log.11'))).toThrow('ENOENT')
  })
})
