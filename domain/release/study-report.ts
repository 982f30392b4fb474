import { z } from 'zod'
import { type PublishedReading, publishedReadingSchema } from '../study/study-details.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

export const reportKinds = publishedReadingSchema.shape.reportType.options
export type ReportKind = PublishedReading['reportType']

export const reportIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a report id')

/** A report of a study that staff uploaded as a PDF, without its file. */
export const studyReportSchema = z.object({
  reportID: reportIDSchema,
  studyID: studyIDSchema,
  kind: z.enum(reportKinds),
  /** Null until the report is published: the publication assigns the number. */
  version: z.number().int().nullable(),
  pages: z.number().int(),
  byteSize: z.number().int(),
  createdAt: instantSchema,
  createdBy: z.string(),
  publishedAt: instantSchema.nullable(),
  publishedBy: z.string().nullable(),
})
export type StudyReport = z.infer<typeof studyReportSchema>

/** The names of the kinds, on screens and in the study's log. */
export const reportKindWords: { readonly [Kind in ReportKind]: string } = {
  structured: 'Physician report',
  traditional: 'Traditional report',
}
