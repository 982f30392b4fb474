import { readFileSync } from 'node:fs'
import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, type SafetyAssessment } from '#domain/safety/safety-assessment.ts'
import { type SafetyRecord, safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type PrintedSafetyForm, toSafetyForm } from '#main/safety/safety-form.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'

const font = (file: string) =>
  readFileSync(new URL(`../../../node_modules/dejavu-fonts-ttf/ttf/${file}`, import.meta.url))
/** The fonts of the product. */
export const fonts = { regular: font('DejaVuSansCondensed.ttf'), bold: font('DejaVuSansCondensed-Bold.ttf') }

/** Sat 21 Nov 2026, 10:00 in Vancouver. */
const now = toInstant(Date.parse('2026-11-21T18:00:00Z'))

type Overrides = Readonly<Record<string, unknown>>
export type Given = {
  readonly member?: Overrides
  readonly study?: Overrides
  readonly record?: Overrides
  readonly source?: SafetyView['source']
}

/** Returns Ana Silva's answers as saved by Robin Frost on 20 Nov 2026 in version 2. */
export const aSafetyRecord = (answers: Answers, overrides: Overrides = {}): SafetyRecord =>
  safetyRecordSchema.parse({
    studyID: 's-000001',
    patientID: 'm-000001',
    SafetyQuestions: answers,
    version: 2,
    savedAt: '2026-11-20T19:05:00Z',
    savedBy: 'Robin Frost',
    signOffs: [],
    revisions: [],
    lastVisit: null,
    ...overrides,
  })

export const aSafetyView = (answers: Answers, given: Given = {}): SafetyView => ({
  study: aStudy({ safety: { ...aStudy().safety, version: 2 }, ...given.study }),
  member: aMember(given.member),
  location: aLocation(),
  record: aSafetyRecord(answers, given.record),
  asOf: now,
  source: given.source ?? 'back-office',
})

export const assess = ({ study, member, location, record }: SafetyView): SafetyAssessment =>
  assessSafety(record.SafetyQuestions, {
    gender: member.gender,
    appointment: study.booking === null ? null : { utcStart: study.booking.utcStart, timezone: location.timezone },
    now,
    supportPhone: '1-800-555-0142',
  })

export const aSafetyForm = (answers: Answers, given: Given = {}): PrintedSafetyForm => {
  const view = aSafetyView(answers, given)
  return toSafetyForm(view, assess(view), now)
}
