import { toCrashReport } from '#domain/support/crash-report.ts'
import { parseSupportBundle, type SupportBundle } from '#domain/support/support-bundle.ts'
import type { Instant } from '#domain/values/instant.ts'

const at = '2026-11-23T12:00:00Z' as Instant

/** A bundle of a workstation in a browser, with one crash report and one log entry. */
export const aSupportBundle = (overrides: Partial<SupportBundle> = {}): SupportBundle =>
  parseSupportBundle({
    madeAt: at,
    versions: {
      program: '1.2.3',
      shell: 'browser',
      electron: null,
      chromium: null,
      node: '24.21.0',
      browser: 'Chrome 142',
      system: 'linux',
      systemVersion: '6.8.0',
      processor: 'x64',
      server: '1.2.2',
    },
    server: {
      address: 'https://atrium.clinic.example',
      setBy: 'person',
      state: 'online',
      isOtherServer: false,
      environment: 'PRODUCTION',
      cardProcessor: 'stripe',
    },
    policy: { problem: null, values: [{ name: 'lockMinutes', value: '5' }] },
    queue: {
      jobs: [{ kind: 'fax', state: 'queued', count: 2 }],
      paused: ['fax'],
      unsent: [{ kind: 'draft', count: 1 }],
    },
    timings: { startedAt: at, startMs: 812, lastSyncAt: at, lastContactAt: at, roundTripMs: 12 },
    files: {
      cache: { migrations: 9, known: 9, integrity: 'sound' },
      journal: { migrations: null, known: 7, integrity: 'damaged' },
      keyStore: 'keychain',
    },
    crashes: [
      toCrashReport(
        { where: 'main', kind: 'uncaught-exception', thrown: new Error('x', { cause: new TypeError('y') }) },
        { now: at, version: '1.2.3', shell: 'browser', toOwnFile: () => null },
      ),
    ],
    log: [
      { at, level: 'error', code: 'queue.store-failed', details: { error: 'SqliteError', at: ['main/app.js:1:2'] } },
    ],
    ...overrides,
  })
