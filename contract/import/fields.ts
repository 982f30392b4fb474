import { z } from 'zod'
import { mostUploadBytes } from '#domain/import/import-report.ts'

/** The length of the largest file in base64. */
const mostBase64 = Math.ceil(mostUploadBytes / 3) * 4

/** A file to import, and whether it is only checked. */
export const importFields = {
  base64: z
    .string()
    .max(mostBase64)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
  isDryRun: z.boolean(),
}

/** The most bytes of a call with a file. */
export const importBodyBytes = mostBase64 + 1000
