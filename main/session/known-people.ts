import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { PasswordVerifiers } from './password-verifier.ts'

/**
 * Maximum number of wrong passwords: at this number the lock screen ends the session, and offline sign-ins of the user
 * are refused for a while.
 */
export const maxWrongPasswords = 5
const offlineLockMs = 15 * 60_000
/** Days for which a password that the back office accepted remains valid offline, unless policy sets fewer. */
const defaultOfflineDays = 7

/** A user who signed in at this workstation, with the verifier of the password that the back office last accepted. */
export type AcceptedPerson = {
  readonly user: StaffUser
  readonly verifier: string
  /** When the back office last accepted the password, epoch seconds. */
  readonly acceptedAt: number
}

/** The users who can sign in here while the back office is out of reach. They are stored in the encrypted cache. */
export type KnownPeople = {
  remember(email: string, person: AcceptedPerson): void
  forget(email: string): void
  /** Returns whether the back office accepted this user's password here within the days that policy allows. */
  isKnown(email: string): boolean
  /**
   * Checks a password without the back office. `reached` is the failure that shows why the back office cannot be
   * reached.
   */
  check(email: string, password: string, reached: Failure): Promise<Reply<AcceptedPerson>>
  /** Clears the count of wrong passwords of a user whom the back office has just accepted. */
  forgetWrongPasswords(email: string): void
  /**
   * Forgets a user if the stored verifier matches `password`, which the back office has refused. The password was
   * changed, and the old password must not allow an offline sign-in.
   */
  forgetChangedPassword(email: string, password: string): Promise<void>
}

export const wrongPassword = (): Reply<never> => fail('bad-credentials', 'Incorrect email or password.')

export const createKnownPeople = (parts: {
  readonly database: WorkstationDatabase
  readonly verifiers: PasswordVerifiers
  readonly offlineDays?: number | undefined
  nowMs(): number
}): KnownPeople => {
  const { database, verifiers, nowMs, offlineDays = defaultOfflineDays } = parts
  const wrongPasswords = new Map<string, { count: number; until: number }>()

  const find = (email: string) => database.withCache((cache) => cache.people.person(email))
  const forget = (email: string): void => database.withCache((cache) => cache.people.forget(email))
  const isRecent = ({ acceptedAt }: AcceptedPerson): boolean => nowMs() / 1000 - acceptedAt <= offlineDays * 86_400

  return {
    remember: (email, { verifier, user, acceptedAt }) =>
      database.withCache((cache) => cache.people.putPerson(email, { verifier, user, acceptedAt })),
    forget,
    isKnown: (email) => {
      const known = find(email)
      return known !== null && isRecent(known)
    },

    check: async (email, password, reached) => {
      const known = find(email)
      if (known === null || !isRecent(known)) {
        return fail('offline', `${reached.message} Your next sign-in on this computer needs a connection.`)
      }
      const key = email.toLowerCase()
      const wrong = wrongPasswords.get(key) ?? { count: 0, until: 0 }
      if (wrong.count >= maxWrongPasswords) {
        const retryAfterSeconds = Math.ceil((wrong.until - nowMs()) / 1000)
        if (retryAfterSeconds > 0) return fail('account-locked', 'Too many wrong passwords.', { retryAfterSeconds })
        wrong.count = 0
      }
      // Counts before the check, so that simultaneous guesses are counted too.
      wrongPasswords.set(key, { count: wrong.count + 1, until: nowMs() + offlineLockMs })
      if (!(await verifiers.isPasswordOf(known.verifier, password))) return wrongPassword()
      wrongPasswords.delete(key)
      return ok(known)
    },

    forgetWrongPasswords: (email) => void wrongPasswords.delete(email.toLowerCase()),

    forgetChangedPassword: async (email, password) => {
      const known = find(email)
      if (known !== null && (await verifiers.isPasswordOf(known.verifier, password))) forget(email)
    },
  }
}
