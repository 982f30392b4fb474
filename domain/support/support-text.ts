import type { BundleEntry } from './bundle-log.ts'
import type { CrashReport } from './crash-report.ts'
import type { SupportBundle } from './support-bundle.ts'
import { supportTextWords as words } from './support-text-words.ts'

type Line = readonly [label: string, value: string | number | boolean | null]

const labelWidth = 20

const toValue = (value: Line[1]): string => {
  if (value === null) return words.unknown
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return String(value)
}

const toLines = (lines: readonly Line[]): string[] =>
  lines.length === 0
    ? [`  ${words.none}`]
    : lines.map(([label, value]) => `  ${label.padEnd(labelWidth)}${toValue(value)}`)

const toMs = (ms: number | null): string | null => (ms === null ? null : words.ms(ms))

const describeThrown = ({ error, code }: Pick<CrashReport, 'error' | 'code'>): string =>
  code === null ? error : `${error} ${code}`

const toCrashLines = (crash: CrashReport): string[] => {
  const what =
    crash.kind === 'process-gone'
      ? [crash.reason ?? words.unknown, crash.exitCode ?? ''].filter((part) => part !== '').join(' ')
      : describeThrown(crash)
  const repeats = crash.count === 1 ? [] : [`    ${words.crash.times(crash.count, crash.lastAt)}`]
  return [
    `  ${crash.firstAt} ${crash.where} ${crash.kind}: ${what}`,
    `    ${words.crash.version(crash.version ?? words.unknown)}, ${crash.shell}`,
    ...repeats,
    ...crash.at.map((place) => `    at ${place}`),
    ...crash.causes.flatMap((cause) => [
      `    ${words.crash.cause} ${describeThrown(cause)}`,
      ...cause.at.map((place) => `      at ${place}`),
    ]),
  ]
}

const toEntryLine = ({ at, level, code, details }: BundleEntry): string =>
  [
    `  ${at}`,
    level,
    code,
    ...Object.entries(details)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`),
  ].join(' ')

const orNone = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [`  ${words.none}`] : lines)

/** Returns a bundle as the text that a person reads and saves. It has every value of the bundle and nothing else. */
export const toSupportText = (bundle: SupportBundle): string => {
  const { versions, server, policy, queue, timings, files, crashes, log } = bundle
  const names = words.versions
  const section = (title: string, lines: readonly string[]): string[] => ['', title, ...lines]
  return [
    words.title,
    words.made(bundle.madeAt),
    words.without,
    ...section(
      words.sections.versions,
      toLines([
        [names.program, versions.program],
        [names.shell, versions.shell],
        ...(versions.electron === null ? [] : [[names.electron, versions.electron] as const]),
        ...(versions.chromium === null ? [] : [[names.chromium, versions.chromium] as const]),
        ...(versions.shell === 'browser' ? [[names.browser, versions.browser] as const] : []),
        [names.node, versions.node],
        [names.system, [versions.system ?? words.unknown, versions.systemVersion ?? ''].join(' ').trim()],
        [names.processor, versions.processor],
        [names.server, versions.server],
      ]),
    ),
    ...section(
      words.sections.server,
      toLines([
        [words.server.address, server.address ?? words.server.demo],
        [words.server.setBy, server.setBy],
        [words.server.state, server.state],
        [words.server.isOtherServer, server.isOtherServer],
        [words.server.environment, server.environment],
        [words.server.cardProcessor, server.cardProcessor],
      ]),
    ),
    ...section(
      words.sections.policy,
      toLines([
        ...(policy.problem === null ? [] : [[words.policy.problem, policy.problem] as const]),
        ...policy.values.map(({ name, value }) => [name, value] as const),
      ]),
    ),
    ...section(
      words.sections.queue,
      toLines([
        ...queue.jobs.map(({ kind, state, count }) => [`${words.queue.jobs} ${kind}`, `${state} ${count}`] as const),
        ...queue.unsent.map(({ kind, count }) => [`${words.queue.unsent} ${kind}`, count] as const),
        [words.queue.paused, queue.paused.length === 0 ? words.none : queue.paused.join(', ')],
      ]),
    ),
    ...section(
      words.sections.timings,
      toLines([
        [words.timings.startedAt, timings.startedAt],
        [words.timings.startMs, toMs(timings.startMs)],
        [words.timings.lastSyncAt, timings.lastSyncAt],
        [words.timings.lastContactAt, timings.lastContactAt],
        [words.timings.roundTripMs, toMs(timings.roundTripMs)],
      ]),
    ),
    ...section(
      words.sections.files,
      toLines([
        [words.files.cache, words.files.state(files.cache)],
        [words.files.journal, words.files.state(files.journal)],
        [words.files.keyStore, files.keyStore],
      ]),
    ),
    ...section(words.sections.crashes(crashes.length), orNone(crashes.flatMap(toCrashLines))),
    ...section(words.sections.log(log.length), orNone(log.map(toEntryLine))),
    '',
  ].join('\n')
}

/** Returns the name of a bundle's file. `madeAt` is an instant; a file name cannot have its colons. */
export const toSupportFileName = (madeAt: string): string =>
  `atrium-support-${madeAt.replace('T', '-').replaceAll(':', '').replace('Z', '')}.txt`
