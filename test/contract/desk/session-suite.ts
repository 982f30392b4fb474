import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

/** The password of the demo's and of the fake clinic's accounts. */
const password = 'atrium-demo'

/** The contract that screens rely on for sessions and drafts. */
export const describeSessionDesk = (name: string, start: StartDesks): void => {
  describe(`the service for sessions and drafts over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = await desks.openDesk()
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const current = async () => (await desk.get('session', 'current', {})).kind
    const search = () => desk.ask('members', 'search', { text: 'silva', limit: 5 })
    const draft = async (draftID: string) => (await desk.get('drafts', 'read', { draftID }))?.content

    it('refuses calls that require a session until a person signs in', async () => {
      expect(await current()).toBe('signed-out')
      expect(codeOf(await search())).toBe('signed-out')
      const refused = await desk.ask('session', 'signIn', { email: 'frontdesk@demo.atrium', password: 'wrong' })
      expect(codeOf(refused)).toBe('bad-credentials')
      await desk.signIn('frontdesk')
      expect(await current()).toBe('signed-in')
      expect(codeOf(await search())).toBe('ok')
    })

    it('refuses calls while locked, and unlocks with the same person’s password', async () => {
      await desk.signIn('frontdesk')
      await desk.get('drafts', 'save', { draftID: 'locked', content: { note: 'half typed' } })
      expect(await desk.get('session', 'lock', {})).toMatchObject({
        kind: 'locked',
        user: { email: 'frontdesk@demo.atrium' },
      })
      expect(codeOf(await search())).toBe('locked')
      expect(codeOf(await desk.ask('drafts', 'read', { draftID: 'locked' }))).toBe('locked')
      expect(codeOf(await desk.ask('session', 'unlock', { password: 'wrong' }))).toBe('bad-credentials')
      expect(await current()).toBe('locked')
      expect(await desk.get('session', 'unlock', { password })).toMatchObject({ kind: 'signed-in' })
      expect(codeOf(await search())).toBe('ok')
      expect(await draft('locked')).toEqual({ note: 'half typed' })
    })

    it('keeps a draft only for its author, until it is discarded', async () => {
      await desk.signIn('frontdesk')
      await desk.get('drafts', 'save', { draftID: 'sealed', content: { step: 1 } })
      await desk.get('drafts', 'save', { draftID: 'sealed', content: { step: 2 } })
      await desk.get('session', 'signOut', {})
      expect(await current()).toBe('signed-out')
      expect(codeOf(await desk.ask('drafts', 'read', { draftID: 'sealed' }))).toBe('signed-out')
      await desk.signIn('sales')
      expect(await draft('sealed')).toBeUndefined()
      await desk.get('drafts', 'save', { draftID: 'sealed', content: { step: 7 } })
      await desk.signIn('frontdesk')
      expect(await draft('sealed')).toEqual({ step: 2 })
      await desk.get('drafts', 'discard', { draftID: 'sealed' })
      expect(await draft('sealed')).toBeUndefined()
      await desk.get('drafts', 'discard', { draftID: 'sealed' })
      await desk.signIn('sales')
      expect(await draft('sealed')).toEqual({ step: 7 })
    })

    it('unlocks and signs out without the back office', async () => {
      await desk.signIn('frontdesk')
      await desk.get('session', 'lock', {})
      await desks.setLine(false)
      try {
        expect(await desk.get('session', 'unlock', { password })).toMatchObject({ kind: 'signed-in' })
        expect((await desk.get('connectivity', 'read', {})).state).toBe('offline')
        expect(codeOf(await desk.ask('connectivity', 'retry', {}))).toBe('ok')
        await desk.get('session', 'signOut', {})
        expect(await current()).toBe('signed-out')
      } finally {
        await desks.setLine(true)
      }
    })
  })
}
