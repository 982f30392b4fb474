import { z } from 'zod'
import { documentIDSchema } from '../documents/document.ts'
import { papers } from '../study/papers.ts'

/** An item that leaves the clinic: one of the study's papers, or one of its uploaded documents. */
export const releaseItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paper'), paper: z.enum(papers) }),
  z.strictObject({ kind: z.literal('document'), uuid: documentIDSchema }),
])
export type ReleaseItem = z.infer<typeof releaseItemSchema>
