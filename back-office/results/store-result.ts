import { createHash } from 'node:crypto'
import type { IncomingReport } from '#domain/results/incoming-report.ts'
import { sameMessageSeconds } from '#domain/results/refused-delivery.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { closeArrived } from '../repositories/refused-deliveries-repository.ts'
import { addResult } from '../repositories/results-repository.ts'

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * Stores a result before its sender gets an acknowledgement, with an audit row. A repeated message returns the id of
 * the first one. Nothing is compared with a study yet.
 */
export const storeResult = async (
  report: IncomingReport,
  { db, kind, newId, now }: Pick<HandlerContext, 'db' | 'kind' | 'newId' | 'now'>,
): Promise<{ readonly resultID: string; readonly isCopy: boolean }> => {
  const { messageID, issuedAt, content, identity, ...rest } = report
  const contentHash = hashOf([rest.sender, rest.studyRef, rest.kind, rest.status, identity, content])
  const row = {
    result_id: newId(),
    channel: report.channel,
    sender: report.sender,
    message_id: messageID,
    content_hash: contentHash,
    digest: hashOf([contentHash, issuedAt]),
    study_ref: report.studyRef,
    kind: report.kind,
    status: report.status,
    issued_at: toEpochMs(issuedAt) / 1000,
    identity: JSON.stringify(identity),
    content: JSON.stringify(content),
    received_at: now,
    copies: 1,
    state: 'received',
    reason: null,
    study_id: null,
    report_id: null,
    decided_at: null,
    decided_by: null,
    decided_reason: null,
    tries: 0,
    retry_at: null,
  } as const
  return inTransaction(db, async (transaction) => {
    const stored = await addResult(transaction, row)
    // The sender may have sent a refused message again. A copy over FHIR proves nothing, because later versions of a
    // report have the same identifier.
    const isRefusedOne = row.channel === 'hl7' || !stored.isCopy
    const { channel, sender } = row
    const since = now - sameMessageSeconds
    if (isRefusedOne) await closeArrived(transaction, { channel, sender, controlID: messageID, now, since })
    const action = stored.isCopy ? 'result.repeated' : 'result.received'
    await appendAudit(transaction, kind, [auditOf(now, `${action} ${stored.resultID}`)])
    return stored
  })
}

/** Returns an audit row about an automatic action of Atrium on a result. */
export const auditOf = (
  at: number,
  action: string,
  study: { readonly patient_id: string; readonly study_id: string; readonly location_id: string } | null = null,
) => ({
  at,
  user_id: null,
  action,
  member_id: study?.patient_id ?? null,
  study_id: study?.study_id ?? null,
  location_id: study?.location_id ?? null,
  outcome: 'ok',
})
