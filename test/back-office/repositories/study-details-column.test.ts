import { describe, expect, it } from 'vitest'
import { parseDetails, toExtra } from '#back-office/repositories/study-details-column.ts'
import { noConsulting } from '#domain/consult/consulting.ts'
import { noDetails, type StudyDetails } from '#domain/study/study-details.ts'

const rowOf = (extra: unknown) => ({ extra: JSON.stringify(extra) })
const change = (extra: unknown, changes: Partial<StudyDetails>): unknown => JSON.parse(toExtra(rowOf(extra), changes))

describe('parseDetails', () => {
  it('reads a part field by field, with the default for each missing or invalid field', () => {
    const consulting = {
      requestedStatus: 'requested',
      scheduledStatus: 'booked',
      eventID: 'EVENT001',
      isPreferred: 'yes',
    }
    const feedback = { mri: 4, checkin: 9, feedback: 'Kind staff', recommend: '5' }
    const practitioners = { primary: { practitionerID: 'p-1', locationID: 3 }, referring: 7, additional: ['p-2', null] }
    const details = parseDetails(rowOf({ consulting, feedback, practitioners, reasonForScan: 3 }))
    expect(details.consulting).toEqual({ ...noConsulting, ...consulting, isPreferred: false })
    expect(details.feedback).toMatchObject({ mri: 4, checkin: null, recommend: null, feedback: 'Kind staff' })
    expect(details.practitioners).toEqual({
      primary: { practitionerID: 'p-1', locationID: null },
      referring: null,
      additional: [{ practitionerID: 'p-2', locationID: null }],
    })
    expect(details.reasonForScan).toBe('')
  })

  it.each([null, [], 'x', 7])('treats %j as empty', (extra) => {
    expect(parseDetails(rowOf(extra))).toEqual(noDetails)
  })
})

describe('toExtra', () => {
  const stored = {
    fromElsewhere: { deep: [1, 2] },
    consulting: { requestedStatus: 'requested', isPreferred: 'yes', videoLink: 'kept' },
    feedback: 'fine',
    readingPublished: [{ reportType: 'structured', version: 2 }, { reportType: 'other' }],
    practitioners: { primary: 'p-1', referring: null, additional: [], fax: 'kept' },
  }

  it('changes the named parts and keeps every other part, readable or not', () => {
    expect(change(stored, { reasonForScan: 'Family history' })).toEqual({ ...stored, reasonForScan: 'Family history' })
  })

  it('keeps unknown fields inside a changed part', () => {
    const consulting = { ...noConsulting, scheduledStatus: 'booked' }
    expect(change(stored, { consulting })).toEqual({ ...stored, consulting: { ...consulting, videoLink: 'kept' } })
    const practitioners = { primary: null, referring: null, additional: [] }
    expect(change(stored, { practitioners })).toEqual({ ...stored, practitioners: { ...practitioners, fax: 'kept' } })
  })

  it('replaces a value that is not a record', () => {
    const consulting = { ...noConsulting, requestedStatus: 'requested' }
    expect(change({ consulting: 'soon' }, { consulting })).toEqual({ consulting })
    expect(change(null, { reasonForScan: 'x' })).toEqual({ reasonForScan: 'x' })
  })
})
