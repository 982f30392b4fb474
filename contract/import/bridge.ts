import { z } from 'zod'
import type { ImportProgress, ImportReport } from '#domain/import/import-report.ts'
import { type Accepted, idempotencyKey, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'
import { importFields } from './fields.ts'

export const importCommands = {
  run: staffCommand(z.strictObject({ ...importFields, idempotencyKey })),
  readProgress: staffCommand(z.strictObject({ idempotencyKey })),
}

/** The import of files by an administrator (decisions section 6). */
export interface ImportBridge {
  /**
   * Checks a file, and stores all its records unless the call is a dry run or a row is invalid. Repeating the call
   * stores nothing twice. Failures: `invalid-input` with the reason for a file that cannot be read,
   * `insufficient-permissions`, `stale`, `payload-too-large`, `offline`, `outcome-unknown`.
   */
  run(input: Accepted<typeof importCommands.run>): Promise<Reply<ImportReport>>
  /** Returns the progress of the import with this key. Failures: `offline`. */
  readProgress(input: Accepted<typeof importCommands.readProgress>): Promise<Reply<ImportProgress>>
}
