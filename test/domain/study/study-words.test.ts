import { describe, expect, it } from 'vitest'
import {
  describeConsultRequested,
  describeConsultScheduled,
  isConsultBooked,
  isConsultComplete,
  isConsultWanted,
} from '#domain/consult/consult-status.ts'
import { noConsulting } from '#domain/consult/consulting.ts'
import { packageName } from '#domain/study/package-name.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { toStudyTags } from '#domain/study/study-tags.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { aLocation } from '#test/builders/records.ts'
import { aStudyWith } from './study-records.ts'

describe('a requested consult', () => {
  it.each([
    ['requested', 'Requested'],
    ['not requested', 'Not requested'],
    ['pending', 'Pending'],
    ['', 'Unknown'],
    ['Requested', 'Unknown'],
    ['__proto__', 'Unknown'],
    ['constructor', 'Unknown'],
  ])('in status %j is shown as %s', (status, words) => expect(describeConsultRequested(status)).toBe(words))
})

describe('a scheduled consult', () => {
  it.each([
    ['booked', 'Booked', true],
    ['complete', 'Complete', false],
    ['not complete', 'Not complete', false],
    ['cancelled', 'Cancelled', false],
    ['reschedule', 'Reschedule', false],
    [null, 'Not booked', false],
    ['toString', 'Unknown', false],
  ])('in status %j is shown as %s, and can be rescheduled and cancelled: %j', (scheduledStatus, words, isBooked) => {
    expect(describeConsultScheduled(scheduledStatus)).toBe(words)
    expect(isConsultBooked({ scheduledStatus })).toBe(isBooked)
    expect(isConsultComplete({ scheduledStatus })).toBe(scheduledStatus === 'complete')
  })

  it('counts as wanted if it was requested or ever scheduled', () => {
    expect(isConsultWanted(noConsulting)).toBe(false)
    expect(isConsultWanted({ ...noConsulting, requestedStatus: 'pending' })).toBe(true)
    expect(isConsultWanted({ ...noConsulting, scheduledStatus: 'cancelled' })).toBe(true)
  })
})

describe('the sedative', () => {
  it.each([
    ['ready', 'Ready for Pickup'],
    ['sent', 'Sent to Pharmacy'],
    ['prescribed', 'Prescribed'],
    ['pending', 'Pending'],
    ['not requested', 'N/A'],
    ['ready-for-pharmacy', 'Ready for pharmacy'],
    ['cancelled', 'Cancelled'],
  ] as const)('in status %s is shown as %s', (status, words) => expect(sedativeWords[status]).toBe(words))

  it('has different words for each status', () => {
    expect(new Set(Object.values(sedativeWords)).size).toBe(sedativeStatuses.length)
  })
})

describe('tags', () => {
  it.each([
    [{}, false, []],
    [{ 'tagR&D': true }, false, ['R&D']],
    [{ tagPHYS1ST: true }, false, ['PHYS 1ST']],
    [{}, true, ['Proactive']],
    [{ tagPHYS1ST: true, 'tagR&D': true }, true, ['R&D', 'PHYS 1ST', 'Proactive']],
    [{ tagPHYS1ST: 'yes' }, false, []],
  ])('are right for the flags %j and proactive %j', (flags, proactiveBooking, tags) => {
    expect(toStudyTags(aStudyWith(flags, {}, { config: { proactiveBooking } }))).toEqual(tags)
  })
})

describe('the package', () => {
  const skus = [
    { skuID: 300 as SkuID, name: 'Whole body of the list' },
    { skuID: 370 as SkuID, name: 'Body composition' },
    { skuID: 371 as SkuID, name: '' },
  ]
  it.each([
    [300, 'Whole body'],
    [370, 'Body composition'],
    [371, 'SKU 371'],
    [999, 'SKU 999'],
  ])('of SKU %i is %s', (skuID, name) => expect(packageName(skuID as SkuID, aLocation(), skus)).toBe(name))

  it('uses the catalogue if the location is unknown', () => {
    expect(packageName(300 as SkuID, null, skus)).toBe('Whole body of the list')
    expect(packageName(300 as SkuID, null)).toBe('SKU 300')
  })
})
