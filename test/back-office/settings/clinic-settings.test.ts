import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import { someLocationFields } from '#test/builders/location-drafts.ts'
import { type Answer, clinic, findEngines } from '../../builders/back-office.ts'
import { type MailedOffice, runMailedOffice } from '../../builders/mailed-office.ts'
import { goodInputs } from '../../contract/back-office-bad-input.ts'

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the settings of a clinic group on ${engine.kind}`, () => {
    let mailed: MailedOffice
    let token: string
    let keys = 0
    beforeAll(async () => {
      mailed = await runMailedOffice(engine)
      token = await mailed.office.signIn('admin')
    })
    beforeEach(() => mailed.clear())
    afterAll(async () => {
      expect(await checkAuditChain(mailed.office.db)).toMatchObject({ ok: true })
      await mailed.stop()
    })
    const ask = (name: RouteName, input: object = {}): Promise<Answer> => {
      keys += 1
      const key = backOfficeRoutes[name].idempotent === false ? undefined : `settings-${keys}`
      return mailed.office.call(name, input as never, { token, key })
    }
    const health = async () => (await ask('health')).body
    const changesOf = async (action: string) => {
      const rows = await mailed.office.db
        .selectFrom('audit')
        .select(['before', 'after'])
        .where('action', 'like', `${action}%`)
        .where('outcome', '=', 'ok')
        .orderBy('sequence')
        .execute()
      return rows.map(({ before, after }) => [JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')])
    }
    const invite = async (email: string) => {
      const person = { firstname: 'Noor', lastname: 'Haddad', email, roles: ['frontdesk'] }
      const body = { ...person, allowedLocations: [clinic.home], homeLocation: clinic.home }
      const { account, code } = (await ask('inviteAccount', { body })).body
      expect((await ask('mailInvitation', { params: { userID: account.userID }, body: { code } })).status).toBe(200)
      return /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mailed.server.received.at(-1)?.mail.text ?? '')?.[0]
    }

    it('use an administrator’s text from the next email on, and audit both versions', async () => {
      const params = { kind: 'invitation' }
      const own = { subject: 'Welcome to {organisation}', text: 'Hello {person},\nyour code is\n  {code}' }
      const first = await ask('changeMailText', { params, body: { ...own, version: 0 } })
      expect(first.body).toEqual({ kind: 'invitation', language: 'en', ...own, version: 1 })
      const code = await invite('noor@clinic.example')
      expect(mailed.server.received[0]?.mail.subject).toBe('Welcome to Your clinic')
      expect(mailed.server.received[0]?.mail.text?.trim()).toBe(`Hello Noor,\nyour code is\n  ${code}`)

      const late = await ask('changeMailText', { params, body: { subject: 'x', text: '{code}', version: 0 } })
      expect([late.status, late.body.details.current]).toEqual([409, first.body])
      expect((await ask('changeMailText', { params, body: { ...own, text: '{code}', version: 1 } })).body.version).toBe(
        2,
      )
      expect(await changesOf('mail-text.changed')).toEqual([
        [{ kind: 'invitation', language: 'en', ...standardMailTexts.invitation, version: 0 }, first.body],
        [first.body, { ...first.body, text: '{code}', version: 2 }],
      ])
      const { body } = await ask('readMailTexts')
      type Text = { readonly kind: string; readonly language: string; readonly version: number }
      const inLanguage = (language: string): readonly Text[] => body.filter((text: Text) => text.language === language)
      expect(inLanguage('fr-CA')).toHaveLength(16)
      expect(inLanguage('en').map(({ kind, version }) => `${kind} ${version}`)).toEqual([
        'confirmation 0',
        'move 0',
        'cancellation 0',
        'reminder 0',
        'history-request 0',
        'consent-request 0',
        'report-ready 0',
        'feedback 0',
        'amplification 0',
        'invoice 0',
        'receipt 0',
        'report 0',
        'sms-confirmation 0',
        'sms-move 0',
        'sms-cancellation 0',
        'sms-reminder 0',
        'sms-history-request 0',
        'invitation 2',
      ])
    })

    it('have a French text for each message to members, under its own lock, and none for other messages', async () => {
      const french = { subject: 'Votre visite', text: 'À {when}', language: 'fr-CA' }
      const change = (kind: string, version: number) =>
        ask('changeMailText', { params: { kind }, body: { ...french, version } })
      expect((await change('reminder', 0)).body).toEqual({ kind: 'reminder', ...french, version: 1 })
      expect((await change('reminder', 0)).body.details.current).toMatchObject({ language: 'fr-CA', version: 1 })
      expect((await change('reminder', 1)).body.version).toBe(2)
      expect(Object.keys((await change('report', 0)).body.details.fields)).toEqual(['language'])
      const { body } = await ask('readMailTexts')
      const reminders = body.filter(({ kind }: { kind: string }) => kind === 'reminder')
      expect(reminders.map(({ version }: { version: number }) => version)).toEqual([0, 2])
    })

    it('refuse a text with wrong placeholders and name the field, and refuse a subject of two lines and an unknown kind', async () => {
      const change = (kind: string, subject: string, text: string) =>
        ask('changeMailText', { params: { kind }, body: { subject, text, version: 0 } })
      expect((await change('report', '{clinic}', 'Study {study}')).body.details.fields).toEqual({
        text: '{passwordNote} is missing. The email makes no sense without it.',
      })
      expect((await change('report', '{member}', '{study} {passwordNote}')).body.details.fields).toHaveProperty(
        'subject',
      )
      expect((await change('feedback', 'a\nBcc: all@clinic.example', 'x')).status).toBe(400)
      expect((await change('newsletter', 'x', 'x')).status).toBe(400)
    })

    it('send every workstation, with its next health check, the number of minutes after which its screen locks', async () => {
      expect((await health()).lockMinutes).toBe(5)
      const changed = await ask('changeClinicSettings', { body: { lockMinutes: 3, version: 0 } })
      expect(changed.body).toEqual({ lockMinutes: 3, version: 1 })
      expect((await health()).lockMinutes).toBe(3)
      const late = await ask('changeClinicSettings', { body: { lockMinutes: 9, version: 0 } })
      expect([late.status, late.body.details.current]).toEqual([409, changed.body])
      for (const lockMinutes of [0, 16, 2.5]) {
        expect((await ask('changeClinicSettings', { body: { lockMinutes, version: 1 } })).status).toBe(400)
      }
      expect((await ask('changeClinicSettings', { body: { lockMinutes: 15, version: 1 } })).body.version).toBe(2)
      expect(await changesOf('settings.changed')).toEqual([
        [{ lockMinutes: 5, version: 0 }, changed.body],
        [changed.body, { lockMinutes: 15, version: 2 }],
      ])
    })

    it('announce a change of the catalogue to every workstation by a new revision', async () => {
      const revisions = [(await health()).catalogueRevision]
      const after = async (name: RouteName, input: object): Promise<void> => {
        const answer = await ask(name, input)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        revisions.push((await health()).catalogueRevision)
      }
      const sku = { name: 'Knee MRI', shortName: 'KNEE', category: '', price: 695, time: 30, description: '' }
      const more = { extensions: [], technique: { male: '', female: '' } }
      await after('createLocation', { body: { country: 'ca', state: 'BC', fields: someLocationFields() } })
      await after('createSku', { body: { skuID: 410, type: 'primary', ...sku, ...more } })
      const price = { skuID: 410, locationIDs: [clinic.home], price: 650, firstDay: '2099-01-01', isAdminOnly: false }
      await after('addLocationPrices', { body: price })
      await after('changeSku', { params: { skuID: '410' }, body: { ...sku, ...more, version: 1, active: false } })
      const pharmacy = goodInputs.createPharmacy.body
      await after('createPharmacy', { body: pharmacy })
      const [{ pharmacyID }] = (await ask('readPharmacies', {})).body.filter(
        ({ name }: { name: string }) => name === 'Quay Pharmacy',
      )
      await after('changePharmacy', { params: { pharmacyID }, body: { ...pharmacy, version: 1, active: false } })
      expect(new Set(revisions).size).toBe(revisions.length)
      expect((await health()).catalogueRevision).toBe(revisions.at(-1))
    })
  })
}
