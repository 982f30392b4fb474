import { describe, expect, it } from 'vitest'
import { noConsulting } from '#domain/consult/consulting.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { describeStudyChanges } from '#domain/study/study-changes.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'

const locations = [
  aLocation(),
  aLocation({ locationID: 'ca-bc-2', address: { ...aLocation().address, name: 'Burnaby' } }),
]
const before = aStudy()
const changed = (overrides: Record<string, unknown>) =>
  describeStudyChanges(before, aStudy({ version: 2, ...overrides }), locations)

describe('describeStudyChanges', () => {
  it('returns nothing when the version is the same', () => {
    expect(describeStudyChanges(before, aStudy({ sedativeTaken: 'Sedative Taken' }), locations)).toEqual([])
  })

  it('returns both times when the appointment was moved', () => {
    const booking = { ...before.booking, utcStart: '2026-11-25T18:00:00Z' }
    expect(changed({ booking })).toEqual(['Time is now 25 Nov 2026 11:00am PDT, it was 24 Nov 2026 09:40am PDT'])
  })

  it('names the user who cancelled, but not the time of the appointment', () => {
    const status = { ...before.status, cancelled: true, cancelledBy: 'Robin Frost' }
    expect(changed({ status, booking: null })).toEqual(['Cancelled by Robin Frost'])
  })

  it('lists a changed location, scan type, sedative, temporary hold and payment', () => {
    const lines = describeStudyChanges(
      aStudy({ temporaryHold: true }),
      aStudy({ version: 2, locationID: 'ca-bc-2', skuID: 400, sedativeTaken: 'Sedative Taken', paymentAmount: 10 }),
      locations,
    )
    expect(lines).toEqual([
      'Location is now Burnaby',
      'Scan type is now Whole body plus',
      'Sedative is now Sedative Taken',
      'This is no longer a temporary hold',
      'The amount paid was changed',
    ])
  })

  it('lists changed safety answers, a new or withdrawn sign-off, and a check-in, but shows no answer', () => {
    const signOff = { by: 'Dr. Mara Holm', at: '2026-11-20T18:00:00Z' }
    const status = { ...before.status, checkin: true, checkinBy: 'Robin Frost' }
    expect(changed({ safety: { ...before.safety, version: 1, red: 1, signOff }, status })).toEqual([
      'The safety answers were changed',
      'Dr. Mara Holm signed off the stops',
      'Checked in (recorded by Robin Frost)',
    ])
    const signed = aStudy({ safety: { ...before.safety, signOff } })
    expect(describeStudyChanges(signed, aStudy({ version: 2 }), locations)).toEqual([
      'The safety sign-off is no longer valid',
    ])
  })

  it('returns at least one line for a new version', () => {
    expect(changed({})).toEqual(['Details of the study changed'])
  })
})

describe('describeStudyChanges for the fields of the study page', () => {
  const flags = (changes: object) => changed({ status: { ...before.status, ...changes } })
  const details = (changes: object) => changed({ details: { ...noDetails, ...changes } })

  it.each([
    [{ scanned: true, scannedBy: 'Tess Tech' }, ['Marked as scanned (recorded by Tess Tech)']],
    [{ read: true, readBy: 'Dr. Ray' }, ['Scan read (recorded by Dr. Ray)']],
    [{ urgent: true }, ['Marked as urgent (recorded by an unknown user)']],
    [
      { releasedToPatient: true, traditionalReleasedToPatient: true },
      ['Released to the member (recorded by an unknown user)'],
    ],
    [{ customerEmailAvailable: false }, ['Email to the member is now suppressed']],
    [{ invoiceAvailable: false }, ['The invoice is now suppressed']],
  ])('describes the flags %j', (changes, lines) => expect(flags(changes)).toEqual(lines))

  it('names undone acts', () => {
    const reminded = aStudy({ status: { ...before.status, reminded: true } })
    expect(describeStudyChanges(reminded, aStudy({ version: 2 }), locations)).toEqual([
      'Taken back: Marked as reminded',
    ])
  })

  it.each([
    [{ requestedStatus: 'requested' }, ['Consult requested is now Requested']],
    [
      { scheduledStatus: 'booked', consultTime: '2026-12-01T18:00:00Z' },
      ['Consult is now Booked for 01 Dec 2026 11:00am PDT'],
    ],
    [{ scheduledStatus: 'cancelled' }, ['Consult is now Cancelled']],
  ])('describes the consult %j', (changes, lines) => {
    expect(details({ consulting: { ...noConsulting, ...changes } })).toEqual(lines)
  })

  it('reports a new version of a published report, although no flag of the study changes', () => {
    const published = aStudy({ status: { ...aStudy().status, published: true } })
    const readingPublished = [{ reportType: 'structured' as const, version: 1 }]
    const after = { ...published, version: published.version + 1, details: { ...noDetails, readingPublished } }
    expect(describeStudyChanges(published, after, [])).toEqual(['A new version of the report was published'])
  })

  it('lists changed practitioners, reason and opportunity, but shows none of their content', () => {
    const primary = { practitionerID: 'p-1', locationID: null }
    expect(
      changed({
        details: {
          ...noDetails,
          practitioners: { ...noDetails.practitioners, primary },
          reasonForScan: 'A secret reason',
        },
        opportunityID: '006A',
        sedative: { ...noSedative, status: 'sent' },
      }),
    ).toEqual([
      'Sedative status is now Sent to Pharmacy',
      'The practitioners were changed',
      'The reason for the scan was changed',
      'The CRM opportunity was changed',
    ])
  })
})
