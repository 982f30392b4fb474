import { describe, expect, it } from 'vitest'
import {
  bundleEntrySchema,
  type DetailName,
  detailReaders,
  isKnownDetail,
  toBundleEntry,
} from '#domain/support/bundle-log.ts'
import { policyTextPattern, toPolicyLines } from '#domain/support/policy-text.ts'
import { toShownAddress } from '#domain/support/server-address.ts'
import { parseSupportBundle, type SupportBundle } from '#domain/support/support-bundle.ts'
import { toSupportFileName, toSupportText } from '#domain/support/support-text.ts'
import { toBrowserText, toVersionText } from '#domain/support/version-text.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LogDetails } from '#runtime/log.ts'
import { aSupportBundle } from '#test/builders/support-bundle.ts'

const at = '2026-11-23T12:00:00Z' as Instant
const known = {
  logCodes: new Set(['queue.store-failed', 'cache.filled']),
  words: new Set(['members.search', 'slot-taken', 'fax', 'searchMembers']),
  isFieldName: (name: string) => name === 'value' || name === 'answers',
  isOwnFile: (path: string) => path === 'main/app.js',
}
const aBundle = aSupportBundle()

describe('the log of a bundle', () => {
  const entry = (details: object) =>
    toBundleEntry(JSON.stringify({ at, level: 'info', code: 'cache.filled', details }), known)

  it('reads every detail that a line of the log may have', () => {
    // Does not compile if the log has a detail that the bundle does not read.
    const names = Object.fromEntries(Object.keys(detailReaders).map((name) => [name, true])) as Record<DetailName, true>
    const ofLog: Record<keyof LogDetails, true> = names
    expect(Object.keys(ofLog).length).toBeGreaterThan(20)
  })

  it.each<[object, object]>([
    [
      { rows: 3, booked: false, peakMiB: 41.5 },
      { rows: 3, booked: false, peakMiB: 41.5 },
    ],
    [
      { command: 'members.search', kind: 'fax' },
      { command: 'members.search', kind: 'fax' },
    ],
    [
      { code: 'SQLITE_FULL', error: 'SqliteError' },
      { code: 'SQLITE_FULL', error: 'SqliteError' },
    ],
    [
      { code: 'slot-taken', reason: 'TypeError' },
      { code: 'slot-taken', reason: 'TypeError' },
    ],
    [
      { locationID: 'ca-bc-1', version: '1.2.3' },
      { locationID: 'ca-bc-1', version: '1.2.3' },
    ],
    [{ errorID: '3f2b1c9e-1111-4222-8333-444455556666' }, { errorID: '3f2b1c9e-1111-4222-8333-444455556666' }],
    [{ file: 'journal-set-aside-1732000000000.db' }, { file: 'journal-set-aside-1732000000000.db' }],
    [{ zones: ['America/Vancouver', 'Ana Silva'] }, { zones: ['America/Vancouver'] }],
    [
      { at: ['main/app.js:1:2', '    at silva (/home/ana/x.js:1:2)', 'home/ana/x.js:1:2'] },
      { at: ['main/app.js:1:2'] },
    ],
    [
      { fields: ['value.0.answers.silva:invalid_type', 'Ana Silva', ':custom'] },
      { fields: ['value.0.answers.*:invalid_type', ':custom'] },
    ],
    [{ code: 'status-503' }, { code: 'status-503' }],
    [{ error: 'withheld' }, { error: 'withheld' }],
    [{ exitCode: 3221225477 }, { exitCode: '0xc0000005' }],
  ])('keeps only the allowed values of %j', (details, kept) => {
    expect(entry(details)).toEqual({ at, level: 'info', code: 'cache.filled', details: kept })
  })

  it.each<object>([
    { kind: 'silva' },
    { command: 'ana.silva' },
    { name: 'pacemaker' },
    { error: 'Silva' },
    { code: 'ana-silva' },
    { reason: 'V6B2B2' },
    { attemptID: 'sk_live_51H' },
    { locationID: 'ana-silva' },
    { file: 'ana-silva.pdf' },
    { version: 'Ana' },
    { rows: 9876543217 },
    { rows: '6045550142' },
    { origin: 'https://crm.example' },
    { booked: 'yes, a pacemaker' },
    { zones: 'Ana' },
  ])('withholds %j', (details) => {
    expect(Object.values(entry(details)?.details ?? {})).toEqual(['withheld'])
  })

  it.each<[string, unknown, boolean]>([
    ['kind', 'fax', true],
    ['kind', 'silva', false],
    ['code', 'SQLITE_FULL', true],
    ['code', 'silva', false],
    ['reason', '', false],
    ['error', 'withheld', true],
    ['at', ['main/app.js:1:2'], true],
    ['at', ['main/app.js:1:2', 'at silva'], false],
    ['at', ['main/silva.js:1:2'], false],
    ['fields', ['value.silva:custom'], false],
    ['fields', ['value.1:custom'], true],
    ['zones', ['America/Vancouver'], true],
    ['zones', ['Silva'], false],
    ['attemptID', 'a-1', true],
    ['rows', 9_876_543_217, false],
    ['member', 'fax', false],
  ])('decides whether the log may have a detail %s with the value %j: %s', (name, value, isKnown) => {
    expect(isKnownDetail(name, value, known)).toBe(isKnown)
  })

  it('leaves out values that are not details of the log', () => {
    expect(entry({ member: 'Ana Silva', __proto__: { rows: 1 }, constructor: 1 })?.details).toEqual({})
  })

  it.each(['', '{', 'null', '[]', '"Ana Silva"', JSON.stringify({ at, level: 'info', code: 'ana.silva' })])(
    'has no entry for the line %j',
    (line) => expect(toBundleEntry(line, known)).toBeNull(),
  )

  it('has entries that the allow-list accepts', () => {
    const kept = entry({ kind: 'silva', rows: 1, at: ['main/app.js:1:2'], fields: ['value:custom'], zones: ['UTC'] })
    expect(bundleEntrySchema.parse(kept)).toEqual(kept)
    expect(bundleEntrySchema.safeParse({ ...kept, text: 'x' }).success).toBe(false)
    expect(bundleEntrySchema.safeParse({ ...kept, details: { kind: 'Ana Silva' } }).success).toBe(false)
    expect(bundleEntrySchema.safeParse({ ...kept, details: { member: 'x' } }).success).toBe(false)
  })
})

describe('the address of the server', () => {
  it.each<[string, string | null]>([
    ['https://atrium.clinic.example', 'https://atrium.clinic.example'],
    ['https://ana:secret@atrium.clinic.example:8443/path?token=1#x', 'https://atrium.clinic.example:8443'],
    ['https://a@b:c@host.example', 'https://host.example'],
    ['HTTP://[::1]:80/', 'http://[::1]:80'],
    ['http://127.0.0.1:4210', 'http://127.0.0.1:4210'],
    ['ftp://host.example', null],
    ['https://host.example:port', null],
    ['https://ana silva', null],
    ['', null],
  ])('%s is shown as %s', (url, shown) => expect(toShownAddress(url)).toBe(shown))
})

describe('the policy', () => {
  it('is listed with the names and values of its settings, without credentials and without paths that name a person', () => {
    const policy = {
      serverAddress: 'https://ana:secret@atrium.clinic.example',
      caFile: '/home/ana.silva/ca.pem',
      lockMinutes: 3,
      kiosk: true,
    }
    const lines = toPolicyLines(policy)
    expect(lines).toEqual([
      { name: 'serverAddress', value: 'https://atrium.clinic.example' },
      { name: 'caFile', value: 'set' },
      { name: 'lockMinutes', value: '3' },
      { name: 'kiosk', value: 'true' },
    ])
    expect(toPolicyLines({ caFile: '/etc/atrium/clinic-ca.pem' })[0]?.value).toBe('/etc/atrium/clinic-ca.pem')
    expect(toPolicyLines({ serverAddress: 'Ana Silva' })[0]?.value).toBe('set')
    for (const { value } of lines) expect(value).toMatch(policyTextPattern)
    expect(toPolicyLines({})).toEqual([])
  })
})

describe('the shown version', () => {
  it.each<[string, string | null]>([
    ['1.12.0', '1.12.0'],
    ['v24.21.0', '24.21.0'],
    ['6.8.0-45-generic', '6.8.0'],
    ['10.0.26100', '10.0.26100'],
    ['10.0.2610000', null],
    ['Ana 1.2', null],
    ['19800203', null],
    ['', null],
  ])('of %s is %s', (text, version) => expect(toVersionText(text)).toBe(version))

  it.each<[string, string | null]>([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome 142',
    ],
    ['Mozilla/5.0 AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge 142'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 'Safari 18'],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36', 'Chrome 142'],
    ['Ana Silva', null],
  ])('of the browser %s is %s', (userAgent, browser) => expect(toBrowserText(userAgent)).toBe(browser))
})

describe('a support bundle', () => {
  it('is accepted if it has only known fields', () => {
    expect(parseSupportBundle(aBundle)).toEqual(aBundle)
  })

  /** Returns the path to each object in the bundle. */
  const objectPaths = (value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] =>
    typeof value !== 'object' || value === null
      ? []
      : [
          ...(Array.isArray(value) ? [] : [path]),
          ...Object.entries(value).flatMap(([key, inner]) => objectPaths(inner, [...path, key])),
        ]
  const textPaths = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
    typeof value === 'string'
      ? [path]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]))
        : []
  const withValue = (path: readonly (string | number)[], change: (value: unknown) => unknown): SupportBundle => {
    const bundle = structuredClone(aBundle) as unknown as Record<string, unknown>
    if (path.length === 0) return change(bundle) as SupportBundle
    const parent = path.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, bundle)
    const last = path.at(-1) ?? ''
    parent[last] = change(parent[last])
    return bundle as unknown as SupportBundle
  }

  it.each(objectPaths(aBundle).map((path) => [path.join('.') || 'the bundle', path] as const))(
    'refuses a further field in %s',
    (_name, path) => {
      const more = withValue(path, (value) => ({ ...(value as object), note: 'x' }))
      expect(() => parseSupportBundle(more)).toThrow()
    },
  )

  it.each(textPaths(aBundle).map((path) => [path.join('.'), path] as const))(
    'refuses a name, a birth date, a phone number and an address as %s',
    (_name, path) => {
      for (const text of ['Ana Silva', '1980-02-03', '+1 604 555 0142', '2 Cedar Lane', 'ana.silva@mail.example'])
        expect(() => parseSupportBundle(withValue(path, () => text)), text).toThrow()
    },
  )

  it('has no more than 500 log entries and 20 crash reports', () => {
    const many = (count: number): SupportBundle => ({
      ...aBundle,
      log: Array.from({ length: count }, () => aBundle.log[0] as never),
    })
    expect(() => parseSupportBundle(many(500))).not.toThrow()
    expect(() => parseSupportBundle(many(501))).toThrow()
    expect(() =>
      parseSupportBundle({ ...aBundle, crashes: Array.from({ length: 21 }, () => aBundle.crashes[0] as never) }),
    ).toThrow()
  })

  it('becomes a text that shows every value', () => {
    expect(toSupportText(aBundle)).toMatchInlineSnapshot(`
      "Atrium support bundle
      Made 2026-11-23T12:00:00Z. All times are UTC.
      This bundle has no names, answers, messages or other content of a member, and no password or key.

      Versions
        Program             1.2.3
        Shell               browser
        Browser             Chrome 142
        Node                24.21.0
        System              linux 6.8.0
        Processor           x64
        Server              1.2.2

      Server
        Address             https://atrium.clinic.example
        Set by              person
        State               online
        Another server      no
        Environment         PRODUCTION
        Card processor      stripe

      Policy
        lockMinutes         5

      Queue
        jobs fax            queued 2
        unsent draft        1
        Paused              fax

      Timings
        Started             2026-11-23T12:00:00Z
        Start took          812 ms
        Last sync           2026-11-23T12:00:00Z
        Last contact        2026-11-23T12:00:00Z
        Round trip          12 ms

      Files
        Cache               sound, migration 9 of 9
        Journal             damaged, migration unknown of 7
        Key                 keychain

      Crash reports: 1
        2026-11-23T12:00:00Z main uncaught-exception: Error
          version 1.2.3, browser
          caused by TypeError

      Log entries, oldest first: 1
        2026-11-23T12:00:00Z error queue.store-failed error=SqliteError at=main/app.js:1:2
      "
    `)
  })

  it('becomes a text that shows which values are missing', () => {
    const empty: SupportBundle = {
      ...aBundle,
      versions: {
        ...aBundle.versions,
        shell: 'electron',
        electron: '45.4.1',
        chromium: '150.0.1',
        browser: null,
        server: null,
      },
      server: { ...aBundle.server, address: null },
      policy: { problem: 'unreadable', values: [] },
      queue: { jobs: [], paused: [], unsent: [] },
      timings: { ...aBundle.timings, roundTripMs: null },
      crashes: [],
      log: [{ at, level: 'info', code: 'cache.filled', details: { at: [], rows: 0 } }],
    }
    const text = toSupportText(parseSupportBundle(empty))
    for (const line of [
      /Server +unknown/,
      /the demo on this computer/,
      /Problem +unreadable/,
      /Round trip +unknown/,
      /Electron +45\.4\.1/,
    ])
      expect(text).toMatch(line)
    expect(text).toContain('Crash reports: 0\n  none')
    expect(text).toContain('info cache.filled rows=0\n')
  })

  it('is saved under a name without colons', () => {
    expect(toSupportFileName(at)).toBe('atrium-support-2026-11-23-120000.txt')
  })
})
