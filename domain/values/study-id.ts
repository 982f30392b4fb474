import { z } from 'zod'

/** One member's scan appointment. Opaque to everyone but the back office. */
export const studyIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a study id')
  .brand<'StudyID'>()
export type StudyID = z.infer<typeof studyIDSchema>
