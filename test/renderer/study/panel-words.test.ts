import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { practitionerRows } from '#renderer/people/practitioner-rows.ts'
import { describePractitioners, toPractitionerRef, withoutNamed } from '#renderer/people/practitioner-words.ts'
import { bookingFailureWords } from '#renderer/study/booking-failure-words.ts'
import {
  faxOf,
  pharmacyAddress,
  practiceOf,
  practitionerName,
  reportFailure,
  sedativeFailureText,
  starsWords,
} from '#renderer/study/panel-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { fakePractitioners } from '../fake-directory.ts'

const known = fakePractitioners()
const [osei, lindqvist, , ramanathan] = known
const ref = (practitionerID: string, locationID: string | null = null) => ({ practitionerID, locationID })
const failure = (code: Failure['code'], message = 'Said by the back office.'): Failure => ({ code, message })

describe('reportFailure', () => {
  it('says that the report is missing, whichever it was to be', () => {
    const missing = { title: studyMessages.missingReportTitle, description: studyMessages.missingReport }
    expect(reportFailure('structured', failure('report-missing'))).toEqual(missing)
    expect(reportFailure('traditional', failure('report-missing'))).toEqual(missing)
  })

  it('says that the download of the physician report failed, and why', () => {
    const { title, description } = reportFailure('structured', failure('insufficient-permissions'))
    expect(title).toBe(studyMessages.downloadFailed)
    expect(description).toBe(`${studyMessages.physicianReportFailed}. Said by the back office.`)
  })

  it('says that the traditional report could not be fetched', () => {
    expect(reportFailure('traditional', failure('unexpected'))).toEqual({
      title: studyMessages.reportFailed,
      description: studyMessages.generic,
    })
  })
})

describe('sedativeFailureText', () => {
  it('asks to report what the desk can do nothing about', () => {
    expect(sedativeFailureText(failure('unexpected'))).toBe(studyMessages.reportIfPersists)
    expect(sedativeFailureText(failure('timed-out'))).toBe(studyMessages.reportIfPersists)
  })

  it('says what the matter is where the desk can tell', () => {
    expect(sedativeFailureText(failure('insufficient-permissions'))).toBe('Said by the back office.')
    expect(sedativeFailureText(failure('stale'))).toBe(studyFailureWords.stale.text)
    expect(sedativeFailureText(failure('offline'))).toBe(studyFailureWords.offline.text)
    expect(sedativeFailureText(failure('not-sent'))).toBe(studyFailureWords.notSent.text)
    expect(sedativeFailureText(failure('outcome-unknown'))).toBe(studyFailureWords.noAnswer.text)
    expect(sedativeFailureText(failure('answer-withheld'))).toBe(bookingFailureWords.answerWithheld.text)
  })
})

describe('a practitioner in words', () => {
  it('has the salutation only where there is one', () => {
    expect(practitionerName({ salutation: '', firstName: 'Amara', lastName: 'Osei' })).toBe('Amara Osei')
    expect(osei && practitionerName(osei)).toBe('Dr. Amara Osei')
  })

  it('is faxed at the practice the study names, else at their own number', () => {
    if (lindqvist === undefined) throw new Error('The directory is empty.')
    expect(faxOf(lindqvist, ref('pr-2', 'pl-2-2'))).toBe('16045550221')
    expect(faxOf(lindqvist, ref('pr-2', 'gone'))).toBe('16045550142')
    expect(practiceOf(lindqvist, ref('pr-2', 'gone'))).toBeNull()
  })

  it('is named by id where the directory could not be asked or has them no more', () => {
    const named = { primary: ref('pr-1'), referring: null, additional: [ref('pr-9'), ref('pr-4')] }
    expect(practitionerRows(named, known).map(({ part, name }) => `${part}: ${name}`)).toEqual([
      'Primary: Dr. Amara Osei',
      'Additional: Practitioner pr-9 (not in the directory)',
      'Additional: Dr. Dev Ramanathan',
    ])
    expect(practitionerRows(named, null)[0]?.name).toBe('Practitioner pr-1 (name unavailable offline)')
  })

  it('is compared line by line; no practitioner is an empty text', () => {
    expect(describePractitioners(null, known)).toBe('')
    expect(describePractitioners(ref('pr-2', 'pl-2-1'), known)).toBe('Dr. Bruno Lindqvist, Cedar Clinic')
    expect(describePractitioners([ref('pr-1'), ref('pr-9')], known)).toBe('Dr. Amara Osei\npr-9')
  })

  it('is newly named at their practice only where there is one', () => {
    expect(osei && toPractitionerRef(osei)).toEqual(ref('pr-1', 'pl-1-1'))
    expect(lindqvist && toPractitionerRef(lindqvist)).toEqual(ref('pr-2'))
    expect(ramanathan && toPractitionerRef(ramanathan)).toEqual(ref('pr-4'))
  })

  it('is not offered twice', () => {
    expect(withoutNamed(known, [ref('pr-1'), ref('pr-3')]).map(({ id }) => id)).toEqual(['pr-2', 'pr-4'])
  })
})

describe('pharmacyAddress', () => {
  const empty = { name: '', address: '', address2: '', city: '', state: '', country: '', postalCode: '' }
  const reached = { phone_number: '604-555-0101', fax_number: '' }

  it('leaves out what is not known', () => {
    expect(pharmacyAddress({ ...empty, ...reached, name: 'Harbour Pharmacy', city: 'Vancouver', state: 'BC' })).toBe(
      'Harbour Pharmacy, Vancouver BC',
    )
  })

  it('is none when none was recorded', () => {
    expect(pharmacyAddress({ ...empty, ...reached })).toBeNull()
  })
})

describe('starsWords', () => {
  it('says how many of how many', () => {
    expect(starsWords(4)).toBe('4 of 5 stars')
  })
})
