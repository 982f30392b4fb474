import type { AccountsBridge, Invitation } from '#contract/accounts/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import type { Account } from '#domain/accounts/account.ts'
import { toConfiguration } from '#domain/settings/configuration.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { type FakeClinic, fakePassword } from './fake-clinic.ts'

export type FakeAccounts = {
  readonly accounts: AccountsBridge
  /** Changes an account as if another administrator had saved it first. */
  readonly changeElsewhere: (userID: string, change: Partial<Account>) => void
}

type World = { readonly clinic: FakeClinic; readonly now: () => Instant }

/** The code of every invitation. Its first 14 characters are the setup code of the back office. */
const fakeCode = '7K2M-9QXT-4B8D-7K2M-9QXT'

/** The accounts of the clinic's users, with the rules that the screens depend on. */
export const createFakeAccounts = (world: World, signIn: (email: string) => Reply<SessionState>): FakeAccounts => {
  const soon = (): Instant => toInstant(Date.parse(world.now()) + 7 * 86_400_000)
  let accounts: readonly Account[] = world.clinic.users.map((user) => ({
    userID: user.user_id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    roles: [...user.roles],
    allowedLocations: user.allowedLocations,
    homeLocation: user.homeLocation,
    state: 'active',
    invitedUntil: null,
    lockedUntil: null,
    sessions: 0,
    version: 1,
  }))
  const find = (userID: string): Account | undefined => accounts.find((account) => account.userID === userID)
  const put = (account: Account): Account => {
    accounts = [...accounts.filter(({ userID }) => userID !== account.userID), account]
    return account
  }
  const changed = (userID: string, change: Partial<Account>): Reply<Account> => {
    const account = find(userID)
    if (account === undefined) return fail('not-found', 'This account does not exist.')
    return ok(put({ ...account, ...change }))
  }
  const invitationOf = (account: Account): Reply<Invitation> =>
    ok({ account, code: fakeCode, expiresAt: soon(), mail: 'none' })
  const isLast = (userID: string): boolean =>
    accounts.every(
      (account) => account.userID === userID || account.state !== 'active' || !account.roles.includes('admin'),
    )
  return {
    changeElsewhere: (userID, change) => {
      const account = find(userID)
      if (account !== undefined) put({ ...account, ...change, version: account.version + 1 })
    },
    accounts: {
      read: async () => ok(accounts),
      invite: async (input) => {
        if (accounts.some(({ email }) => email === input.email)) {
          const fields = { email: 'is used by another account' }
          return fail('account-exists', 'Another account has this email address.', { fields })
        }
        const account: Account = {
          userID: `u-invited-${accounts.length}`,
          ...input,
          roles: [...input.roles],
          allowedLocations: input.allowedLocations === 'all' ? 'all' : [...input.allowedLocations],
          state: 'invited',
          invitedUntil: soon(),
          lockedUntil: null,
          sessions: 0,
          version: 1,
        }
        return invitationOf(put(account))
      },
      change: async ({ userID, version, isActive, ...fields }) => {
        const account = find(userID)
        if (account === undefined) return fail('not-found', 'This account does not exist.')
        if (account.version !== version) {
          return fail('stale', 'Someone else changed this account meanwhile.', { current: account })
        }
        if ((!isActive || !fields.roles.includes('admin')) && account.roles.includes('admin') && isLast(userID)) {
          return fail('last-administrator', 'This is the last active administrator.')
        }
        const state = isActive ? 'active' : 'deactivated'
        const { allowedLocations } = fields
        return changed(userID, {
          ...fields,
          roles: [...fields.roles],
          allowedLocations: allowedLocations === 'all' ? 'all' : [...allowedLocations],
          state,
          version: version + 1,
        })
      },
      endSessions: async ({ userID }) => changed(userID, { sessions: 0 }),
      unlock: async ({ userID }) => changed(userID, { lockedUntil: null }),
      resetPassword: async ({ userID }) => {
        const reply = changed(userID, { state: 'invited', sessions: 0, invitedUntil: soon() })
        return reply.ok ? invitationOf(reply.value) : reply
      },
      readConfiguration: async () =>
        ok(
          toConfiguration({
            location: true,
            machine: true,
            'scan-type': true,
            price: true,
            'document-type': true,
            practitioner: true,
            mail: false,
            sender: false,
            fax: false,
            processor: true,
            'support-phone': true,
            scheduler: true,
          }),
        ),
      changeOwnPassword: async ({ oldPassword, newPassword }) => {
        if (oldPassword !== fakePassword) return fail('bad-credentials', 'Your current password is not correct.')
        if (newPassword.length >= 10) return ok({})
        return fail('invalid-input', 'Choose another password.', {
          fields: { newPassword: 'Use at least 10 characters.' },
        })
      },
      setUp: async ({ code }) =>
        code === fakeCode.slice(0, 14) ? signIn('admin') : fail('code-not-valid', "This setup code isn't valid."),
      acceptInvitation: async ({ code }) =>
        code === fakeCode ? signIn('frontdesk') : fail('code-not-valid', "This code isn't valid."),
    },
  }
}
