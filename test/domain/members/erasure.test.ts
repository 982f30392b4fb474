import { describe, expect, it } from 'vitest'
import {
  describeObstacle,
  type ErasureFacts,
  type ErasureObstacle,
  eraseStatus,
  erasureObstacles,
  findErasureObstacles,
  findRemainingObstacles,
  isErasedMember,
  toErasedMember,
} from '#domain/members/erasure.ts'
import { memberSchema } from '#domain/members/member.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aMember } from '../../builders/records.ts'

const free: ErasureFacts = {
  isErased: false,
  legalHolds: 0,
  futureBookings: 0,
  openBalances: 0,
  openCredits: 0,
  openGiftCards: 0,
  openAttempts: 0,
  openSends: 0,
  keepUntil: null,
  today: '2026-11-28' as PlainDate,
}

const inTheWay: Readonly<Record<ErasureObstacle, Partial<ErasureFacts>>> = {
  erased: { isErased: true },
  'legal-hold': { legalHolds: 1 },
  'future-booking': { futureBookings: 2 },
  balance: { openBalances: 1 },
  credits: { openCredits: 1 },
  'gift-card': { openGiftCards: 1 },
  'card-attempt': { openAttempts: 1 },
  send: { openSends: 3 },
  retention: { keepUntil: 'always' },
}

describe('findErasureObstacles', () => {
  it('finds no obstacle for a member without bookings, money, sends or holds', () => {
    expect(findErasureObstacles(free)).toEqual([])
  })

  it.each(erasureObstacles)('finds only the obstacle %s if no other applies', (obstacle) => {
    const facts = { ...free, ...inTheWay[obstacle] }
    expect(findErasureObstacles(facts)).toEqual([obstacle])
    expect(describeObstacle(obstacle, facts)).toMatch(/\.$/)
  })

  it('finds several obstacles together, but only `erased` for an erased member', () => {
    const all = Object.assign({}, free, ...Object.values(inTheWay), { isErased: false })
    expect(findErasureObstacles(all)).toEqual(erasureObstacles.slice(1))
    expect(findErasureObstacles({ ...all, isErased: true })).toEqual(['erased'])
  })

  it.each<[PlainDate | 'always' | null, boolean]>([
    [null, false],
    ['always', true],
    ['2026-11-28' as PlainDate, true],
    ['2026-11-27' as PlainDate, false],
    ['2040-01-01' as PlainDate, true],
  ])('finds a retention obstacle for records kept until %j: %j', (keepUntil, isObstacle) => {
    expect(findErasureObstacles({ ...free, keepUntil }).includes('retention')).toBe(isObstacle)
  })

  it('lets a legal basis override only the retention period', () => {
    const early = { basis: 'member-request', reason: 'Asked in writing' } as const
    expect(findRemainingObstacles(['legal-hold', 'retention'], early)).toEqual(['legal-hold'])
    expect(findRemainingObstacles(['retention'], early)).toEqual([])
    expect(findRemainingObstacles(['retention'], null)).toEqual(['retention'])
  })
})

describe('toErasedMember', () => {
  it('keeps only the id of the member, matches the member schema, and is recognized as erased', () => {
    const member = aMember({
      ...{ firstname: 'Mark1', middlename: 'Mark2', preferredName: 'Mark3', lastname: 'Mark4' },
      ...{ email: 'mark5@mail.example', phone_number: 'mark6', address: 'Mark7', city: 'Mark8', state: 'Mark9' },
      ...{ postalCode: 'Mark10', country: 'Mark11', phn: 'Mark12', leadSource: 'Mark13', leadSourceDetail: 'Mark14' },
      ...{ salesforceAccountId: 'Mark15', sfOpportunityID: 'Mark16' },
    })
    const erased = toErasedMember(member)
    expect(memberSchema.parse(erased)).toEqual(erased)
    expect(JSON.stringify(erased)).not.toMatch(/mark/i)
    expect(erased).toMatchObject({ patientID: member.patientID, version: member.version + 1 })
    expect(isErasedMember(erased)).toBe(true)
    expect(isErasedMember(member)).toBe(false)
  })
})

describe('eraseStatus', () => {
  it('keeps flags, times and names of staff, but nothing that could identify the member', () => {
    const status = {
      booked: true,
      bookedTime: '2026-11-20T17:00:00Z',
      bookedBy: 'Ana  silva',
      checkinBy: 'Robin Frost',
      assignedToID: 'u-1',
      note: 'Mark1',
      count: 3,
      none: null,
      parts: { by: 'x', doneBy: 'ANA SILVA', texts: ['Mark2', true] },
    }
    expect(eraseStatus(status, new Set(['ana  silva', 'ana silva']))).toEqual({
      booked: true,
      bookedTime: '2026-11-20T17:00:00Z',
      bookedBy: 'Erased member',
      checkinBy: 'Robin Frost',
      assignedToID: 'u-1',
      note: '',
      count: 3,
      none: null,
      parts: { by: '', doneBy: 'Erased member', texts: ['', true] },
    })
  })
})
