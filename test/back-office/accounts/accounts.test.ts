import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import type { RouteInput, RouteName } from '#contract/back-office.ts'
import type { Account } from '#domain/accounts/account.ts'
import { passwordWords } from '#domain/accounts/password-words.ts'
import {
  type Answer,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
  testPassword,
} from '../../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../../fakes/fake-mail-server.ts'

const day = 86_400
const places = { allowedLocations: [clinic.home], homeLocation: clinic.home }

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the administration of staff accounts on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let mail: FakeMailServer
    let people = 0
    beforeAll(async () => {
      mail = await startFakeMailServer()
      office = await runBackOffice(engine, { smtpUrl: mail.url })
    })
    afterAll(async () => {
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
      await office.stop()
      await mail.close()
      expect(office.errors).toEqual([])
    })

    const ask = async <Name extends RouteName>(name: Name, input: object = {}, token?: string): Promise<Answer> =>
      office.call(name, input as Partial<RouteInput<Name>>, { token: token ?? (await office.signIn('admin')) })
    const signIn = (email: string, password: string): Promise<Answer> =>
      office.call('signIn', { body: { email, password } })
    const invite = async (more: object = {}): Promise<Answer> => {
      people += 1
      const body = {
        firstname: 'Noor',
        lastname: `Haddad ${people}`,
        email: `noor${people}@clinic.example`,
        roles: ['frontdesk'],
        ...places,
        ...more,
      }
      return ask('inviteAccount', { body })
    }
    const accept = (code: string, password = 'seven green teapots'): Promise<Answer> =>
      office.call('acceptInvitation', { body: { code, password } })
    const join = async (more: object = {}): Promise<{ readonly account: Account; readonly token: string }> => {
      const { account, code } = (await invite(more)).body
      expect((await accept(code)).status).toBe(200)
      const { token } = (await signIn(account.email, 'seven green teapots')).body
      return { account: await read(account.userID), token }
    }
    const read = async (userID: string): Promise<Account> =>
      (await ask('readAccounts')).body.find((account: Account) => account.userID === userID)
    const change = (
      { userID, version, firstname, lastname, roles, allowedLocations, homeLocation, state }: Account,
      more: object = {},
    ) =>
      ask('changeAccount', {
        params: { userID },
        body: {
          version,
          firstname,
          lastname,
          roles,
          allowedLocations,
          homeLocation,
          isActive: state !== 'deactivated',
          ...more,
        },
      })
    const lastAudit = async (action: string) => {
      const rows = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', `${action}%`)
        .where('outcome', '=', 'ok')
        .orderBy('sequence')
        .execute()
      return rows.at(-1)
    }
    const isSignedIn = async (token: string): Promise<boolean> =>
      (await office.call('readCurrentUser', {}, { token })).status === 200

    it('invites a person, who sets a password with a code that works once, and then signs in', async () => {
      const answer = await invite()
      expect(answer.status).toBe(200)
      const { account, code, expiresAt, canMail } = answer.body
      expect(account).toMatchObject({ state: 'invited', version: 1, roles: ['frontdesk'], ...places })
      expect([Date.parse(expiresAt) / 1000 - office.now(), canMail]).toEqual([7 * day, true])
      expect((await signIn(account.email, '')).status).toBe(401)
      expect((await accept(code, 'password123')).body.details.fields).toEqual({ password: passwordWords.common })
      expect((await accept(code, 'Noor-Haddad-77')).body.details.fields).toEqual({
        password: passwordWords.ofTheAccount,
      })
      expect((await accept(code.toLowerCase().replaceAll('-', ' '))).body).toEqual({ email: account.email })
      expect((await accept(code)).body.code).toBe('code-not-valid')
      expect((await signIn(account.email, 'seven green teapots')).body.user).toMatchObject({
        roles: ['frontdesk'],
        homeLocation: clinic.home,
      })
      expect(await read(account.userID)).toMatchObject({ state: 'active', sessions: 1, invitedUntil: null })
      const stored = JSON.stringify(await office.db.selectFrom('account_invitation').selectAll().execute())
      expect(stored).not.toContain(code.replaceAll('-', ''))
      expect(await lastAudit('account.invited')).toMatchObject({ user_id: 'u-admin', before: null })
      expect(JSON.parse((await lastAudit('account.invited'))?.after ?? '')).toMatchObject({ userID: account.userID })
    })

    it('replaces an invitation with a new one, which expires after a week', async () => {
      const { account, code } = (await invite()).body
      const again = (await ask('resetAccountPassword', { params: { userID: account.userID } })).body
      expect((await accept(code)).body.code).toBe('code-not-valid')
      office.advance(7 * day + 1)
      expect((await accept(again.code)).body.code).toBe('code-not-valid')
      expect(
        (await ask('mailInvitation', { params: { userID: account.userID }, body: { code: again.code } })).status,
      ).toBe(409)
    })

    it('emails a separate code once to the address of the account; using one code voids the other', async () => {
      const { account, code } = (await invite()).body
      expect((await ask('mailInvitation', { params: { userID: 'u-sales' }, body: { code } })).body.code).toBe(
        'code-not-valid',
      )
      const send = () => ask('mailInvitation', { params: { userID: account.userID }, body: { code } })
      const before = mail.received.length
      expect([(await send()).body.mail, (await send()).body.mail]).toEqual(['sent', 'sent'])
      expect(mail.received.length).toBe(before + 1)
      expect(mail.received.at(-1)).toMatchObject({ to: [account.email] })
      const mailed = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail.received.at(-1)?.mail.text ?? '')?.[0] ?? ''
      expect(mailed).not.toBe(code)
      expect(await read(account.userID)).toMatchObject({ state: 'invited', invitationMail: 'sent' })
      const stored = JSON.stringify([
        await office.db.selectFrom('account_invitation').selectAll().execute(),
        await office.db.selectFrom('invitation_mail').selectAll().execute(),
      ])
      for (const each of [code, mailed]) expect(stored).not.toContain(each.replaceAll('-', ''))
      expect((await accept(mailed)).status).toBe(200)
      expect((await accept(code)).body.code).toBe('code-not-valid')
      expect(await read(account.userID)).toMatchObject({ state: 'active', invitationMail: null })
    })

    it('shows an email that the mail server refused, and sends it when the administrator tries again', async () => {
      const { account, code } = (await invite()).body
      const send = () => ask('mailInvitation', { params: { userID: account.userID }, body: { code } })
      mail.behave('refuses recipient')
      expect((await send()).body.code).toBe('mail-failed')
      expect(await read(account.userID)).toMatchObject({ invitationMail: 'failed' })
      mail.behave('takes')
      expect((await send()).body.mail).toBe('sent')
      expect(await read(account.userID)).toMatchObject({ invitationMail: 'sent' })
      expect((await accept(code)).status).toBe(200)
    })

    it('refuses a used email address, locations that are unknown or not allowed, and the role of members', async () => {
      expect((await invite({ email: 'ADMIN@test.atrium' })).body).toMatchObject({ code: 'account-exists' })
      expect((await invite({ email: 'ana.silva@mail.example' })).body.code).toBe('account-exists')
      expect((await invite({ allowedLocations: ['ca-on-9'] })).body.details.fields).toHaveProperty('allowedLocations')
      expect((await invite({ homeLocation: clinic.elsewhere })).body.details.fields).toHaveProperty('homeLocation')
      expect((await invite({ roles: ['user'] })).status).toBe(400)
      expect((await invite({ roles: [] })).status).toBe(400)
      expect(
        (
          await ask('changeAccount', {
            params: { userID: clinic.member },
            body: {
              version: 1,
              firstname: 'A',
              lastname: 'B',
              roles: ['admin'],
              allowedLocations: 'all',
              homeLocation: null,
              isActive: true,
            },
          })
        ).status,
      ).toBe(404)
    })

    it('changes an account under an optimistic lock, and answers a stale change with the current account', async () => {
      const { account, token } = await join()
      const changed = await change(account, { roles: ['sales', 'frontdesk'], allowedLocations: 'all' })
      expect(changed.body).toMatchObject({
        version: account.version + 1,
        roles: ['sales', 'frontdesk'],
        allowedLocations: 'all',
      })
      expect((await office.call('readCurrentUser', {}, { token })).body.roles).toEqual(['sales', 'frontdesk'])
      const stale = await change(account, { firstname: 'Nora' })
      expect(stale.body).toMatchObject({
        code: 'stale',
        details: { current: { version: account.version + 1, firstname: 'Noor' } },
      })
      const row = await lastAudit('account.changed')
      expect(JSON.parse(row?.after ?? '')).toEqual(stale.body.details.current)
      expect(await read(account.userID)).toMatchObject({ firstname: 'Noor' })
    })

    it('ends all sessions on deactivation, and allows the person to sign in after reactivation', async () => {
      const { account, token } = await join()
      const other = (await signIn(account.email, 'seven green teapots')).body.token
      expect((await change(account, { isActive: false })).body).toMatchObject({ state: 'deactivated', sessions: 0 })
      expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false])
      expect((await signIn(account.email, 'seven green teapots')).body.code).toBe('bad-credentials')
      expect((await ask('resetAccountPassword', { params: { userID: account.userID } })).body.code).toBe(
        'act-not-allowed',
      )
      const back = await change(await read(account.userID), { isActive: true })
      expect(back.body.state).toBe('active')
      expect((await signIn(account.email, 'seven green teapots')).status).toBe(200)
    })

    it('ends the sessions of an account, unlocks the account, and resets its password', async () => {
      const { account, token } = await join()
      const params = { userID: account.userID }
      expect((await ask('endAccountSessions', { params })).body.sessions).toBe(0)
      expect(await isSignedIn(token)).toBe(false)
      for (let guess = 0; guess < 5; guess += 1) await signIn(account.email, 'wrong')
      expect((await read(account.userID)).lockedUntil).not.toBeNull()
      expect((await signIn(account.email, 'seven green teapots')).status).toBe(429)
      expect((await ask('unlockAccount', { params })).body.lockedUntil).toBeNull()
      const session = (await signIn(account.email, 'seven green teapots')).body.token
      const reset = await ask('resetAccountPassword', { params })
      expect(reset.body.account).toMatchObject({ state: 'invited', sessions: 0 })
      expect(await isSignedIn(session)).toBe(false)
      expect((await signIn(account.email, 'seven green teapots')).status).toBe(401)
      expect((await accept(reset.body.code, 'four blue bicycles')).status).toBe(200)
      expect((await signIn(account.email, 'four blue bicycles')).status).toBe(200)
    })

    it('lets users who enter their old password set a new one, and ends their other sessions', async () => {
      const { account, token } = await join()
      const other = (await signIn(account.email, 'seven green teapots')).body.token
      const set = (oldPassword: string, newPassword: string) =>
        ask('changeOwnPassword', { body: { oldPassword, newPassword } }, token)
      expect((await set('wrong', 'four blue bicycles')).body.code).toBe('bad-credentials')
      expect((await set('seven green teapots', account.email)).body.details.fields).toEqual({
        newPassword: passwordWords.ofTheAccount,
      })
      expect((await set('seven green teapots', 'four blue bicycles')).status).toBe(200)
      expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([true, false])
      expect((await signIn(account.email, 'seven green teapots')).status).toBe(401)
      for (let guess = 0; guess < 5; guess += 1) await set('wrong', 'five red balloons')
      expect((await set('four blue bicycles', 'five red balloons')).body.code).toBe('account-locked')
    })

    it('refuses to remove the last administrator, even when two administrators remove each other at the same time', async () => {
      const second = await join({ roles: ['admin'] })
      const first = await read('u-admin')
      const token = second.token
      const demote = (account: Account, by: string, more: object) => {
        const { userID, version, firstname, lastname, allowedLocations, homeLocation } = account
        const body = {
          version,
          firstname,
          lastname,
          allowedLocations,
          homeLocation,
          roles: ['frontdesk'],
          isActive: true,
          ...more,
        }
        return ask('changeAccount', { params: { userID }, body }, by)
      }
      const answers = await Promise.all([
        demote(first, token, { roles: ['admin'], isActive: false }),
        demote(second.account, await office.signIn('admin'), {}),
      ])
      const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
      // The other call was refused: it would remove the last administrator, or its caller had lost the role or session.
      const refusals = ['ok', 'last-administrator', 'signed-out', 'insufficient-permissions']
      expect(codes.every((code) => refusals.includes(code))).toBe(true)
      const left = (await office.db.selectFrom('user').selectAll().where('active', '=', 1).execute()).filter(
        ({ roles, password_hash }) => roles.includes('"admin"') && password_hash !== null,
      )
      expect(left).toHaveLength(1)
      const [last] = left
      if (last === undefined) throw new Error('no administrator is left')
      const own = (await signIn(last.email, last.user_id === 'u-admin' ? testPassword : 'seven green teapots')).body
        .token
      const account = (await ask('readAccounts', {}, own)).body.find((each: Account) => each.userID === last.user_id)
      for (const more of [{ isActive: false, roles: account.roles }, { roles: ['frontdesk'] }]) {
        expect((await demote(account, own, more)).body.code).toBe('last-administrator')
      }
      const reset = await ask('resetAccountPassword', { params: { userID: last.user_id } }, own)
      expect(reset.body.code).toBe('last-administrator')
      expect((await ask('readAccounts', {}, own)).status).toBe(200)
    })
  })
}
