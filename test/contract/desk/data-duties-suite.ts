import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasedFirstName } from '#domain/members/erasure.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, draftOf } from './desk-work.ts'

/** The contract of legal holds and erasures that their screens rely on. */
export const describeDataDutiesDesk = (name: string, start: StartDesks): void => {
  describe(`the service for data duties over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let admin: Desk
    let other: Desk
    const key = (): string => randomUUID()
    beforeAll(async () => {
      desks = await start()
      admin = desks.desk
      other = desks.otherDesk
      await admin.signIn('admin')
      await other.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const create = async (): Promise<{ memberID: MemberID; version: number }> => {
      const draft = draftOf({ firstname: 'Quillon', lastname: 'Varga' })
      const { patientID, version } = await admin.get('members', 'create', { draft, idempotencyKey: randomUUID() })
      return { memberID: patientID, version }
    }

    it('is for administrators only', async () => {
      const { memberID } = await create()
      const replies = [
        await other.ask('dataDuties', 'read', {}),
        await other.ask('dataDuties', 'readMember', { memberID }),
        await other.ask('dataDuties', 'placeHold', { memberID, name: 'a', reason: 'b', idempotencyKey: key() }),
        await other.ask('dataDuties', 'liftHold', { holdID: 'h', name: 'a', reason: 'b', idempotencyKey: key() }),
        await other.ask('dataDuties', 'erase', { memberID, version: 1, early: null, idempotencyKey: key() }),
      ]
      expect(replies.map(codeOf)).toEqual(replies.map(() => 'insufficient-permissions'))
    })

    it('places several legal holds on a member, and lifts each by its name', async () => {
      const { memberID } = await create()
      const place = (holdName: string) =>
        admin.ask('dataDuties', 'placeHold', { memberID, name: holdName, reason: 'Lawsuit', idempotencyKey: key() })
      const first = await admin.get('dataDuties', 'placeHold', {
        ...{ memberID, name: 'Case 1', reason: 'Lawsuit', idempotencyKey: key() },
      })
      expect(codeOf(await place(' case  1 '))).toBe('act-not-allowed')
      expect(codeOf(await place('Case 2'))).toBe('ok')
      const read = await admin.get('dataDuties', 'readMember', { memberID })
      expect(read.holds.map((hold) => [hold.name, hold.liftedAt])).toEqual(
        expect.arrayContaining([
          ['Case 1', null],
          ['Case 2', null],
        ]),
      )
      expect(read.obstacles.map(({ kind }) => kind)).toContain('legal-hold')
      const listed = (await admin.get('dataDuties', 'read', {})).holds.filter((hold) => hold.memberID === memberID)
      expect(listed.map((hold) => hold.name).sort()).toEqual(['Case 1', 'Case 2'])
      const lift = (holdName: string) =>
        admin.ask('dataDuties', 'liftHold', {
          ...{ holdID: first.holdID, name: holdName, reason: 'Ended', idempotencyKey: key() },
        })
      expect(codeOf(await lift('Case 2'))).toBe('invalid-input')
      expect(codeOf(await lift('case 1'))).toBe('ok')
      expect(codeOf(await lift('Case 1'))).toBe('act-not-allowed')
      // The name can be used again.
      expect(codeOf(await place('Case 1'))).toBe('ok')
    })

    it('erases a member only if there is no legal hold, only once, and on every workstation', async () => {
      const { memberID, version } = await create()
      const found = async (desk: Desk): Promise<boolean> =>
        (await desk.get('members', 'search', { text: 'quillon varga', limit: 50 })).members.some(
          ({ patientID }) => patientID === memberID,
        )
      expect(await found(other)).toBe(true)
      const erase = (idempotencyKey: string, at = version) =>
        admin.ask('dataDuties', 'erase', { memberID, version: at, early: null, idempotencyKey })
      const hold = await admin.get('dataDuties', 'placeHold', {
        ...{ memberID, name: 'Case', reason: 'Lawsuit', idempotencyKey: key() },
      })
      expect(codeOf(await erase(key()))).toBe('act-not-allowed')
      await admin.get('dataDuties', 'liftHold', {
        ...{ holdID: hold.holdID, name: 'Case', reason: 'Ended', idempotencyKey: key() },
      })
      expect(codeOf(await erase(key(), version + 7))).toBe('stale')
      const same = key()
      expect(codeOf(await erase(same))).toBe('ok')
      expect(codeOf(await erase(same))).toBe('ok')
      expect(codeOf(await erase(key()))).toBe('act-not-allowed')
      expect((await admin.get('members', 'read', { memberID })).firstname).toBe(erasedFirstName)
      expect(await found(admin)).toBe(false)
      expect(await found(other)).toBe(false)
      const { erasure } = await admin.get('dataDuties', 'readMember', { memberID })
      expect(erasure?.by).not.toBe('')
      const listed = (await admin.get('dataDuties', 'read', {})).erasures.filter((one) => one.memberID === memberID)
      expect(listed).toHaveLength(1)
      const late = { memberID, name: 'Late', reason: 'Late', idempotencyKey: key() }
      expect(codeOf(await admin.ask('dataDuties', 'placeHold', late))).toBe('act-not-allowed')
    })

    it('sets the retention period of a kind of record for a country, unless the period changed meanwhile', async () => {
      const change = (days: number | null, version: number, place = 'all') =>
        admin.ask('dataDuties', 'changePeriod', { kind: 'medical-record', place, days, version })
      expect(codeOf(await change(30, 0))).toBe('invalid-input')
      expect(codeOf(await change(6000, 0, 'Atlantis'))).toBe('invalid-input')
      expect(codeOf(await change(36_525, 0))).toBe('ok')
      expect(codeOf(await change(36_000, 0))).toBe('stale')
      const { retention } = await admin.get('dataDuties', 'read', {})
      expect(retention.periods.map(({ kind, place, days }) => [kind, place, days])).toContainEqual([
        'medical-record',
        'all',
        36_525,
      ])
      expect(retention.places).toContain('all')
      expect(codeOf(await change(null, 1))).toBe('ok')
      expect(
        codeOf(
          await other.ask('dataDuties', 'changePeriod', { kind: 'send-password', place: 'all', days: 60, version: 0 }),
        ),
      ).toBe('insufficient-permissions')
    })

    it('finds nothing about an unknown member', async () => {
      const memberID = 'm-unknown-1' as MemberID
      expect(codeOf(await admin.ask('dataDuties', 'readMember', { memberID }))).toBe('not-found')
      const hold = { memberID, name: 'a', reason: 'b', idempotencyKey: key() }
      expect(codeOf(await admin.ask('dataDuties', 'placeHold', hold))).toBe('not-found')
    })
  })
}
