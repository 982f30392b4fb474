import { describe, expect, it } from 'vitest'
import { consentState, readMemberConsent } from '#domain/study/study-consent.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { aStudyWith } from './study-records.ts'

const at = '2026-11-20T18:00:00Z'
const marked = { consent: true, consentTime: at, consentBy: 'Robin Frost' }

describe('the consent of a member', () => {
  it.each([
    ['nothing is recorded', {}, {}, { kind: 'missing' }],
    ['only the technologist signed', {}, { technologistConsentSigned: true }, { kind: 'missing' }],
    ['the member signed', {}, { memberConsentSigned: true }, { kind: 'signed', time: null }],
    ['staff marked a paper', marked, {}, { kind: 'on-paper', time: at, by: 'Robin Frost' }],
    ['an older record names no person', { consent: true }, {}, { kind: 'on-paper', time: null, by: null }],
    ['both are recorded', marked, { memberConsentSigned: true }, { kind: 'signed', time: at }],
  ])('is read correctly when %s', (_, flags, details, consent) => {
    const study = aStudyWith(flags, { ...noDetails, ...details })
    expect(readMemberConsent(study)).toEqual(consent)
    expect(consentState(study)).toBe(consent.kind === 'missing' ? 'member-missing' : 'complete')
  })
})
