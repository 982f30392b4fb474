import type { SupportBundle } from './support-bundle.ts'

/** The words of a support bundle's text. */
export const supportTextWords = {
  title: 'Atrium support bundle',
  made: (at: string) => `Made ${at}. All times are UTC.`,
  without: 'This bundle has no names, answers, messages or other content of a member, and no password or key.',
  none: 'none',
  unknown: 'unknown',
  yes: 'yes',
  no: 'no',
  ms: (ms: number) => `${ms} ms`,
  sections: {
    versions: 'Versions',
    server: 'Server',
    policy: 'Policy',
    queue: 'Queue',
    timings: 'Timings',
    files: 'Files',
    crashes: (count: number) => `Crash reports: ${count}`,
    log: (count: number) => `Log entries, oldest first: ${count}`,
  },
  versions: {
    program: 'Program',
    shell: 'Shell',
    electron: 'Electron',
    chromium: 'Chromium',
    node: 'Node',
    browser: 'Browser',
    system: 'System',
    processor: 'Processor',
    server: 'Server',
  },
  server: {
    address: 'Address',
    demo: 'the demo on this computer',
    setBy: 'Set by',
    state: 'State',
    isOtherServer: 'Another server',
    environment: 'Environment',
    cardProcessor: 'Card processor',
  },
  policy: { problem: 'Problem' },
  queue: { jobs: 'jobs', paused: 'Paused', unsent: 'unsent' },
  timings: {
    startedAt: 'Started',
    startMs: 'Start took',
    lastSyncAt: 'Last sync',
    lastContactAt: 'Last contact',
    roundTripMs: 'Round trip',
  },
  files: {
    cache: 'Cache',
    journal: 'Journal',
    keyStore: 'Key',
    state: ({ migrations, known, integrity }: SupportBundle['files']['cache']) =>
      `${integrity}, migration ${migrations ?? 'unknown'} of ${known}`,
  },
  crash: {
    times: (count: number, lastAt: string) => `${count} times, last ${lastAt}`,
    cause: 'caused by',
    version: (version: string) => `version ${version}`,
  },
}
