import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSchema } from '#contract/locations/routes.ts'
import type { MachineTime, SlotHold } from '#domain/booking/machine-time.ts'
import { toErasedMember } from '#domain/members/erasure.ts'
import { emptySafetyRecord, type SafetyRecord } from '#domain/safety/safety-record.ts'
import { openWorkstationDatabase, type WorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { nothingCollected } from '#main/sync/collected.ts'
import { createRecordKeeper, type RecordKeeper } from '#main/sync/record-keeper.ts'
import { aLocation, aMachineTime, aMember, aStudy } from '#test/builders/records.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'

describe('record keeper', () => {
  let database: WorkstationDatabase
  let keeper: RecordKeeper
  let events: string[]
  const aHoldTime = aMachineTime({
    eventID: 'h-1',
    kind: 'slot-hold',
    studyID: null,
    owner: { userID: 'u-frontdesk', name: 'Robin Frost' },
    expiresAt: '2026-11-24T16:50:00Z',
  })
  const hold = aHoldTime as SlotHold & MachineTime
  const feed = (value: MachineTime): void => {
    keeper.apply([{ kind: 'machine-time', id: value.eventID, value }], nothingCollected())
  }
  const times = (): string[] =>
    database
      .withCache((cache) => cache.calendar.machineTimes(hold.locationID, hold.utcStart, hold.utcEnd))
      .map((time) => time.eventID)
  beforeEach(async () => {
    const platform = createFakePlatform()
    const { log, vault, folders } = platform
    database = await openWorkstationDatabase({ folder: folders.data, vault, log, nowMs: () => platform.nowMs() })
    events = []
    keeper = createRecordKeeper({ database, publish: (name) => events.push(name), nowMs: () => platform.nowMs() })
    database.withCache((cache) => cache.catalogue.putLocation(aLocation()))
  })
  afterEach(() => database.close())

  it("shows another desk's hold when the feed brings it", () => {
    feed(aHoldTime)
    expect(times()).toEqual(['h-1'])
  })

  it('does not restore a released hold from an older page', () => {
    keeper.keepHold(hold, { user_id: 'u-frontdesk', fullname: 'Robin Frost' })
    keeper.dropHold(hold)
    expect(events).toEqual(['booking.calendarChanged', 'booking.calendarChanged'])
    feed(aHoldTime)
    expect(times()).toEqual([])
  })

  it('restores neither a hold that a booking used nor the time that a study moved away from', () => {
    keeper.keepHold(hold, null)
    const study = aStudy()
    keeper.keepStudy(study, hold)
    expect(times()).toEqual(['e-000001'])
    const booking = { ...study.booking, eventID: 'e-000002' }
    keeper.keepStudy(aStudy({ booking, version: 2 }))
    feed(aHoldTime)
    feed(aMachineTime())
    expect(times()).toEqual(['e-000002'])
  })

  const answered = (version: number, ReasonType = 'Worried') => ({
    ...emptySafetyRecord(aStudy().studyID, aStudy().patientID),
    SafetyQuestions: { ReasonType },
    version,
  })
  const record = () => database.withCache((cache) => cache.safety.record(aStudy().studyID))
  const feedStudy = (version: number, safety?: SafetyRecord | null) => {
    const collected = nothingCollected()
    const change = {
      kind: 'study',
      id: 's-000001',
      value: aStudy({ version }),
      ...(safety !== undefined && { safety }),
    }
    keeper.apply([changeSchema.parse(change)], collected)
    return collected.studies.size
  }

  it('accepts safety answers from the feed, and reports a change of their study', () => {
    expect(feedStudy(1)).toBe(1)
    expect(record()).toBeNull()
    // A complete fill reads the same version of the study again, this time with its answers.
    expect(feedStudy(1, answered(1))).toBe(1)
    expect(record()).toEqual(answered(1))
    expect(feedStudy(1, answered(1))).toBe(0)
  })

  it('reports a changed study when the feed has a change to its log or its CRM record', () => {
    expect(feedStudy(1)).toBe(1)
    expect(feedStudy(1)).toBe(0)
    const collected = nothingCollected()
    const around = { kind: 'study', id: 's-000001', value: aStudy({ version: 1 }), isAround: true }
    keeper.apply([changeSchema.parse(around)], collected)
    expect([...collected.studies]).toEqual(['s-000001'])
    expect(collected.money.size).toBe(0)
  })

  it('accepts answers from the feed even if a later version of the study is known', () => {
    keeper.keepStudy(aStudy({ version: 3 }))
    expect(feedStudy(2, answered(1))).toBe(1)
    expect(record()).toEqual(answered(1))
    expect(database.withCache((cache) => cache.calendar.study(aStudy().studyID))?.version).toBe(3)
  })

  it('keeps the stored answers when an older page has older answers or no answers', () => {
    keeper.keepSafety(aStudy({ version: 3 }), answered(2, 'Preventative'))
    expect(events).toContain('booking.studyChanged')
    expect(feedStudy(2, answered(1))).toBe(0)
    expect(feedStudy(2, null)).toBe(0)
    expect(record()).toEqual(answered(2, 'Preventative'))
  })

  it('keeps the later version of a study when the feed has an earlier one', () => {
    keeper.keepStudy(aStudy({ version: 3 }))
    keeper.apply([{ kind: 'study', id: 's-000001', value: aStudy({ version: 2 }) }], nothingCollected())
    expect(database.withCache((cache) => cache.calendar.study(aStudy().studyID))?.version).toBe(3)
  })

  describe('the payments of a study', () => {
    const money = () => events.filter((name) => name === 'payments.changed')
    const feedStudy = (overrides: Record<string, unknown>): void => {
      const collected = nothingCollected()
      const value = aStudy(overrides)
      keeper.apply([{ kind: 'study', id: value.studyID, value }], collected)
      keeper.publish(collected)
    }

    it.each([
      ['more was paid', { paymentAmount: 100, balance: 2395 }],
      ['a discount was given', { balance: 2395 }],
      ['the price changed', { price: 2000, balance: 2000 }],
      ['the booking was cancelled', { booking: null, status: { ...aStudy().status, cancelled: true } }],
    ])('are reported as changed when %s at another desk', (_, change) => {
      feedStudy({})
      expect(money()).toEqual([])
      feedStudy({ version: 2, ...change })
      expect(money()).toHaveLength(1)
    })

    it('are not reported as changed when another part of the study changed', () => {
      feedStudy({})
      feedStudy({ version: 2, referrer: 'Dr. Berg' })
      expect(money()).toEqual([])
      expect(events).toContain('booking.studyChanged')
    })

    it('are reported as changed once for each call, whether or not the call changed the balance', () => {
      feedStudy({})
      keeper.keepMoney(aStudy())
      expect(money()).toHaveLength(1)
      keeper.keepMoney(aStudy({ version: 2, paymentAmount: 100, balance: 2395 }))
      expect(money()).toHaveLength(2)
    })
  })

  it('removes an erased member and their safety answers, and does not remove a stored tombstone', () => {
    const member = aMember()
    const study = aStudy()
    keeper.keepMembers([member])
    keeper.keepSafety(study, {
      ...emptySafetyRecord(study.studyID, member.patientID),
      version: 1,
      SafetyQuestions: { a: 'Mrk' },
    })
    const has = () => database.withCache((cache) => cache.members.member(member.patientID))
    const erasedStudies = [study.studyID]
    const erase = () =>
      keeper.apply([{ kind: 'member', id: member.patientID, value: null, erasedStudies }], nothingCollected())
    expect(has()).toEqual(member)
    erase()
    expect(has()).toBeNull()
    expect(database.withCache((cache) => cache.safety.record(study.studyID))).toBeNull()
    const tombstone = toErasedMember(member)
    keeper.keepMembers([tombstone])
    erase()
    expect(has()).toEqual(tombstone)
    const found = database.withCache((cache) => cache.members.searchMembers(member.lastname, 10, 'all'))
    expect(found).toEqual([])
  })
})
