import { z } from 'zod'
import { auditHeadSchema, keepDailyHead, type SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { Log } from '#runtime/log.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

const dailyName = 'audit-heads'
const latestName = 'audit-head-latest'

export type AuditHeads = {
  /** Keeps a head that the back office gave. */
  keep(head: SignedAuditHead): void
  /** Returns the kept heads, the oldest first: one for each day, and the latest. */
  read(): readonly SignedAuditHead[]
}

const parse = <Value>(schema: z.ZodType<Value>, text: string | null): Value | null => {
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/**
 * Creates the store of the audit log's heads on this workstation. They are outside the server's reach, so they show
 * later that its log was cut or written again. A head that is behind the latest one of the same server is logged: the
 * server was restored from a backup, or its log was cut.
 */
export const createAuditHeads = ({
  settings,
  log,
}: {
  readonly settings: SettingsJournal
  readonly log: Log
}): AuditHeads => {
  const readDaily = (): readonly SignedAuditHead[] => parse(z.array(auditHeadSchema), settings.read(dailyName)) ?? []
  let latest: SignedAuditHead | null | undefined
  return {
    keep: (head) => {
      latest ??= parse(auditHeadSchema, settings.read(latestName))
      if (latest?.signature === head.signature) return
      if (latest !== null && latest.serverID === head.serverID && head.rows < latest.rows) {
        log('warning', 'audit.head-went-back')
      }
      const daily = readDaily()
      const kept = keepDailyHead(daily, head)
      if (kept !== daily) settings.write(dailyName, JSON.stringify(kept))
      settings.write(latestName, JSON.stringify(head))
      latest = head
    },
    read: () => {
      const daily = readDaily()
      const last = parse(auditHeadSchema, settings.read(latestName))
      return last === null || daily.some(({ signature }) => signature === last.signature) ? daily : [...daily, last]
    },
  }
}
