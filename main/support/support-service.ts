import { arch, release } from 'node:os'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { ConnectivityBridge, SavedFile, WorkstationInfo } from '#contract/settings/bridge.ts'
import type { SupportBridge } from '#contract/support/bridge.ts'
import { maxBundleEntries, toBundleEntry } from '#domain/support/bundle-log.ts'
import { toPolicyLines } from '#domain/support/policy-text.ts'
import { toShownAddress } from '#domain/support/server-address.ts'
import { parseSupportBundle, processors, type SupportBundle, systems } from '#domain/support/support-bundle.ts'
import { toSupportFileName, toSupportText } from '#domain/support/support-text.ts'
import { toBrowserText, toVersionText } from '#domain/support/version-text.ts'
import { toInstant } from '#domain/values/instant.ts'
import { readLastLogLines } from '#runtime/log-file.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Platform } from '../platform.ts'
import type { PolicyState } from '../policy/read-policy.ts'
import { knownWords } from './known-words.ts'
import { supportServiceWords } from './support-words.ts'

type SupportServiceParts = {
  readonly platform: Pick<Platform, 'shell' | 'version' | 'folders' | 'vault' | 'crashes' | 'now' | 'newId'>
  readonly database: Pick<WorkstationDatabase, 'withCache' | 'journal' | 'check'>
  readonly client: Pick<BackOfficeClient, 'call'>
  readonly connectivity: Pick<ConnectivityBridge, 'read'>
  readonly server: { readonly url: string | null; readonly setBy: WorkstationInfo['server']['setBy'] }
  readonly policy: PolicyState
  /** Saves a file as other downloads are saved. */
  saveFile(file: { fileName: string; contentType: string; bytes: Uint8Array }): Promise<Reply<SavedFile>>
  /** Returns how long the start took; null until it has ended. */
  startMs(): number | null
}

/** The sum of this limit and `roundTripLimitMs` is shorter than the time limit of a command. */
const checkLimitMs = 20_000
const roundTripLimitMs = 5_000

const version = (text: string | null | undefined): string | null => (text ? toVersionText(text) : null)

/** Returns the value of the list that equals `text`; null if the list does not contain `text`. */
const oneOf = <Value extends string>(list: readonly Value[], text: string): Value | null =>
  list.find((known) => known === text) ?? null

/**
 * Creates the service of the support bundle. The service collects facts about the program and this computer.
 * `domain/support` checks each fact against an allow-list or a pattern. The service never reads a member, a study, an
 * answer or the payload of a job.
 */
export const createSupportService = (parts: SupportServiceParts): SupportBridge => {
  const { platform, database, client, connectivity, server, policy } = parts
  let last: { readonly bundleID: string; readonly text: string; readonly fileName: string } | null = null

  /** Returns the milliseconds of one call to the server; null without an answer. */
  const measureRoundTrip = async (): Promise<number | null> => {
    const began = performance.now()
    const reply = await client.call('health', {}, { timeoutMs: roundTripLimitMs })
    return reply.ok ? Math.round(performance.now() - began) : null
  }

  const readQueue = (): SupportBundle['queue'] => ({
    jobs: database.journal.jobCounts().map((count) => ({ ...count })),
    paused: [...database.journal.jobs.paused()],
    unsent: database.journal.unsentWork().map((work) => ({ ...work })),
  })

  const readLog = (): SupportBundle['log'] =>
    readLastLogLines(platform.folders.data, maxBundleEntries).flatMap((line) => toBundleEntry(line, knownWords) ?? [])

  const collect = async (userAgent: string): Promise<SupportBundle> => {
    const [roundTripMs, files, connection] = await Promise.all([
      measureRoundTrip(),
      database.check(checkLimitMs),
      connectivity.read({}),
    ])
    const reached = connection.ok ? connection.value : null
    return parseSupportBundle({
      madeAt: platform.now(),
      versions: {
        program: version(platform.version),
        shell: platform.shell,
        electron: version(process.versions.electron),
        chromium: version(process.versions.chrome),
        node: version(process.versions.node),
        browser: platform.shell === 'browser' ? toBrowserText(userAgent) : null,
        system: oneOf(systems, process.platform),
        systemVersion: version(release()),
        processor: oneOf(processors, arch()),
        server: version(reached?.backOfficeVersion),
      },
      server: {
        address: server.url === null ? null : toShownAddress(server.url),
        setBy: server.setBy,
        state: reached?.state ?? 'offline',
        isOtherServer: reached?.isOtherServer ?? false,
        environment: reached?.environment ?? null,
        cardProcessor: reached?.cardProcessor ?? 'none',
      },
      policy: { problem: policy.problem, values: toPolicyLines(policy.values) },
      queue: readQueue(),
      timings: {
        startedAt: toInstant(performance.timeOrigin),
        startMs: parts.startMs(),
        lastSyncAt: database.withCache((cache) => cache.sync.oldestAsOf()),
        lastContactAt: reached?.asOf ?? null,
        roundTripMs,
      },
      files: { ...files, keyStore: platform.vault.kind },
      crashes: [...platform.crashes.read()],
      log: readLog(),
    })
  }

  return {
    read: async ({ userAgent }) => {
      const bundle = await collect(userAgent)
      last = { bundleID: platform.newId(), text: toSupportText(bundle), fileName: toSupportFileName(bundle.madeAt) }
      return ok(last)
    },
    save: async ({ bundleID }) => {
      // Only the bundle that a person has seen is saved.
      if (last?.bundleID !== bundleID) return fail('not-found', supportServiceWords.madeAgain)
      const bytes = new TextEncoder().encode(last.text)
      return await parts.saveFile({ fileName: last.fileName, contentType: 'text/plain', bytes })
    },
    reportWindowError: async ({ kind, ...thrown }) => {
      platform.crashes.record({ where: 'window', kind, thrown: { ...thrown, message: '' } })
      return ok({})
    },
  }
}
