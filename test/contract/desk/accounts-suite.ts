import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { Account } from '#domain/accounts/account.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

const firstPassword = 'four blue bicycles'
const newPassword = 'nine green umbrellas'
const { accounts } = bridgeSchemas

/** The contract that screens rely on for staff accounts and for the end of sessions. */
export const describeAccountsDesk = (name: string, start: StartDesks): void => {
  describe(`the account service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let admin: Desk
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      admin = desks.desk
      desk = desks.otherDesk
      otherDesk = await desks.openDesk()
      await admin.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const invitationOf = (email: string) =>
      accounts.invite.input.parse({
        ...{ email, firstname: 'Noor', lastname: 'Haddad', roles: ['frontdesk'] },
        ...{ allowedLocations: 'all', homeLocation: null },
      })
    const freshEmail = (): string => `noor.${randomUUID().slice(0, 8)}@clinic.example`
    const signIn = (app: Desk, { email }: Pick<Account, 'email'>, password: string) =>
      app.ask('session', 'signIn', { email, password })
    /** A new person, who has set a first password and is signed in at one desk. */
    const joined = async (app: Desk): Promise<Account> => {
      const { account, code } = await admin.get('accounts', 'invite', invitationOf(freshEmail()))
      await app.get('accounts', 'acceptInvitation', { code, password: firstPassword })
      return account
    }
    const accountOf = async ({ userID }: Pick<Account, 'userID'>): Promise<Account> => {
      const found = (await admin.get('accounts', 'read', {})).find((account) => account.userID === userID)
      if (found === undefined) throw new Error('The account is not in the list')
      return found
    }
    const change = (account: Account, changes: Record<string, unknown>) => {
      const { userID, version, firstname, lastname, roles, allowedLocations, homeLocation } = account
      const fields = { userID, version, firstname, lastname, roles, allowedLocations, homeLocation, isActive: true }
      return admin.ask('accounts', 'change', accounts.change.input.parse({ ...fields, ...changes }))
    }
    const kindAt = async (app: Desk) => (await app.get('session', 'current', {})).kind
    const untilSignedOut = (app: Desk) =>
      app.until('the session has ended', async () => (await kindAt(app)) === 'signed-out')

    it('invites a person with a code that sets a password once and signs the person in', async () => {
      const email = freshEmail()
      const { account, code } = await admin.get('accounts', 'invite', invitationOf(email))
      expect(account).toMatchObject({ email, state: 'invited', version: 1, invitedUntil: expect.any(String) })
      expect(codeOf(await admin.ask('accounts', 'invite', invitationOf(email)))).toBe('account-exists')

      // The account shows the result of the email. A clinic without a mail server plans no email.
      await admin.until('the email was sent, or none is planned', async () =>
        [null, 'sent'].includes((await accountOf(account)).invitationMail),
      )
      const accept = (given: string, password: string) =>
        desk.ask('accounts', 'acceptInvitation', { code: given, password })
      expect(codeOf(await accept('0000-0000-0000-0000-0000', firstPassword))).toBe('code-not-valid')
      expect(codeOf(await accept(code, 'short'))).toBe('invalid-input')
      expect(await accept(code, firstPassword)).toMatchObject({ value: { kind: 'signed-in', user: { email } } })
      expect(await accountOf(account)).toMatchObject({ state: 'active', invitedUntil: null, invitationMail: null })
      expect(codeOf(await desk.ask('accounts', 'read', {}))).toBe('insufficient-permissions')
      expect(codeOf(await desk.ask('accounts', 'readServerSigns', {}))).toBe('insufficient-permissions')
      expect(await admin.get('accounts', 'readServerSigns', {})).toMatchObject({ isDatabaseReached: true })
      expect(await admin.get('accounts', 'readConfiguration', {})).not.toEqual([])
    })

    it('changes an account under an optimistic lock, and ends its session when the account is deactivated', async () => {
      const account = await accountOf(await joined(desk))
      const reply = await change(account, { roles: ['frontdesk', 'sales'] })
      const changed = { roles: ['frontdesk', 'sales'], version: account.version + 1 }
      expect(reply).toMatchObject({ value: changed })
      expect(await change(account, { firstname: 'Nora' })).toMatchObject({
        failure: { code: 'stale', details: { current: changed } },
      })
      expect(codeOf(await change({ ...account, userID: 'u-unknown' }, {}))).toBe('not-found')
      expect(codeOf(await change(await accountOf(account), { isActive: false }))).toBe('ok')
      await untilSignedOut(desk)
      expect(codeOf(await signIn(desk, account, firstPassword))).toBe('bad-credentials')
      expect(codeOf(await admin.ask('accounts', 'resetPassword', { userID: account.userID }))).toBe('act-not-allowed')
    })

    it('unlocks an account that wrong passwords locked, and ends its sessions', async () => {
      const account = await joined(desk)
      const { userID } = account
      for (let guess = 0; guess < 5; guess += 1) await signIn(otherDesk, account, 'wrong')
      expect(codeOf(await signIn(otherDesk, account, firstPassword))).toBe('account-locked')
      expect(await accountOf(account)).toMatchObject({ lockedUntil: expect.any(String) })
      expect(await admin.get('accounts', 'unlock', { userID })).toMatchObject({ lockedUntil: null })
      expect(codeOf(await signIn(otherDesk, account, firstPassword))).toBe('ok')
      expect(await admin.get('accounts', 'endSessions', { userID })).toMatchObject({ sessions: 0 })
      for (const app of [desk, otherDesk]) await untilSignedOut(app)
      expect(codeOf(await admin.ask('accounts', 'unlock', { userID: 'u-unknown' }))).toBe('not-found')
    })

    it('changes a person’s own password, which ends only their other sessions', async () => {
      const account = await joined(desk)
      await signIn(otherDesk, account, firstPassword)
      const changeOwn = (oldPassword: string, next: string) =>
        desk.ask('accounts', 'changeOwnPassword', { oldPassword, newPassword: next })
      expect(codeOf(await changeOwn('wrong', newPassword))).toBe('bad-credentials')
      expect(codeOf(await changeOwn(firstPassword, 'short'))).toBe('invalid-input')
      expect(codeOf(await changeOwn(firstPassword, newPassword))).toBe('ok')
      await untilSignedOut(otherDesk)
      expect(await kindAt(desk)).toBe('signed-in')
      expect(codeOf(await signIn(otherDesk, account, firstPassword))).toBe('bad-credentials')
    })

    it('without the back office, accepts only the new password to unlock the screen and to sign in', async () => {
      const account = await joined(desk)
      await desk.get('accounts', 'changeOwnPassword', { oldPassword: firstPassword, newPassword })
      await desk.get('session', 'lock', {})
      await desks.setLine(false)
      try {
        expect(codeOf(await desk.ask('session', 'unlock', { password: firstPassword }))).toBe('bad-credentials')
        expect(await desk.get('session', 'unlock', { password: newPassword })).toMatchObject({ kind: 'signed-in' })
        await desk.get('session', 'signOut', {})
        expect(codeOf(await signIn(desk, account, firstPassword))).toBe('bad-credentials')
        expect(codeOf(await signIn(desk, account, newPassword))).toBe('ok')
      } finally {
        await desks.setLine(true)
      }
    })

    it('resets a password, which signs the person out even at a locked screen', async () => {
      const account = await joined(desk)
      await desk.get('session', 'lock', {})
      const reset = await admin.get('accounts', 'resetPassword', { userID: account.userID })
      expect(reset.account).toMatchObject({ state: 'invited', sessions: 0 })
      await untilSignedOut(desk)
      expect(codeOf(await signIn(desk, account, firstPassword))).toBe('bad-credentials')
      const again = { code: reset.code, password: newPassword }
      expect(await desk.get('accounts', 'acceptInvitation', again)).toMatchObject({ kind: 'signed-in' })
    })
  })
}
