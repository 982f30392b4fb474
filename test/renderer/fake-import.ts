import type { ImportBridge } from '#contract/import/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import type { ImportReport } from '#domain/import/import-report.ts'

/**
 * Imports gift cards with their own numbers. Refuses each row that contains `bad`, and a file without the header
 * `external_id`.
 */
export const createFakeImport = (): ImportBridge => {
  const imported = new Set<string>()
  const reports = new Map<string, ImportReport>()
  return {
    run: async ({ base64, isDryRun, idempotencyKey }) => {
      const earlier = reports.get(idempotencyKey)
      if (earlier !== undefined) return ok(earlier)
      const [header = '', ...rows] = atob(base64).trim().split(/\r?\n/)
      if (!header.startsWith('external_id')) {
        return fail('invalid-input', 'The file is not UTF-8, perhaps Windows-1252. Save it as CSV UTF-8.')
      }
      const refused = rows.flatMap((row, index) => (row.endsWith(',bad') ? [index + 2] : []))
      const known = rows.filter((row) => imported.has(row)).length
      const isStored = !isDryRun && refused.length === 0
      if (isStored) for (const row of rows) imported.add(row)
      const counts = {
        kind: 'gift-cards' as const,
        rows: rows.length,
        added: rows.length - known - refused.length,
        known,
        rejected: refused.length,
      }
      const report: ImportReport['report'] = refused.map((line) => ({
        kind: 'gift-cards',
        line,
        field: 'balance',
        problem: 'is not an amount such as 1250.00.',
      }))
      const answer: ImportReport = {
        ...{ isStored, unit: 'line', counts: [counts] },
        ...{ report: report.slice(0, 1000), refused: refused.length },
      }
      reports.set(idempotencyKey, answer)
      return ok(answer)
    },
    readProgress: async ({ idempotencyKey }) => {
      const rows = reports.get(idempotencyKey)?.counts[0]?.rows
      return ok(
        rows === undefined ? { step: 'checked', done: 1, total: 2 } : { step: 'stored', done: rows, total: rows },
      )
    },
  }
}
