import { ok } from '#contract/reply.ts'
import type { Connectivity, ConnectivityBridge } from '#contract/settings/bridge.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import type { Publish } from '../publish.ts'
import type { BackOfficeClient } from './back-office-client.ts'
import { applyVersionGap } from './version-gate.ts'
import { createZoneComparison } from './zone-comparison.ts'

export type ConnectivityWatch = {
  state(): Connectivity['state']
  /** Returns `supportPhone` of {@link Connectivity}. */
  supportPhone(): string | null
  /** Returns `cardProcessor` of {@link Connectivity}: `none` until the back office has answered once. */
  cardProcessor(): Connectivity['cardProcessor']
  /** Returns `backOfficeVersion` of {@link Connectivity}: null until the back office has answered once. */
  backOfficeVersion(): string | null
  /** Returns `environment` of {@link Connectivity}; null until the back office has answered once. */
  environment(): Environment | null
  /** Returns true when the clock rules of a zone differ between the processes. Bookings in that zone are refused. */
  doZoneRulesDiffer(zone: string): boolean
  /**
   * Receives whether a call just reached the back office. If that contradicts the known state, checks the connection
   * immediately.
   */
  noteContact(answered: boolean): void
  /** Calls `listener` on every change to `online`. */
  onOnline(listener: () => void): void
  /** Calls `listener` with the settings in each successful health answer. */
  onSettings(listener: (settings: ReceivedSettings) => void): void
  start(): void
  /** Checks the connection with a health call that begins after `check` is called. */
  check(): Promise<void>
  stop(): void
}

type ConnectivityServiceParts = {
  readonly client: BackOfficeClient
  /** The version of this program; when absent, the program never counts as too old. */
  readonly version?: string
  /** Stores the support line for times when Atrium starts without the back office. */
  readonly supportLine: SupportLine
  readonly publish: Publish
  readonly log: Log
  now(): Instant
  /** The value of `policyProblem` in {@link Connectivity}. */
  readonly policyProblem?: Connectivity['policyProblem']
  /** Receives the server's id with every health answer. */
  readonly noteServer?: (serverID: string) => void
  /** Returns true while the embedded back office is starting. */
  isBackOfficeStarting(): boolean
  /** 5 s between checks by default; tests set their own. */
  readonly everyMs?: number | undefined
}

/** The settings that the back office sends to all workstations; `lockMinutes` is null if it sent none. */
type ReceivedSettings = { readonly lockMinutes: number | null; readonly catalogueRevision: string }

type SupportLine = { read(): string | null; write(phone: string | null): void }

const noGap = { versionGap: null, neededVersion: null } as const

/** Returns the connectivity before the first answer. */
const atStart = ({ policyProblem, supportLine }: ConnectivityServiceParts): Connectivity => ({
  state: 'starting',
  isOtherServer: false,
  ...noGap,
  policyProblem: policyProblem ?? null,
  asOf: null,
  backOfficeVersion: null,
  environment: null,
  supportPhone: supportLine.read(),
  cardProcessor: 'none',
  needsSetup: false,
  differingZones: [],
  hostZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

const maxWaitMs = 30_000
/**
 * Number of failed checks before a back office that has never answered counts as offline; until then it is `starting`.
 */
const patientFailures = 3

/**
 * Creates the service that watches the back office through its health call: every 5 s, with backoff while it is out of
 * reach, and at once when any other call shows a change. It also compares the clock rules of window, main and back
 * office (decisions §5).
 */
export const createConnectivityService = (
  parts: ConnectivityServiceParts,
): ConnectivityBridge & { readonly watch: ConnectivityWatch } => {
  const { client, supportLine, publish, log, now, noteServer, isBackOfficeStarting, everyMs = 5000 } = parts
  const listeners: (() => void)[] = []
  const settingsListeners: ((settings: ReceivedSettings) => void)[] = []
  let known = atStart(parts)
  const zoneRules = createZoneComparison(now)
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null
  let failures = 0
  let stopped = false

  const set = (next: Connectivity): void => {
    const before = known
    known = next
    // A change of the last answer's time alone is not published; otherwise an event would be sent every few seconds.
    const same = JSON.stringify({ ...before, asOf: null }) === JSON.stringify({ ...next, asOf: null })
    if (!same) publish('connectivity.changed', next)
    if (before.state !== 'online' && next.state === 'online') for (const listener of listeners) listener()
  }

  const look = async (): Promise<void> => {
    const reply = await client.call('health', {})
    if (stopped) return
    if (!reply.ok || reply.value.status !== 'ok') {
      failures += 1
      const mayStillCome = known.asOf === null && (isBackOfficeStarting() || failures < patientFailures)
      const isOtherServer = client.isOtherServer()
      set({ ...known, state: mayStillCome && !isOtherServer ? 'starting' : 'offline', isOtherServer })
      return
    }
    failures = 0
    const { version, serverID, environment, zones, supportPhone, cardProcessor, needsSetup } = reply.value
    const gap = applyVersionGap(parts, reply.value, known.versionGap)
    if (gap !== null) {
      // The rest of the answer is ignored: it is meant for programs that are compatible with this server.
      const answered = { asOf: now(), backOfficeVersion: version, environment }
      set({ ...known, ...answered, ...gap, state: 'offline', isOtherServer: false })
      return
    }
    if (serverID !== null) noteServer?.(serverID)
    storeSupportLine(supportLine, supportPhone, log)
    for (const listener of settingsListeners) listener(reply.value)
    const isNewTable = zoneRules.setBackOffice(zones)
    // A comparison takes some milliseconds for each zone, so it runs only after new rules arrive or while a difference
    // is known. A known difference may end: two clocks that are seconds apart pass a clock change at different moments.
    const isToCompare = isNewTable || known.differingZones.length > 0
    const differing = isToCompare ? await zoneRules.compare() : known.differingZones
    if (stopped) return
    if (isNewTable && differing.length > 0) log('error', 'connectivity.zone-rules-differ', { zones: differing })
    set({
      ...known,
      state: 'online',
      isOtherServer: false,
      ...noGap,
      asOf: now(),
      backOfficeVersion: version,
      environment,
      supportPhone,
      cardProcessor,
      needsSetup,
      differingZones: differing,
    })
  }

  const plan = (waitMs: number): void => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void check(), waitMs)
    timer.unref()
  }

  const check = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    underWay ??= look().finally(() => {
      underWay = null
      const wait = known.state === 'starting' ? everyMs / 10 : everyMs * 2 ** Math.min(failures, 4)
      plan(Math.min(wait, Math.max(maxWaitMs, everyMs)))
    })
    return underWay
  }

  return {
    read: async () => ok(known),
    retry: async () => {
      await check()
      return ok(known)
    },
    reportZones: async ({ zones }) => {
      zoneRules.setWindow(zones)
      const differing = await zoneRules.compare()
      set({ ...known, differingZones: differing })
      return ok(known)
    },
    watch: {
      state: () => known.state,
      supportPhone: () => known.supportPhone,
      backOfficeVersion: () => known.backOfficeVersion,
      cardProcessor: () => known.cardProcessor,
      environment: () => known.environment,
      doZoneRulesDiffer: (zone) => known.differingZones.includes(zone),
      noteContact: (answered) => {
        const isReached = known.state === 'online' || known.versionGap !== null
        if (underWay === null && answered !== isReached) plan(0)
      },
      onOnline: (listener) => void listeners.push(listener),
      onSettings: (listener) => void settingsListeners.push(listener),
      start: () => plan(0),
      // The answer to a check that is under way can be older than what the caller has just done.
      check: () => (underWay ?? Promise.resolve()).then(check),
      stop: () => {
        stopped = true
        clearTimeout(timer)
      },
    },
  }
}

/**
 * Writes the support line if it changed. Compares it with the stored value, not with memory, because the cache may have
 * been deleted meanwhile.
 */
const storeSupportLine = (supportLine: SupportLine, phone: string | null, log: Log): void => {
  try {
    if (supportLine.read() !== phone) supportLine.write(phone)
  } catch (thrown) {
    // A full disk must stop neither the connectivity checks nor the process: no caller handles an exception here.
    log('error', 'connectivity.support-line-not-kept', {
      error: thrown instanceof Error ? thrown.name : typeof thrown,
    })
  }
}
