import { ok } from '#contract/reply.ts'
import type { Connectivity, ConnectivityBridge } from '#contract/settings/bridge.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import type { Publish } from '../publish.ts'
import type { BackOfficeClient } from './back-office-client.ts'
import { createZoneComparison } from './zone-comparison.ts'

export type ConnectivityWatch = {
  state(): Connectivity['state']
  /** As {@link Connectivity}'s. */
  supportPhone(): string | null
  /** As {@link Connectivity}'s: `none` until the back office has answered once. */
  cardProcessor(): Connectivity['cardProcessor']
  /** As {@link Connectivity}'s; null until the back office has answered once. */
  environment(): Environment | null
  /** True when the clock rules of a zone are not the same everywhere, so that nothing may be booked by them. */
  doZoneRulesDiffer(zone: string): boolean
  /** A call has just reached the back office, or has not: look sooner than planned if that is news. */
  noteContact(answered: boolean): void
  /** Hears of every change to `online`. */
  onOnline(listener: () => void): void
  start(): void
  /** Looks now. */
  check(): Promise<void>
  stop(): void
}

type ConnectivityServiceParts = {
  readonly client: BackOfficeClient
  /** Where the support line is kept for a start without the back office. */
  readonly supportLine: SupportLine
  readonly publish: Publish
  readonly log: Log
  now(): Instant
  /** True while a back office of our own is on its way up. */
  isBackOfficeStarting(): boolean
  /** 5 s between looks unless a test says otherwise. */
  readonly everyMs?: number | undefined
}

type SupportLine = { read(): string | null; write(phone: string | null): void }

const longestWaitMs = 30_000
/** A back office that has never answered yet is `starting` for so many looks; then this workstation is offline. */
const patientFailures = 3

/**
 * Whether the back office can be reached, by its health call: every 5 s, less often the longer it stays away, and at once
 * when any other call says otherwise. Also compares the clock rules of window, main and back office (decisions §5).
 */
export const createConnectivityService = (
  parts: ConnectivityServiceParts,
): ConnectivityBridge & { readonly watch: ConnectivityWatch } => {
  const { client, supportLine, publish, log, now, isBackOfficeStarting, everyMs = 5000 } = parts
  const listeners: (() => void)[] = []
  let known: Connectivity = {
    state: 'starting',
    asOf: null,
    backOfficeVersion: null,
    environment: null,
    supportPhone: supportLine.read(),
    cardProcessor: 'none',
    differingZones: [],
    hostZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const zoneRules = createZoneComparison(now)
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null
  let failures = 0
  let stopped = false

  const set = (next: Connectivity): void => {
    const before = known
    known = next
    // The time of the last answer alone is no news: it would be an event every few seconds.
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
      set({ ...known, state: mayStillCome ? 'starting' : 'offline' })
      return
    }
    failures = 0
    const { version, environment, zones, supportPhone, cardProcessor } = reply.value
    keepSupportLine(supportLine, supportPhone, log)
    const isNewTable = zoneRules.setBackOffice(zones)
    // Comparing takes some milliseconds for each zone: only when there is something new to compare, or a difference that may
    // be none any more: while two clocks are seconds apart, a clock change has gone by for one of them only.
    const isToCompare = isNewTable || known.differingZones.length > 0
    const differing = isToCompare ? await zoneRules.compare() : known.differingZones
    if (stopped) return
    if (isNewTable && differing.length > 0) log('error', 'connectivity.zone-rules-differ', { zones: differing })
    set({
      ...known,
      state: 'online',
      asOf: now(),
      backOfficeVersion: version,
      environment,
      supportPhone,
      cardProcessor,
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
      plan(Math.min(wait, Math.max(longestWaitMs, everyMs)))
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
      cardProcessor: () => known.cardProcessor,
      environment: () => known.environment,
      doZoneRulesDiffer: (zone) => known.differingZones.includes(zone),
      noteContact: (answered) => {
        if (underWay === null && answered !== (known.state === 'online')) plan(0)
      },
      onOnline: (listener) => {
        listeners.push(listener)
      },
      start: () => plan(0),
      check,
      stop: () => {
        stopped = true
        clearTimeout(timer)
      },
    },
  }
}

/** Compared with what the file has and not with what is known here: the cache may have been deleted meanwhile. */
const keepSupportLine = (supportLine: SupportLine, phone: string | null, log: Log): void => {
  try {
    if (supportLine.read() !== phone) supportLine.write(phone)
  } catch (thrown) {
    // A full disk must not end the watch over the back office, nor the process: nothing waits for what this throws.
    log('error', 'connectivity.support-line-not-kept', {
      error: thrown instanceof Error ? thrown.name : typeof thrown,
    })
  }
}
