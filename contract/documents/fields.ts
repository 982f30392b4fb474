import { z } from 'zod'
import { reportIDSchema } from '#domain/release/study-report.ts'

/** An uploaded report and the version that its publication gives it, as the person confirmed it. */
export const reportFields = { reportID: reportIDSchema, version: z.number().int().min(1).max(10_000) }
