import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionBridge, SessionState } from '#contract/session/bridge.ts'
import type { FakeAccounts } from './fake-accounts.ts'
import type { FakeWorld } from './fake-members.ts'

type FakeSessionParts = {
  readonly current: () => SessionState
  readonly become: (next: SessionState) => Reply<SessionState>
  readonly idleLockMinutes: () => number
  readonly credentials: FakeAccounts['credentials']
  /** Sends the work that waits for the back office, after a sign-in. */
  readonly sendWaiting: () => void
}

/** Creates the session of the fake bridge. */
export const createFakeSession = (world: FakeWorld, parts: FakeSessionParts): SessionBridge => {
  const { current, become, credentials } = parts
  return {
    signIn: async ({ email, password }) => {
      const user = world.clinic.users.find((candidate) => candidate.email === email.toLowerCase())
      if (!world.isOnline() && !credentials.known.has(user?.user_id ?? '')) {
        return fail('offline', 'The back office cannot be reached.')
      }
      if (user !== undefined && credentials.isLocked(user.user_id)) {
        return fail('account-locked', 'The account is locked.', { retryAfterSeconds: 900 })
      }
      if (user === undefined || !credentials.isRight(user.user_id, password)) {
        if (user !== undefined) credentials.countWrong(user.user_id)
        return fail('bad-credentials', 'The email or the password is not right.')
      }
      credentials.known.add(user.user_id)
      const signedIn = become({ kind: 'signed-in', user, idleLockMinutes: parts.idleLockMinutes() })
      if (world.isOnline()) parts.sendWaiting()
      return signedIn
    },
    signOut: async () => become({ kind: 'signed-out' }),
    current: async () => ok(current()),
    lock: async () => {
      const user = world.user()
      if (user === null) return fail('signed-out', 'No user is signed in.')
      const { user_id, fullname, email } = user
      return become({ kind: 'locked', user: { user_id, fullname, email } })
    },
    unlock: async ({ password }) => {
      const user = world.user()
      if (user === null) return fail('signed-out', 'No user is signed in.')
      if (!credentials.isRight(user.user_id, password)) return fail('bad-credentials', 'The password is not right.')
      return become({ kind: 'signed-in', user, idleLockMinutes: parts.idleLockMinutes() })
    },
  }
}
