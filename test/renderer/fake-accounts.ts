import type { AccountsBridge, Invitation } from '#contract/accounts/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import type { Account } from '#domain/accounts/account.ts'
import { type StaffUser, staffUserSchema } from '#domain/session/staff-user.ts'
import { toBackupItems, toConfiguration } from '#domain/settings/configuration.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import { fakePassword } from './fake-clinic.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeAccounts = {
  readonly accounts: AccountsBridge
  /** Changes an account as if another administrator had saved it first. */
  readonly changeElsewhere: (userID: string, change: Partial<Account>) => void
  /** Sets what happens to the emails of the next invitations; at first the back office sends no mail. */
  readonly answerMail: (mail: Invitation['mail']) => void
  /** Returns how often all sessions of a person were ended. A desk signs out a person for whom this number grew. */
  readonly endedSessions: (userID: string) => number
  /** The passwords of the accounts. */
  readonly credentials: {
    /** Users who signed in while the back office was reachable, and so may sign in offline. */
    readonly known: Set<string>
    readonly isRight: (userID: string, password: string) => boolean
    readonly isLocked: (userID: string) => boolean
    /** Counts a wrong password; the fifth locks the account. */
    readonly countWrong: (userID: string) => void
  }
}

type World = Pick<FakeWorld, 'clinic' | 'now' | 'user'>

const passwordProblem = (field: string, password: string): Reply<never> | null =>
  password.length >= 10
    ? null
    : fail('invalid-input', 'Choose another password.', { fields: { [field]: 'Use at least 10 characters.' } })

/** The signs of a server whose last restore drill failed. The list of its configuration has the same failure. */
const fakeSigns: Omit<ServerSigns, 'at'> = {
  bookingP99Ms: 84.2,
  callP99Ms: 210,
  unexpectedErrors: 0,
  feedLagSeconds: 2,
  unknownPayments: 0,
  lateMessages: 0,
  messagesForStaff: 3,
  lateDeliveries: 0,
  undecidedResults: 0,
  backupAgeSeconds: 7_440,
  hasBackupFailed: false,
  isBackupMissing: false,
  drillAgeSeconds: null,
  hasDrillFailed: true,
  auditHeadAgeSeconds: 540,
  auditHeadProblems: 0,
  diskFreeBytes: 182_300_000_000,
  diskFreeShare: 0.43,
  certificateDays: 61,
  clockJumpSeconds: 0,
  lostConnections: 0,
  lostSpans: 0,
  isDatabaseReached: true,
  isDatabaseReadOnly: false,
}

/** The code of every invitation. Its first 14 characters are the setup code of the back office. */
const fakeCode = '7K2M-9QXT-4B8D-7K2M-9QXT'

/** Creates the accounts of the clinic's users, with the rules that the screens depend on. */
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
    invitationMail: null,
    lockedUntil: null,
    sessions: 0,
    version: 1,
  }))
  const passwords = new Map(accounts.map(({ userID }) => [userID, fakePassword]))
  const wrongPasswords = new Map<string, number>()
  const ended = new Map<string, number>()
  const known = new Set<string>()
  const endedSessions = (userID: string): number => ended.get(userID) ?? 0
  const endSessions = (userID: string): void => void ended.set(userID, endedSessions(userID) + 1)
  let mail: Invitation['mail'] = 'none'
  /** The person who was invited last. */
  let invited: string | null = null
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
  const invitationOf = (account: Account): Reply<Invitation> => {
    invited = account.userID
    const mailed = put({ ...account, invitationMail: mail === 'none' ? null : mail })
    return ok({ account: mailed, code: fakeCode, expiresAt: soon(), mail })
  }
  /** Lets an invited person sign in with this password. */
  const accept = (account: Account, password: string): Reply<SessionState> => {
    const { userID, firstname, lastname, email, roles, allowedLocations, homeLocation } = account
    const fullname = `${firstname} ${lastname}`
    const named = { user_id: userID, atriumID: userID, email, firstname, lastname, fullname }
    const user = staffUserSchema.parse({ ...named, roles, allowedLocations, homeLocation })
    const users = world.clinic.users as StaffUser[]
    if (!users.some(({ user_id }) => user_id === userID)) users.push(user)
    passwords.set(userID, password)
    known.add(userID)
    put({ ...account, state: 'active', invitedUntil: null, invitationMail: null })
    invited = null
    return signIn(email)
  }
  const isLast = (userID: string): boolean =>
    accounts.every(
      (account) => account.userID === userID || account.state !== 'active' || !account.roles.includes('admin'),
    )
  return {
    endedSessions,
    credentials: {
      known,
      isRight: (userID, password) => find(userID)?.state === 'active' && passwords.get(userID) === password,
      isLocked: (userID) => find(userID)?.lockedUntil !== null,
      countWrong: (userID) => {
        const wrong = (wrongPasswords.get(userID) ?? 0) + 1
        wrongPasswords.set(userID, wrong)
        if (wrong >= 5) changed(userID, { lockedUntil: soon() })
      },
    },
    changeElsewhere: (userID, change) => {
      const account = find(userID)
      if (account !== undefined) put({ ...account, ...change, version: account.version + 1 })
    },
    answerMail: (next) => {
      mail = next
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
          invitationMail: null,
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
        if (!isActive) endSessions(userID)
        const { allowedLocations } = fields
        return changed(userID, {
          ...fields,
          roles: [...fields.roles],
          allowedLocations: allowedLocations === 'all' ? 'all' : [...allowedLocations],
          state,
          version: version + 1,
        })
      },
      endSessions: async ({ userID }) => {
        endSessions(userID)
        return changed(userID, { sessions: 0 })
      },
      unlock: async ({ userID }) => {
        wrongPasswords.delete(userID)
        return changed(userID, { lockedUntil: null })
      },
      resetPassword: async ({ userID }) => {
        if (find(userID)?.state === 'deactivated') return fail('act-not-allowed', 'This account is deactivated.')
        endSessions(userID)
        passwords.delete(userID)
        const reply = changed(userID, { state: 'invited', sessions: 0, invitedUntil: soon() })
        return reply.ok ? invitationOf(reply.value) : reply
      },
      readServerSigns: async () => ok({ ...fakeSigns, at: world.now() }),
      readConfiguration: async () =>
        ok([
          ...toConfiguration({
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
          ...toBackupItems(
            {
              backup: { at: world.now(), problem: null, succeededAt: world.now() },
              drill: { at: world.now(), problem: 'disk-full', succeededAt: null },
            },
            world.now(),
          ),
        ]),
      changeOwnPassword: async ({ oldPassword, newPassword }) => {
        const userID = world.user()?.user_id ?? ''
        if (oldPassword !== passwords.get(userID)) {
          return fail('bad-credentials', 'Your current password is not correct.')
        }
        const problem = passwordProblem('newPassword', newPassword)
        if (problem !== null) return problem
        passwords.set(userID, newPassword)
        endSessions(userID)
        return ok({})
      },
      setUp: async ({ code }) =>
        code === fakeCode.slice(0, 14) ? signIn('admin') : fail('code-not-valid', "This setup code isn't valid."),
      acceptInvitation: async ({ code, password }) => {
        if (code !== fakeCode) return fail('code-not-valid', "This code isn't valid.")
        const account = invited === null ? undefined : find(invited)
        if (account === undefined) return signIn('frontdesk')
        return passwordProblem('password', password) ?? accept(account, password)
      },
    },
  }
}
