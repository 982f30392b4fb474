import { z } from 'zod'
import { practitionerRefSchema, studyPractitionersSchema } from '#domain/study/practitioner.ts'
import {
  consultingSchema,
  feedbackSchema,
  noConsulting,
  noDetails,
  publishedReadingSchema,
  type StudyDetails,
  studyDetailsSchema,
} from '#domain/study/study-details.ts'
import type { StudyTable } from './tables.ts'

type ExtraColumn = Pick<StudyTable, 'extra'>

const anyRecord = z.record(z.string(), z.unknown())
const parseRecord = (value: unknown): Readonly<Record<string, unknown>> => anyRecord.safeParse(value).data ?? {}

/** Older rows name a practitioner by their bare id. */
const readRef = (value: unknown) =>
  practitionerRefSchema.safeParse(typeof value === 'string' ? { practitionerID: value, locationID: null } : value)
    .data ?? null

const readPractitioners = (value: unknown): StudyDetails['practitioners'] => {
  const known = studyPractitionersSchema.safeParse(value)
  if (known.success) return known.data
  const { primary, referring, additional } = parseRecord(value)
  return {
    primary: readRef(primary),
    referring: readRef(referring),
    additional: Array.isArray(additional) ? additional.flatMap((one) => readRef(one) ?? []) : [],
  }
}

const noStars = { prescan: null, checkin: null, mri: null, radiology: null, experience: null, recommend: null }

const readFeedback = (value: unknown): StudyDetails['feedback'] =>
  typeof value === 'object' && value !== null
    ? (feedbackSchema.safeParse({ ...noStars, feedback: '', ...value }).data ?? null)
    : null

/**
 * Reads what a study carries beside booking and flags. What an older row lacks or says in another way has its meaning of
 * today; what cannot be understood counts as not said, so that one odd row keeps nobody from the study.
 */
export const parseDetails = (row: ExtraColumn): StudyDetails => {
  const extra = parseRecord(JSON.parse(row.extra))
  const whole = studyDetailsSchema.safeParse(extra)
  if (whole.success) return whole.data
  const { shape } = studyDetailsSchema
  const consulting = consultingSchema.safeParse({ ...noConsulting, ...parseRecord(extra.consulting) })
  return {
    practitioners: readPractitioners(extra.practitioners),
    consulting: consulting.data ?? noConsulting,
    feedback: readFeedback(extra.feedback),
    readingPublished: Array.isArray(extra.readingPublished)
      ? extra.readingPublished.flatMap((one) => publishedReadingSchema.safeParse(one).data ?? [])
      : noDetails.readingPublished,
    traditionalReportAvailable:
      shape.traditionalReportAvailable.safeParse(extra.traditionalReportAvailable).data ?? false,
    memberConsentSigned: shape.memberConsentSigned.safeParse(extra.memberConsentSigned).data ?? false,
    technologistConsentSigned: shape.technologistConsentSigned.safeParse(extra.technologistConsentSigned).data ?? false,
    reasonForScan: shape.reasonForScan.safeParse(extra.reasonForScan).data ?? '',
  }
}

/** The column with these details changed, to be written with the study's own change; what else stands there stays. */
export const toExtra = (row: ExtraColumn, changes: Partial<StudyDetails>): string =>
  JSON.stringify({ ...parseRecord(JSON.parse(row.extra)), ...parseDetails(row), ...changes })
