import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { practitionerRows } from '#renderer/people/practitioner-rows.ts'
import { describePractitioners, toPractitionerRef, withoutNamed } from '#renderer/people/practitioner-words.ts'
import { bookingFailureWordsIn } from '#renderer/study/booking-failure-words.ts'
import {
  faxOf,
  paperFailure,
  pharmacyAddress,
  practiceOf,
  practitionerName,
  sedativeFailureText,
  starsWords,
} from '#renderer/study/panel-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { fakePractitioners } from '../fake-directory.ts'

const known = fakePractitioners()
const [osei, lindqvist, , ramanathan] = known
const ref = (practitionerID: string, locationID: string | null = null) => ({ practitionerID, locationID })
const failure = (code: Failure['code'], message = 'Said by the back office.'): Failure => ({ code, message })

describe('paperFailure', () => {
  it('states that a report of either kind is missing', () => {
    const missing = { title: studyMessages.missingReportTitle, description: studyMessages.missingReport }
    expect(paperFailure('physician-report', failure('report-missing'))).toEqual(missing)
    expect(paperFailure('traditional-report', failure('report-missing'))).toEqual(missing)
  })

  it('states that the download of the physician report failed, and why', () => {
    const { title, description } = paperFailure('physician-report', failure('insufficient-permissions'))
    expect(title).toBe(studyMessages.downloadFailed)
    expect(description).toBe(`${studyMessages.physicianReportFailed}. Said by the back office.`)
  })

  it('states that the traditional report could not be read', () => {
    expect(paperFailure('traditional-report', failure('unexpected'))).toEqual({
      title: studyMessages.reportFailed,
      description: studyMessages.generic,
    })
  })
})

describe('sedativeFailureText', () => {
  it('asks the user to report a failure that the user cannot fix', () => {
    expect(sedativeFailureText(failure('unexpected'))).toBe(studyMessages.reportIfPersists)
    expect(sedativeFailureText(failure('timed-out'))).toBe(studyMessages.reportIfPersists)
  })

  it('names the problem if the user can fix it', () => {
    expect(sedativeFailureText(failure('insufficient-permissions'))).toBe('Said by the back office.')
    expect(sedativeFailureText(failure('stale'))).toBe(studyFailureWords.stale.text)
    expect(sedativeFailureText(failure('offline'))).toBe(studyFailureWords.offline.text)
    expect(sedativeFailureText(failure('not-sent'))).toBe(studyFailureWords.notSent.text)
    expect(sedativeFailureText(failure('outcome-unknown'))).toBe(studyFailureWords.noAnswer.text)
    expect(sedativeFailureText(failure('answer-withheld'))).toBe(bookingFailureWordsIn('en').answerWithheld.text)
  })
})

describe('a practitioner in words', () => {
  it('has the salutation only if there is one', () => {
    expect(practitionerName({ salutation: '', firstName: 'Amara', lastName: 'Osei' })).toBe('Amara Osei')
    expect(osei && practitionerName(osei)).toBe('Dr. Amara Osei')
  })

  it('is faxed at the practice that the study names, else at their own number', () => {
    if (lindqvist === undefined) throw new Error('The directory is empty.')
    expect(faxOf(lindqvist, ref('pr-2', 'pl-2-2'))).toBe('16045550221')
    expect(faxOf(lindqvist, ref('pr-2', 'gone'))).toBe('16045550142')
    expect(practiceOf(lindqvist, ref('pr-2', 'gone'))).toBeNull()
  })

  it('is named by id if the directory could not be read or no longer has them', () => {
    const named = { primary: ref('pr-1'), referring: null, additional: [ref('pr-9'), ref('pr-4')] }
    expect(practitionerRows(named, known).map(({ part, name }) => `${part}: ${name}`)).toEqual([
      'Primary: Dr. Amara Osei',
      'Additional: Practitioner pr-9 (not in the directory)',
      'Additional: Dr. Dev Ramanathan',
    ])
    expect(practitionerRows(named, null)[0]?.name).toBe('Practitioner pr-1 (name unavailable offline)')
  })

  it('has one line in a description of several practitioners; a description of no practitioner is empty', () => {
    expect(describePractitioners(null, known)).toBe('')
    expect(describePractitioners(ref('pr-2', 'pl-2-1'), known)).toBe('Dr. Bruno Lindqvist, Cedar Clinic')
    expect(describePractitioners([ref('pr-1'), ref('pr-9')], known)).toBe('Dr. Amara Osei\npr-9')
  })

  it('when newly chosen, gets a practice only if the practitioner has exactly one practice', () => {
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

  it('leaves out unknown parts', () => {
    expect(pharmacyAddress({ ...empty, ...reached, name: 'Harbour Pharmacy', city: 'Vancouver', state: 'BC' })).toBe(
      'Harbour Pharmacy, Vancouver BC',
    )
  })

  it('is null without a recorded pharmacy', () => {
    expect(pharmacyAddress({ ...empty, ...reached })).toBeNull()
  })
})

describe('starsWords', () => {
  it('names the number of stars', () => {
    expect(starsWords(4)).toBe('4 of 5 stars')
  })
})
