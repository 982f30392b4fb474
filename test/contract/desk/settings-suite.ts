import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import type { ConsentScope, ConsentText } from '#domain/settings/consent-text.ts'
import type { AdministeredMailText } from '#domain/settings/mail-texts.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

/** The contract that screens rely on for the clinic group's settings and mail texts. */
export const describeSettingsDesk = (name: string, start: StartDesks): void => {
  describe(`clinic settings over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let clerk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      clerk = desks.otherDesk
      await desk.signIn('admin')
      await clerk.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const change = (settings: ClinicSettings, app = desk) => app.ask('clinicSettings', 'change', settings)
    const confirmation = async (): Promise<AdministeredMailText> => {
      const found = (await desk.get('clinicSettings', 'readMailTexts', {})).find(({ kind }) => kind === 'confirmation')
      if (found === undefined) throw new Error('There is no confirmation')
      return found
    }
    const changeText = (text: AdministeredMailText, app = desk) => app.ask('clinicSettings', 'changeMailText', text)

    it('have a time until the screen locks, which changes under an optimistic lock with immediate effect at this workstation', async () => {
      const before = await desk.get('clinicSettings', 'read', {})
      const after = { lockMinutes: 12, version: before.version + 1 }
      expect(await change({ ...before, lockMinutes: 12 })).toEqual({ ok: true, value: after })
      expect(await desk.get('session', 'current', {})).toMatchObject({ idleLockMinutes: 12 })
      expect(await change({ ...before, lockMinutes: 3 })).toMatchObject({
        failure: { code: 'stale', details: { current: after } },
      })
      expect(await desk.get('clinicSettings', 'read', {})).toEqual(after)
    })

    it('have email texts that change under an optimistic lock, with a check of their placeholders', async () => {
      const before = await confirmation()
      const after = { ...before, subject: 'Your scan at {clinic}', version: before.version + 1 }
      expect(await changeText({ ...before, subject: after.subject })).toEqual({ ok: true, value: after })
      expect(await changeText({ ...before, subject: 'Hello' })).toMatchObject({
        failure: { code: 'stale', details: { current: after } },
      })
      expect(await changeText({ ...after, text: 'Hello {stranger}' })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { text: expect.any(String) } } },
      })
      expect(await confirmation()).toEqual(after)
    })

    it('get a new version of the consent text under an optimistic lock, for all locations or one', async () => {
      const textOf = async (scope: string) => {
        const found = (await desk.get('clinicSettings', 'readConsentTexts', {})).find((text) => text.scope === scope)
        if (found === undefined) throw new Error(`There is no text of ${scope}`)
        return found
      }
      const changeConsent = (scope: ConsentScope, content: ConsentText | null, version: number) =>
        desk.ask('clinicSettings', 'changeConsentText', { scope, language: 'en', content, version })
      const before = await textOf('all')
      const ours = { title: 'Our agreement', text: '# Scan\nI agree.' }
      expect(await changeConsent('all', ours, before.version)).toMatchObject({
        ok: true,
        value: { ...ours, isOwn: true, version: before.version + 1 },
      })
      expect(await changeConsent('all', { ...ours, text: 'Else' }, before.version)).toMatchObject({
        failure: { code: 'stale', details: { current: ours } },
      })
      expect(codeOf(await changeConsent('all', { ...ours, text: ' ' }, before.version + 1))).toBe('invalid-input')
      const home = 'ca-bc-1' as LocationID
      const there = await textOf(home)
      expect(there).toMatchObject({ ...ours, isOwn: false })
      expect(await changeConsent(home, { ...ours, title: 'Vancouver' }, there.version)).toMatchObject({ ok: true })
      expect(await textOf(home)).toMatchObject({ title: 'Vancouver', isOwn: true })
      expect(await changeConsent(home, null, there.version + 1)).toMatchObject({ ok: true })
      expect(await textOf(home)).toMatchObject({ ...ours, isOwn: false, version: there.version + 2 })
    })

    it('are closed to every role but the administrator', async () => {
      const settings = await desk.get('clinicSettings', 'read', {})
      for (const reply of [
        await clerk.ask('clinicSettings', 'read', {}),
        await change({ ...settings, lockMinutes: 1 }, clerk),
        await clerk.ask('clinicSettings', 'readConsentTexts', {}),
        await clerk.ask('clinicSettings', 'changeConsentText', {
          scope: 'all',
          language: 'en',
          content: null,
          version: 0,
        }),
        await clerk.ask('clinicSettings', 'readMailTexts', {}),
        await changeText(await confirmation(), clerk),
      ]) {
        expect(codeOf(reply)).toBe('insufficient-permissions')
      }
    })
  })
}
