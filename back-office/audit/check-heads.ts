import type { CheckedHead } from '#contract/audit/fields.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { Database } from '../database/database.ts'
import { readAuditHead } from '../kernel/audit-repository.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findHeadProblem, readOrigin } from '../kernel/kept-heads.ts'

/**
 * Compares heads with the log. It reads only the ends of the chains at each head; the command `verify-audit` reads all
 * rows.
 */
export const compareHeads = async (db: Database, heads: readonly SignedAuditHead[]): Promise<CheckedHead[]> => {
  const checked: CheckedHead[] = []
  const origin = await readOrigin(db)
  for (const head of heads) {
    const problem = findHeadProblem(head, origin)
    const now = problem === null ? await readAuditHead(db, head.rows) : null
    const isSame = now !== null && now.rows === head.rows && now.hash === head.hash
    checked.push({ at: head.at, rows: head.rows, state: problem ?? (isSame ? 'same' : 'differs') })
  }
  return checked
}

/** Compares heads for an administrator, and records in the audit log how many differ. */
export const checkAuditHeads = async (
  heads: readonly SignedAuditHead[],
  { db, setAuditSubject }: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<{ readonly heads: CheckedHead[] }> => {
  const checked = await compareHeads(db, heads)
  const other = checked.filter(({ state }) => state !== 'same').length
  setAuditSubject({ what: `${checked.length} heads, ${other} not the same` })
  return { heads: checked }
}
