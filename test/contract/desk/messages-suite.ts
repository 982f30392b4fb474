import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

/** The contract of the messages to members that screens rely on. */
export const describeMessagesDesk = (name: string, start: StartDesks): void => {
  describe(`the message service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let admin: Desk
    let radiologist: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      admin = desks.otherDesk
      radiologist = await desks.openDesk()
      await desk.signIn('frontdesk')
      await admin.signIn('admin')
      await radiologist.signIn('radiologist')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 8, { firstname: 'Sunniva', lastname: 'Quay' })
    /** A study with one failed message, and that message as the study shows it. */
    const withFailed = async () => {
      const { studyID } = await booked()
      await desks.failMessage(studyID)
      const found = (await desk.get('messages', 'read', { studyID })).find(({ state }) => state === 'failed')
      if (found === undefined) throw new Error('The study has no failed message.')
      return { studyID, messageID: found.messageID, attempts: found.attempts }
    }
    const openRows = async (studyID: StudyID, more: object = {}) =>
      (await desk.get('messages', 'readOpen', { locationID, state: 'all', rows: 200, ...more })).rows.filter(
        (row) => row.studyID === studyID,
      )
    const count = async () => (await desk.get('messages', 'countOpen', {})).failed

    it('lists a failed message with its member until staff decide, and counts it', async () => {
      const before = await count()
      const { studyID, ...which } = await withFailed()
      expect(await count()).toBe(before + 1)
      const [row] = await openRows(studyID)
      expect(row).toMatchObject({ messageID: which.messageID, kind: 'report-ready', state: 'failed', locationID })
      expect(row?.member).toContain('Sunniva')
      expect(row?.dob).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(await openRows(studyID, { state: 'uncertain' })).toEqual([])
      const decided = await desk.get('messages', 'decide', { studyID, ...which, decision: 'dismiss' })
      expect(decided.find(({ messageID }) => messageID === which.messageID)).toMatchObject({
        state: 'withdrawn',
        failure: 'dismissed',
      })
      expect(await openRows(studyID)).toEqual([])
      expect(await count()).toBe(before)
    })

    it('accepts one decision for each attempt, and only for a message of the study', async () => {
      const { studyID, ...which } = await withFailed()
      const early = { studyID, ...which, attempts: which.attempts + 1, decision: 'send-again' as const }
      expect(codeOf(await desk.ask('messages', 'decide', early))).toBe('stale')
      const other = (await booked()).studyID
      const strange = { studyID: other, ...which, decision: 'dismiss' as const }
      expect(codeOf(await desk.ask('messages', 'decide', strange))).toBe('not-found')
      await desk.get('messages', 'decide', { studyID, ...which, decision: 'dismiss' })
      const again = await desk.ask('messages', 'decide', { studyID, ...which, decision: 'send-again' })
      expect(codeOf(again)).toBe('stale')
    })

    it('changes the message settings of a location under an optimistic lock, for administrators only', async () => {
      const settingsOf = async () =>
        (await admin.get('messages', 'readSettings', {})).find((one) => one.locationID === locationID)
      const before = await settingsOf()
      const settings = {
        ...standardMessageSettings,
        smsSender: '+16045550100',
        sms: { ...standardMessageSettings.sms, reminder: true },
      }
      const change = { locationID, settings, version: before?.version ?? 0 }
      expect(await admin.get('messages', 'changeSettings', change)).toMatchObject({ settings })
      expect(await settingsOf()).toMatchObject({ settings, version: change.version + 1 })
      expect(codeOf(await admin.ask('messages', 'changeSettings', change))).toBe('stale')
      expect(codeOf(await desk.ask('messages', 'readSettings', {}))).toBe('insufficient-permissions')
      expect(codeOf(await desk.ask('messages', 'changeSettings', change))).toBe('insufficient-permissions')
    })

    it('refuses the list to roles that do not handle messages', async () => {
      const refusals = [
        await radiologist.ask('messages', 'readOpen', { state: 'all', rows: 200 }),
        await radiologist.ask('messages', 'countOpen', {}),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'insufficient-permissions'))
    })

    it('shows no messages without a connection', async () => {
      const { studyID, ...which } = await withFailed()
      await desks.setLine(false)
      const replies = [
        await desk.ask('messages', 'read', { studyID }),
        await desk.ask('messages', 'readOpen', { state: 'all', rows: 200 }),
        await desk.ask('messages', 'countOpen', {}),
        await desk.ask('messages', 'decide', { studyID, ...which, decision: 'dismiss' }),
      ]
      await desks.setLine(true)
      expect(replies.map(codeOf)).toEqual(replies.map(() => 'offline'))
    })
  })
}
