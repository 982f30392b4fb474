import { z } from 'zod'
import {
  addWaitingHead,
  auditHeadSchema,
  chooseHeads,
  keepDailyHead,
  maxComparedHeads,
  type SignedAuditHead,
  selectHeadsToCompare,
} from '#domain/audit/audit-head.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

const dailyName = 'audit-heads'
const latestName = 'audit-head-latest'
const waitingName = 'audit-heads-waiting'

const reportEveryMs = 10 * 60_000
/** The pause after a failed report. */
const againMs = 60_000

export type AuditHeads = {
  /** Stores a head from the back office. */
  keep(head: SignedAuditHead): void
  /** Returns the stored heads, the oldest first: one for each day, those that wait for a comparison, and the latest. */
  read(): readonly SignedAuditHead[]
  /**
   * Sends the stored heads to the server, which compares them with its log; at most every ten minutes. Never throws.
   */
  report(): Promise<void>
}

const parse = <Value>(schema: z.ZodType<Value>, text: string | null): Value | null => {
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

const headsSchema = z.array(auditHeadSchema)

/**
 * Creates the store of the audit log's heads on this workstation. The server cannot change them, so they can later show
 * that its log was truncated or rewritten. A head that is behind the latest one of the same server is logged. The
 * server was restored from a backup, or its log was truncated. Each head is stored until the server has compared it.
 * The newest compared head, and heads that the log does not have, are stored longer.
 */
export const createAuditHeads = ({
  settings,
  calls,
  log,
  nowMs,
}: {
  readonly settings: SettingsJournal
  readonly calls: Pick<StaffCalls, 'call'>
  readonly log: Log
  readonly nowMs: () => number
}): AuditHeads => {
  const readDaily = (): readonly SignedAuditHead[] => parse(headsSchema, settings.read(dailyName)) ?? []
  const readWaiting = (): readonly SignedAuditHead[] => parse(headsSchema, settings.read(waitingName)) ?? []
  let latest: SignedAuditHead | null | undefined
  let reportedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false

  const isDue = (): boolean => {
    const passed = nowMs() - reportedAt
    // A clock that was set back must not stop the reports.
    return passed < 0 || passed >= (hasFailed ? againMs : reportEveryMs)
  }

  const report = async (): Promise<void> => {
    const waiting = readWaiting()
    if (waiting.length === 0 || !isDue()) return
    reportedAt = nowMs()
    const [last] = waiting.slice(-1)
    const earlier = readDaily().filter(
      (head) => head.serverID === last?.serverID && !waiting.some(({ signature }) => signature === head.signature),
    )
    const heads = [...chooseHeads(earlier, maxComparedHeads - waiting.length), ...waiting]
    const reply = await calls.call('reportAuditHeads', { body: { heads } })
    hasFailed = !reply.ok
    if (!reply.ok) return
    const { heads: results, reviewedUntil } = reply.value
    // Heads that arrived during the comparison are kept.
    settings.write(waitingName, JSON.stringify(selectHeadsToCompare(readWaiting(), results, reviewedUntil)))
    if (results.some(({ state, at }) => state !== 'same' && at > (reviewedUntil ?? -1)))
      log('error', 'audit.heads-differ')
  }

  return {
    keep: (head) => {
      latest ??= parse(auditHeadSchema, settings.read(latestName))
      if (latest?.signature === head.signature) return
      if (latest !== null && latest.serverID === head.serverID && head.rows < latest.rows) {
        log('warning', 'audit.head-went-back')
        // The next report is made at once, so that the alarm is not delayed.
        reportedAt = Number.NEGATIVE_INFINITY
      }
      const daily = readDaily()
      const kept = keepDailyHead(daily, head)
      if (kept !== daily) settings.write(dailyName, JSON.stringify(kept))
      settings.write(waitingName, JSON.stringify(addWaitingHead(readWaiting(), head)))
      settings.write(latestName, JSON.stringify(head))
      latest = head
    },
    read: () => {
      const kept: SignedAuditHead[] = []
      const last = parse(auditHeadSchema, settings.read(latestName))
      for (const head of [...readDaily(), ...readWaiting(), ...(last === null ? [] : [last])]) {
        if (!kept.some(({ signature }) => signature === head.signature)) kept.push(head)
      }
      return kept.sort((one, other) => one.at - other.at)
    },
    report: async () => {
      try {
        await report()
      } catch (thrown) {
        log('error', 'cache.sync-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      }
    },
  }
}
