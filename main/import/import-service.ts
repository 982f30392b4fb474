import type { ImportBridge } from '#contract/import/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Time limit in milliseconds: enough for the server to import the largest file that the Import screen accepts. */
const importMs = 600_000

/** Creates the service for imports. The back office does all of it; the workstation keeps no copy of the file. */
export const createImportService = ({ calls }: { readonly calls: StaffCalls }): ImportBridge => ({
  run: async ({ base64, isDryRun, idempotencyKey }) =>
    completeCall(() =>
      calls.callExactly(
        'importFile',
        { params: { importID: idempotencyKey }, body: { base64, isDryRun } },
        { idempotencyKey, timeoutMs: importMs },
      ),
    ),
  readProgress: async ({ idempotencyKey }) =>
    calls.call('readImportProgress', { params: { importID: idempotencyKey } }),
})
