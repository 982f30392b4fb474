import type { Study } from '#domain/study/study.ts'
import { noDetails, type StudyDetails } from '#domain/study/study-details.ts'
import { aStudy } from '#test/builders/records.ts'

/** Returns a study with these status flags and these details; the other details are empty. */
export const aStudyWith = (
  flags: Readonly<Record<string, unknown>> = {},
  details: Partial<StudyDetails> = {},
  overrides: Readonly<Record<string, unknown>> = {},
): Study => aStudy({ status: { ...aStudy().status, ...flags }, details: { ...noDetails, ...details }, ...overrides })

/** The summary of complete safety answers without any stop or note. */
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
