import { z } from 'zod'
import { consultingSchema, noConsulting } from '#domain/consult/consulting.ts'
import { practitionerRefSchema, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import {
  type Feedback,
  feedbackSchema,
  noDetails,
  publishedReadingSchema,
  type StudyDetails,
  studyDetailsSchema,
} from '#domain/study/study-details.ts'
import type { StudyTable } from '../database/tables.ts'

type ExtraColumn = Pick<StudyTable, 'extra'>

const anyRecord = z.record(z.string(), z.unknown())
const parseRecord = (value: unknown): Readonly<Record<string, unknown>> => anyRecord.safeParse(value).data ?? {}

/** Reads a reference to a practitioner. Older rows have only the id. An unreadable practice is omitted. */
const readRef = (value: unknown) =>
  practitionerRefSchema.safeParse(typeof value === 'string' ? { practitionerID: value, locationID: null } : value)
    .data ??
  practitionerRefSchema.safeParse({ ...parseRecord(value), locationID: null }).data ??
  null

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

const noFeedback: Feedback = {
  prescan: null,
  checkin: null,
  mri: null,
  radiology: null,
  experience: null,
  recommend: null,
  feedback: '',
}

const readFeedback = (value: unknown): StudyDetails['feedback'] =>
  typeof value === 'object' && value !== null ? readFields(feedbackSchema, value, noFeedback) : null

/** Returns the readable fields of a part; the other fields have their default. */
const readFields = <Part extends object>(schema: z.ZodObject, value: unknown, otherwise: Part): Part => {
  const record = parseRecord(value)
  const read = Object.keys(otherwise).flatMap((field) => {
    const parsed = schema.shape[field]?.safeParse(record[field])
    return parsed?.success === true ? [[field, parsed.data] as const] : []
  })
  return { ...otherwise, ...Object.fromEntries(read) }
}

/**
 * Reads a study's details besides booking and flags. Values in an older format are read with their current meaning,
 * and unreadable ones as empty, so that one malformed row does not make the study unreadable.
 */
export const parseDetails = (row: ExtraColumn): StudyDetails => {
  const extra = parseRecord(JSON.parse(row.extra))
  const whole = studyDetailsSchema.safeParse(extra)
  if (whole.success) return whole.data
  const { shape } = studyDetailsSchema
  return {
    practitioners: readPractitioners(extra.practitioners),
    consulting: readFields(consultingSchema, extra.consulting, noConsulting),
    feedback: readFeedback(extra.feedback),
    readingPublished: Array.isArray(extra.readingPublished)
      ? extra.readingPublished.flatMap((one) => publishedReadingSchema.safeParse(one).data ?? [])
      : noDetails.readingPublished,
    traditionalReportAvailable:
      shape.traditionalReportAvailable.safeParse(extra.traditionalReportAvailable).data ?? false,
    memberConsentSigned: shape.memberConsentSigned.safeParse(extra.memberConsentSigned).data ?? false,
    technologistConsentSigned: shape.technologistConsentSigned.safeParse(extra.technologistConsentSigned).data ?? false,
    consentText: shape.consentText.safeParse(extra.consentText).data ?? null,
    reasonForScan: shape.reasonForScan.safeParse(extra.reasonForScan).data ?? '',
    frontDeskNote: shape.frontDeskNote.safeParse(extra.frontDeskNote).data ?? '',
  }
}

/**
 * Returns the column with these details changed, to be written with the study's own change. All other content stays
 * unchanged, even inside a changed part, and even if this version of the program cannot read it: another version may be
 * able to.
 */
export const toExtra = (row: ExtraColumn, changes: Partial<StudyDetails>): string => {
  const before = parseRecord(JSON.parse(row.extra))
  const after = Object.entries(changes).map(([part, value]) => [part, merge(before[part], value)])
  return JSON.stringify({ ...before, ...Object.fromEntries(after) })
}

const merge = (before: unknown, after: unknown): unknown =>
  typeof after === 'object' && after !== null && !Array.isArray(after) ? { ...parseRecord(before), ...after } : after
