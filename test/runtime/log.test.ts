import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LogDetails, toLogLine, withholdDetails } from '#runtime/log.ts'
import { openLogFile } from '#runtime/log-file.ts'

const at = '2026-11-23T12:00:00Z'

/** Returns details of a wrong type, as a call without type checks could pass them. */
const unchecked = (details: Readonly<Record<string, unknown>>): LogDetails => details as LogDetails

describe('a line of the log', () => {
  it('has its instant, level, code and details', () => {
    const line = toLogLine(at, 'warning', 'pdf.stopped', { order: 'stamp', bytes: 12, reason: 'took-too-long' })
    expect(JSON.parse(line)).toEqual({
      at,
      level: 'warning',
      code: 'pdf.stopped',
      details: { order: 'stamp', bytes: 12, reason: 'took-too-long' },
    })
  })

  it('keeps its own instant and code beside details of the same name', () => {
    const frames = ['main/app.js:1:2']
    expect(JSON.parse(toLogLine(at, 'error', 'download.failed', { code: 'ENOSPC', at: frames }))).toEqual({
      at,
      level: 'error',
      code: 'download.failed',
      details: { code: 'ENOSPC', at: frames },
    })
  })

  it.each<[string, LogDetails]>([
    ['codes of the contract, of SQLite, of PostgreSQL and of the processor', { code: 'SQLITE_IOERR', reason: '57P01' }],
    ['ids', { errorID: 'b2f0a6a0-1111-4222-8333-444455556666', attemptID: 'a-1', locationID: 'ca-bc-1' }],
    ['names of commands, routes and files', { command: 'members.search', file: 'journal-set-aside-17.db' }],
    ['numbers and booleans', { status: 500, peakMiB: 411.5, booked: false }],
    ['time zones', { zones: ['America/Argentina/Buenos_Aires', 'UTC'] }],
    ['origins', { origin: 'https://evil.invalid:8080' }],
    ['an empty origin', { origin: '' }],
    ['paths of invalid fields with the kind of error', { fields: ['value.0.name:invalid_type', ':custom'] }],
    ['a version', { version: '1.12.0-beta.3' }],
    ['classes and types of thrown values', { error: 'SqliteError', reason: 'TypeError', code: 'AbortError' }],
    ['an exit code of Windows', { exitCode: 3_221_225_477 }],
    ['places in our sources', { at: ['main/app.js:12:3', 'back-office/kernel/http/rest-server.ts:1:1'] }],
  ])('can have %s', (_what, details) => {
    expect(withholdDetails(details)).toEqual(details)
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a sentence', { reason: 'duplicate key value (Silva) violates' }],
    ['a full name', { error: 'Maria Silva' }],
    ['an email address', { code: 'maria@mail.example' }],
    ['a name', { error: 'Silva' }],
    ['a name with a hyphen', { kind: 'Silva-Quixada' }],
    ['a birth date', { code: '1980-02-03' }],
    ['a phone number', { reason: '604-555-0142' }],
    ['a health card number', { attemptID: '9876-543-217' }],
    ['a number as long as that of a health card', { rows: 9_876_543_217 }],
    ['a token', { errorID: 'sk_live_51HqLyjWDarjtT1' }],
    ['the file name of a document', { file: 'Silva.pdf' }],
    ['a text instead of a version', { version: 'Silva' }],
    ['a long text', { code: 'x'.repeat(81) }],
    ['a detail that is not listed', { memberID: 'm-1' }],
    ['safety answers', { answers: { pacemaker: true } }],
    ['an object', { code: { text: 'Silva' } }],
    ['a text instead of a number', { rows: 'Silva' }],
    ['an invalid number', { rows: Number.NaN }],
    ['a line of a stack', { at: ['    at Silva (/home/silva/main/app.js:1:2)'] }],
    ['a place outside our sources', { at: ['home/silva/app.js:1:2'] }],
    ['a value besides the path of a field', { fields: ['name:invalid_type: Maria Silva'] }],
    ['an id that is a word', { attemptID: 'silva' }],
    ['the URL of a page instead of its origin', { origin: 'https://crm.example/member/Silva' }],
    ['words instead of a zone', { zones: ['Maria Silva'] }],
    ['a long list', { zones: Array.from({ length: 21 }, () => 'UTC') }],
  ])('withholds %s', (_what, details) => {
    const written = withholdDetails(unchecked(details))
    expect(Object.values(written)).toEqual(['withheld'])
    expect(JSON.stringify(written)).not.toContain('Silva')
  })

  it('leaves out a detail without a value', () => {
    expect(withholdDetails({ code: undefined, rows: 1 })).toEqual({ rows: 1 })
  })

  it('is written to the file and, above `info`, also to the given callback, without withheld values', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-log-'))
    const seen: string[] = []
    const log = openLogFile(
      folder,
      () => at,
      (line) => seen.push(line),
    )
    log('info', 'session.expired')
    log('error', 'queue.store-failed', unchecked({ error: 'Maria Silva', rows: 3 }))
    const last = `${JSON.stringify({ at, level: 'error', code: 'queue.store-failed', details: { error: 'withheld', rows: 3 } })}\n`
    const first = `${JSON.stringify({ at, level: 'info', code: 'session.expired' })}\n`
    expect(readFileSync(join(folder, 'logs/atrium.log'), 'utf8')).toBe(first + last)
    expect(seen).toEqual([last])
    rmSync(folder, { recursive: true })
  })
})
