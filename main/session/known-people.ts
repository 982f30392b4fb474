import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { isPasswordOf } from './password-verifier.ts'

/** Wrong passwords after which an unlock ends the session, and an offline sign-in is refused for a while. */
export const mostWrongPasswords = 5
const offlineLockMs = 15 * 60_000
/** How long the back office's last yes to a password is good for without it. */
const offlineDays = 7

/** A user who signed in at this workstation, with the check of the password that the back office last accepted. */
export type AcceptedPerson = {
  readonly user: StaffUser
  readonly verifier: string
  /** When the back office last accepted the password, epoch seconds. */
  readonly acceptedAt: number
}

/** The users who can sign in here while the back office is out of reach. They are in the encrypted cache. */
export type KnownPeople = {
  remember(email: string, person: AcceptedPerson): void
  forget(email: string): void
  /** Whether the back office accepted this user's password here in the last {@link offlineDays} days. */
  isKnown(email: string): boolean
  /** Checks a password without the back office. `reached` is why it was not asked. */
  check(email: string, password: string, reached: Failure): Promise<Reply<AcceptedPerson>>
  /** Forgets the wrong passwords of a user whom the back office has just accepted. */
  forgetWrongPasswords(email: string): void
  /** A password that worked here before and is refused now was changed: it must not open this workstation offline. */
  forgetChangedPassword(email: string, password: string): Promise<void>
}

export const wrongPassword = (): Reply<never> =>
  fail('bad-credentials', 'The e-mail address or the password is not right.')

export const createKnownPeople = (parts: { readonly database: WorkstationDatabase; nowMs(): number }): KnownPeople => {
  const { database, nowMs } = parts
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
        return fail('offline', `${reached.message} Signing in here for the first time needs it.`)
      }
      const key = email.toLowerCase()
      const wrong = wrongPasswords.get(key) ?? { count: 0, until: 0 }
      if (wrong.count >= mostWrongPasswords) {
        const retryAfterSeconds = Math.ceil((wrong.until - nowMs()) / 1000)
        if (retryAfterSeconds > 0) return fail('account-locked', 'Too many wrong passwords.', { retryAfterSeconds })
        wrong.count = 0
      }
      // Counted before the check, so that guesses sent all at once are counted as well.
      wrongPasswords.set(key, { count: wrong.count + 1, until: nowMs() + offlineLockMs })
      if (!(await isPasswordOf(known.verifier, password))) return wrongPassword()
      wrongPasswords.delete(key)
      return ok(known)
    },

    forgetWrongPasswords: (email) => void wrongPasswords.delete(email.toLowerCase()),

    forgetChangedPassword: async (email, password) => {
      const known = find(email)
      if (known !== null && (await isPasswordOf(known.verifier, password))) forget(email)
    },
  }
}
