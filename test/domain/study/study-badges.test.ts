import { describe, expect, it } from 'vitest'
import { noConsulting } from '#domain/consult/consulting.ts'
import { noSedative } from '#domain/study/sedative.ts'
import type { Study } from '#domain/study/study.ts'
import { type BadgeKey, badgeKeys, type StudyBadge, toStudyBadges } from '#domain/study/study-badges.ts'
import { noDetails } from '#domain/study/study-details.ts'
import type { Instant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'
import { aStudyWith } from './study-records.ts'

const at = '2026-11-24T17:00:00Z' as Instant
const clinic = { referralRequired: false }
const badge = (study: Study, key: BadgeKey, location = clinic): StudyBadge => {
  const found = toStudyBadges(study, location).find((each) => each.key === key)
  if (found === undefined) throw new Error(`no badge ${key}`)
  return found
}

describe('toStudyBadges', () => {
  it('shows Payment as completed for an invoice, with the note that it is outstanding', () => {
    const invoiced = aStudyWith({ paid: true }, {}, { invoiceStep: 'issued' })
    expect(badge(invoiced, 'payment')).toMatchObject({ wording: 'Completed', note: 'Billed, invoice outstanding' })
    const settled = aStudyWith({ paid: true }, {}, { invoiceStep: 'paid' })
    expect(badge(settled, 'payment')).toMatchObject({ wording: 'Completed', note: null })
  })

  it('has the 18 badges of the spec in its order, with its labels', () => {
    expect(toStudyBadges(aStudy(), clinic).map(({ label }) => label)).toEqual([
      'Booked',
      'Reminded',
      'Appropriateness Review',
      'Medical History',
      'Payment',
      'Checkin',
      'Imaging',
      'Reading',
      'Report QA',
      'Released To Member',
      'Released To Doctor',
      'Member consult',
      'Sedative',
      'Temporary Hold',
      'Body Composition QC',
      'Research Consent',
      'Email Suppressed',
      'Invoice Suppressed',
    ])
  })

  it('names the badge Medical Referral if the location requires a referral', () => {
    expect(badge(aStudy(), 'referral', { referralRequired: true }).label).toBe('Medical Referral')
  })

  it.each([
    ['booked', 'booked'],
    ['reminded', 'reminded'],
    ['referral', 'referred'],
    ['payment', 'paid'],
    ['checkin', 'checkin'],
    ['imaging', 'scanned'],
    ['reading', 'read'],
    ['reportQA', 'reportQADone'],
    ['releasedToMember', 'releasedToPatient'],
    ['releasedToMember', 'traditionalReleasedToPatient'],
    ['releasedToDoctor', 'releasedToDoctor'],
    ['releasedToDoctor', 'traditionalReleasedToDoctor'],
    ['bodyCompositionQC', 'bodyCompositionQC'],
    ['researchConsent', 'researchConsent'],
  ] as const)('shows %s as Completed, with time and person, only once %s is set', (key, flag) => {
    const flags = { [flag]: true, [`${flag}Time`]: at, [`${flag}By`]: 'Robin Frost' }
    expect(badge(aStudyWith(flags), key)).toMatchObject({
      isComplete: true,
      wording: 'Completed',
      time: at,
      by: 'Robin Frost',
    })
    expect(badge(aStudyWith({ ...flags, [flag]: false }), key)).toMatchObject({
      isComplete: false,
      wording: 'Incomplete',
      time: null,
      by: null,
    })
  })

  it('shows a badge as Completed without a time if an older record has none', () => {
    expect(badge(aStudyWith({ read: true }), 'reading')).toMatchObject({ isComplete: true, time: null, by: null })
  })

  it('prefers the release of the structured report to the traditional one', () => {
    const study = aStudyWith({
      releasedToPatient: true,
      releasedToPatientTime: at,
      traditionalReleasedToPatient: true,
      traditionalReleasedToPatientTime: '2026-11-20T17:00:00Z',
    })
    expect(badge(study, 'releasedToMember').time).toBe(at)
  })

  describe('Medical History', () => {
    const history = { medicalHistory: true, medicalHistoryTime: at }
    const signed = { memberConsentSigned: true, technologistConsentSigned: true }
    it.each([
      ['nothing is set', {}, {}, 'Incomplete'],
      ['only the consent is set', { consent: true }, signed, 'Incomplete'],
      ['the member has not signed', history, {}, 'Consent Incomplete'],
      ['only the technologist has signed', history, { technologistConsentSigned: true }, 'Consent Incomplete'],
      ['staff marked the consent', { ...history, consent: true }, {}, 'Completed'],
      ['the member signed', history, { memberConsentSigned: true }, 'Completed'],
      [
        'the member signed and was scanned, but the technologist has not signed',
        { ...history, scanned: true },
        { memberConsentSigned: true },
        'Completed',
      ],
      ['all have signed after the scan', { ...history, scanned: true }, signed, 'Completed'],
    ])('has the right wording when %s', (_, flags, details, wording) => {
      const shown = badge(aStudyWith(flags, details), 'medicalHistory')
      expect(shown.wording).toBe(wording)
      expect(shown.isComplete).toBe(wording === 'Completed')
      expect(shown.time).toBe(wording === 'Completed' ? at : null)
    })
  })

  describe('Member consult', () => {
    const consult = (changes: object) =>
      badge(aStudyWith({}, { consulting: { ...noConsulting, ...changes } }), 'memberConsult')
    it.each([
      [{}, false, false, 'Not requested'],
      [{ requestedStatus: 'requested' }, false, true, 'Requested'],
      [{ requestedStatus: 'pending' }, false, true, 'Pending'],
      [{ requestedStatus: 'whatever' }, false, true, 'Unknown'],
      [{ requestedStatus: 'requested', scheduledStatus: 'booked' }, false, true, 'Booked'],
      [{ scheduledStatus: 'cancelled' }, false, true, 'Cancelled'],
      [{ scheduledStatus: 'complete', completedTime: at }, true, true, null],
    ])('is right for %j', (changes, isComplete, isNeeded, note) => {
      expect(consult(changes)).toMatchObject({ isComplete, isNeeded, note, time: isComplete ? at : null })
    })
  })

  describe('Sedative', () => {
    it.each([
      ['not requested', null, false, false, 'Not requested'],
      ['pending', null, false, true, 'Pending'],
      ['prescribed', null, false, true, 'Prescribed'],
      ['ready-for-pharmacy', null, false, true, 'Ready for pharmacy'],
      ['sent', null, false, true, 'Sent to Pharmacy'],
      ['ready', null, true, true, 'Ready for Pickup'],
      ['cancelled', null, false, false, 'Cancelled'],
      ['sent', 'Sedative Taken', false, true, 'Sent to Pharmacy'],
      ['not requested', 'Sedative Taken', false, true, 'Planned'],
      ['sent', 'No Sedative Taken', false, true, 'Sent to Pharmacy'],
    ])('is right for %s and the choice %s', (status, sedativeTaken, isComplete, isNeeded, note) => {
      const study = aStudyWith({}, {}, { sedative: { ...noSedative, status }, sedativeTaken })
      expect(badge(study, 'sedative')).toMatchObject({ isComplete, isNeeded, note })
    })

    it('is ready with the day of the record', () => {
      const sedative = { ...noSedative, status: 'ready', details: { pickupDate: '2026-11-21' } }
      const shown = badge(aStudyWith({}, {}, { sedative }), 'sedative')
      expect(shown).toMatchObject({ isComplete: true, note: 'Ready for Pickup, 21 Nov 2026' })
    })

    it('is shown as taken after the member is checked in', () => {
      const study = aStudyWith({ checkin: true }, {}, { sedativeTaken: 'Sedative Taken' })
      expect(badge(study, 'sedative')).toMatchObject({ isComplete: true, note: 'Taken' })
    })
  })

  it('shows the end of a temporary hold, on the location’s clock', () => {
    const held = aStudyWith({}, {}, { temporaryHold: true, temporaryHoldUntil: '2026-11-23T18:00:00Z' })
    expect(badge(held, 'temporaryHold')).toMatchObject({ isComplete: true, note: 'Until 23 Nov 2026 11:00am PDT' })
    expect(badge(aStudy(), 'temporaryHold')).toMatchObject({ isComplete: false, isNeeded: false, note: 'No hold' })
  })

  it('needs the body composition QC only for SKU 370', () => {
    expect(badge(aStudy(), 'bodyCompositionQC')).toMatchObject({ isNeeded: false, note: 'Not needed' })
    expect(badge(aStudy({ skuID: 370 }), 'bodyCompositionQC')).toMatchObject({ isNeeded: true, note: null })
  })

  it('needs a release to a doctor only if a practitioner is named', () => {
    expect(badge(aStudy(), 'releasedToDoctor')).toMatchObject({ isNeeded: false, note: 'No practitioner named' })
    const primary = { practitionerID: 'p-1', locationID: null }
    const named = aStudyWith({}, { practitioners: { ...noDetails.practitioners, primary } })
    expect(badge(named, 'releasedToDoctor')).toMatchObject({ isNeeded: true, note: null })
  })

  it.each([
    ['emailSuppressed', 'customerEmailAvailable'],
    ['invoiceSuppressed', 'invoiceAvailable'],
  ] as const)('shows %s as Completed when %s is off', (key, flag) => {
    expect(badge(aStudyWith({ [flag]: false }), key)).toMatchObject({ isComplete: true, wording: 'Completed' })
    expect(badge(aStudyWith({ [flag]: true }), key)).toMatchObject({ isComplete: false, isNeeded: false })
  })

  it('needs nothing more on a cancelled study, and keeps completed steps', () => {
    const shown = toStudyBadges(aStudyWith({ cancelled: true, reminded: true }), clinic)
    expect(shown.filter(({ isComplete, isNeeded }) => !isComplete && isNeeded)).toEqual([])
    expect(shown.filter(({ isComplete }) => isComplete).map(({ key }) => key)).toEqual(['booked', 'reminded'])
  })

  it('has a different key for each badge', () => {
    expect(new Set(badgeKeys).size).toBe(18)
  })
})
