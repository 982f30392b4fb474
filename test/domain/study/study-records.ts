import type { Study } from '#domain/study/study.ts'
import { noDetails, type StudyDetails } from '#domain/study/study-details.ts'
import { aStudy } from '#test/builders/records.ts'

/** A study with these flags, and these details over none. */
export const aStudyWith = (
  flags: Readonly<Record<string, unknown>> = {},
  details: Partial<StudyDetails> = {},
  overrides: Readonly<Record<string, unknown>> = {},
): Study => aStudy({ status: { ...aStudy().status, ...flags }, details: { ...noDetails, ...details }, ...overrides })

/** Safety questions answered, with nothing against the scan. */
export const safe = {
  version: 1,
  state: 'complete',
  unanswered: 0,
  red: 0,
  blue: 0,
  green: 0,
  isProhibited: false,
  signOff: null,
} as const
