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
   * Checks a file, and stores it if it is no dry run and every row is valid. A repetition stores nothing twice.
   * Failures: `invalid-input` with the reason for a file that cannot be read, `insufficient-permissions`, `stale`,
   * `payload-too-large`, `offline`, `outcome-unknown`.
   */
  run(input: Accepted<typeof importCommands.run>): Promise<Reply<ImportReport>>
  /** How far the import with this key is. Failures: `offline`. */
  readProgress(input: Accepted<typeof importCommands.readProgress>): Promise<Reply<ImportProgress>>
}
