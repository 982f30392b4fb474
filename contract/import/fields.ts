import { z } from 'zod'
import { maxUploadBytes } from '#domain/import/import-report.ts'

/** The length, in base64, of a file of the maximum size. */
const maxBase64 = Math.ceil(maxUploadBytes / 3) * 4

/** A file to import. With `isDryRun` the file is only checked. */
export const importFields = {
  base64: z
    .string()
    .max(maxBase64)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
  isDryRun: z.boolean(),
}

/** The maximum size of a call with a file, in bytes. */
export const importBodyBytes = maxBase64 + 1000
