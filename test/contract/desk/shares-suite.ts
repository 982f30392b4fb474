import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { fullName, type MemberID, memberIDSchema } from '#domain/members/member.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, newMember } from './desk-work.ts'

const stranger = memberIDSchema.parse('m-known-to-no-clinic')

/** The contract that screens rely on for a study's shares. */
export const describeSharesDesk = (name: string, start: StartDesks): void => {
  describe(`the share service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await otherDesk.signIn('np')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 8)
    const list = async (studyID: StudyID, app = desk) => (await app.get('sharing', 'list', { studyID })).shares
    const revoke = (studyID: StudyID, platformId: MemberID, app = desk, idempotencyKey: string = randomUUID()) =>
      app.ask('sharing', 'revoke', { studyID, platformId, idempotencyKey })
    /** A study that its member shared with a friend, and then with a person unknown to the clinics. */
    const shared = async () => {
      const { studyID } = await booked()
      const friend = await newMember(desk, { firstname: 'Ada', lastname: 'Quill' })
      await desks.share(studyID, friend.patientID, 2)
      await desks.share(studyID, stranger, 1)
      return { studyID, friend }
    }

    it('lists no shares for a new study', async () => {
      const { studyID, patientID } = await booked()
      expect(await desk.get('sharing', 'list', { studyID })).toMatchObject({
        study: { studyID },
        member: { patientID },
        shares: [],
      })
      expect(codeOf(await desk.ask('sharing', 'list', { studyID: 's-none-1' as StudyID }))).toBe('not-found')
    })

    it('lists the receivers, newest first, including unknown ones', async () => {
      const { studyID, friend } = await shared()
      for (const app of [desk, otherDesk]) {
        expect(await list(studyID, app)).toEqual([
          { platformId: stranger, fullName: documentMessages.unknownUser, dob: null, date: expect.any(String) },
          { platformId: friend.patientID, fullName: fullName(friend), dob: friend.dob, date: expect.any(String) },
        ])
      }
    })

    it('revokes one share once, with a line in the log, and notifies the other workstation', async () => {
      const { studyID, friend } = await shared()
      await desk.get('study', 'read', { studyID })
      const key = randomUUID()
      for (let time = 0; time < 2; time += 1) {
        expect(await revoke(studyID, friend.patientID, otherDesk, key)).toMatchObject({
          value: [{ platformId: stranger, fullName: documentMessages.unknownUser }],
        })
      }
      // Revoking a share that is already gone succeeds.
      expect(await revoke(studyID, friend.patientID)).toMatchObject({ value: [{ platformId: stranger }] })
      expect((await list(studyID)).map(({ platformId }) => platformId)).toEqual([stranger])
      const lines = (await desk.get('study', 'readLog', { studyID })).filter(({ category }) => category === 'Sharing')
      expect(lines.map(({ content }) => content)).toEqual([`Share with ${friend.patientID} revoked`])
      await desk.until('the desk is told', () =>
        desk.eventsOf('booking.studyChanged').some((change) => change.studyID === studyID),
      )
      expect(await revoke(studyID, stranger)).toEqual({ ok: true, value: [] })
      expect(await list(studyID)).toEqual([])
    })

    it('refuses a key that was used for another share', async () => {
      const { studyID, friend } = await shared()
      const key = randomUUID()
      expect(codeOf(await revoke(studyID, friend.patientID, desk, key))).toBe('ok')
      expect(codeOf(await revoke(studyID, stranger, desk, key))).toBe('idempotency-key-reused')
      expect((await list(studyID)).map(({ platformId }) => platformId)).toEqual([stranger])
    })

    it('revokes nothing without the back office', async () => {
      const { studyID, friend } = await shared()
      await desks.setLine(false)
      try {
        expect(codeOf(await revoke(studyID, friend.patientID))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
      expect(await list(studyID)).toHaveLength(2)
    })
  })
}
