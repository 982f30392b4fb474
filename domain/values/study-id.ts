import { z } from 'zod'

/** The id of a study. Only the back office interprets it. */
export const studyIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a study id')
  .brand<'StudyID'>()
export type StudyID = z.infer<typeof studyIDSchema>
