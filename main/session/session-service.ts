import { setTimeout as sleep } from 'node:timers/promises'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionBridge, SessionState } from '#contract/session/bridge.ts'
import { isStaff } from '#domain/session/role.ts'
import { sessionSeconds } from '#domain/session/session-life.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Log } from '#runtime/log.ts'
import { type BackOfficeClient, isOutOfReach } from '../back-office-client/back-office-client.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Publish } from '../publish.ts'
import { createKnownPeople, maxWrongPasswords, wrongPassword } from './known-people.ts'
import type { LockMinutes } from './lock-minutes.ts'
import { createSessionSlot } from './open-session.ts'
import { createPasswordVerifiers } from './password-verifier.ts'
import { createSessionRenewal } from './session-renewal.ts'

/** The session as other services use it. */
export type SessionHolder = {
  gate(): 'signed-out' | 'signed-in' | 'locked'
  /** Returns the signed-in user, locked or not. */
  user(): StaffUser | null
  /** Returns the back office's token; null when signed out, and while signed in without the back office. */
  token(): string | null
  /** Returns the token, and waits for one that is being requested; null when there is none. */
  comingToken(): Promise<string | null>
  /**
   * Ends the session because the back office no longer accepts this token. An older token changes nothing. If the
   * session had not yet reached its normal end, an administrator or a new password has ended it. The user's offline
   * sign-in is then forgotten too.
   */
  expire(token: string): void
  /**
   * Reads the user's current permissions, and publishes them if they have changed. It is called every few seconds, and
   * after each refusal by the back office. The session continues unless the user is no longer staff, or the back office
   * no longer accepts the token.
   */
  recheck(token: string): Promise<void>
  /** Continues the session with a new password that the back office has accepted. */
  takeNewPassword(password: string): Promise<void>
  /** Stores the user's offline sign-in again after the cache was deleted. */
  remember(): void
  /** Requests a token for a user who signed in while the back office was out of reach. */
  reconnect(): Promise<void>
  /** Receives the back office's lock minutes; null if it sends none. */
  takeLockMinutes(minutes: number | null): void
  /** Calls `listener` after every change of the session, such as a sign-in, a new token, a lock or a sign-out. */
  onChange(listener: () => void): void
}

type SessionServiceParts = {
  readonly client: BackOfficeClient
  readonly database: WorkstationDatabase
  readonly publish: Publish
  readonly log: Log
  readonly lockMinutes: LockMinutes
  /** The work of a password's verifier (scrypt's N); 32,768 when absent. */
  readonly passwordWork?: number | undefined
  /** Days of sign-in without the back office; 7 when absent. */
  readonly offlineDays?: number | undefined
  nowMs(): number
  /** Resolves when the embedded back office, which is starting now, has started; null when none is starting. */
  startingBackOffice(): Promise<void> | null
}

/** How many milliseconds a sign-in waits for the embedded back office to start. */
const startPatienceMs = 20_000
/** The allowed difference between the clocks of workstation and back office at the end of a session. */
const clockDifferenceSeconds = 300
const startingFailure: Failure = { code: 'offline', message: 'The server is still starting.' }

/**
 * Creates the one session of this workstation. A restart signs the user out; drafts wait in the journal for their
 * author. Without the back office, a user whose password it accepted here within the last `offlineDays` may sign in
 * again. The password is checked with scrypt against the encrypted cache. In such a session, calls to the back office
 * fail with `offline`, or wait while a token is requested.
 */
export const createSessionService = (parts: SessionServiceParts): SessionBridge & SessionHolder => {
  const { client, database, publish, log, lockMinutes, nowMs } = parts
  const slot = createSessionSlot({ client, publish, idleLockMinutes: lockMinutes.minutes })
  const verifiers = createPasswordVerifiers(parts.passwordWork)
  const people = createKnownPeople({ database, verifiers, offlineDays: parts.offlineDays, nowMs })
  const expire = (token: string): void => {
    const session = slot.current()
    if (session?.token !== token) return
    log('info', 'session.expired')
    if (nowMs() / 1000 < session.acceptedAt + sessionSeconds - clockDifferenceSeconds) people.forget(session.email)
    slot.replace(null)
  }
  const renewal = createSessionRenewal({ client, slot, people, log, nowMs, expire })
  let wrongUnlocks = 0

  const acceptSignIn = async (email: string, password: string, token: string, user: StaffUser) => {
    const verifier = await verifiers.create(password)
    const person = { verifier, user, acceptedAt: Math.floor(nowMs() / 1000) }
    people.remember(email, person)
    slot.signOutToken(slot.current()?.token ?? null)
    wrongUnlocks = 0
    people.forgetWrongPasswords(email)
    return slot.replace({ ...person, email, token, locked: false, password: null })
  }

  const signInOffline = async (email: string, password: string, reached: Failure): Promise<Reply<SessionState>> => {
    const known = await people.check(email, password, reached)
    if (!known.ok) return known
    wrongUnlocks = 0
    log('info', 'session.signed-in-offline')
    slot.signOutToken(slot.current()?.token ?? null)
    const { user, verifier, acceptedAt } = known.value
    return ok(slot.replace({ email, user, token: null, verifier, acceptedAt, locked: false, password }))
  }

  return {
    signIn: async ({ email, password }) => {
      const address = email.trim()
      if (address === '' || password === '') return wrongPassword()
      const starting = parts.startingBackOffice()
      if (starting !== null) {
        // A user who signed in here before need not wait. Other users wait until the back office has started, at most
        // for `startPatienceMs`.
        if (people.isKnown(address)) return await signInOffline(address, password, startingFailure)
        await Promise.race([starting, sleep(startPatienceMs, undefined, { ref: false })])
      }
      const reply = await client.call('signIn', { body: { email: address, password } })
      if (reply.ok) {
        const { token, user } = reply.value
        if (isStaff(user.roles)) return ok(await acceptSignIn(address, password, token, user))
        slot.signOutToken(token)
        return fail('insufficient-permissions', "This is a member's account. Sign in with a staff account.")
      }
      if (isOutOfReach(reply.failure.code)) return await signInOffline(address, password, reply.failure)
      if (reply.failure.code === 'bad-credentials') await people.forgetChangedPassword(address, password)
      return reply
    },
    signOut: async () => {
      slot.signOutToken(slot.current()?.token ?? null)
      return ok(slot.replace(null))
    },
    current: async () => ok(slot.state()),
    lock: async () => {
      const session = slot.current()
      if (session === null || session.locked) return ok(slot.state())
      return ok(slot.replace({ ...session, locked: true }))
    },
    unlock: async ({ password }) => {
      const tried = slot.current()
      if (tried === null || !tried.locked) return ok(slot.state())
      wrongUnlocks += 1
      const attempt = wrongUnlocks
      const isRight = attempt <= maxWrongPasswords && (await verifiers.isPasswordOf(tried.verifier, password))
      // The session may have changed while the password was checked.
      const session = slot.current()
      if (session?.verifier !== tried.verifier) return ok(slot.state())
      if (isRight) {
        wrongUnlocks = 0
        return ok(session.locked ? slot.replace({ ...session, locked: false }) : slot.state())
      }
      if (attempt < maxWrongPasswords) return wrongPassword()
      log('warning', 'session.ended-by-wrong-passwords')
      slot.signOutToken(tried.token)
      slot.replace(null)
      wrongUnlocks = 0
      return fail('account-locked', 'Too many wrong passwords. You were signed out. Sign in again.')
    },

    gate: () => slot.state().kind,
    user: () => slot.current()?.user ?? null,
    token: () => slot.current()?.token ?? null,
    expire,
    recheck: renewal.recheck,
    takeNewPassword: async (password) => {
      const verifier = await verifiers.create(password)
      const session = slot.current()
      if (session === null) return
      const renewed = { ...session, verifier }
      people.remember(session.email, renewed)
      slot.replace(renewed)
    },
    remember: () => {
      const session = slot.current()
      if (session !== null) people.remember(session.email, session)
    },
    comingToken: async () => {
      await renewal.settled()
      return slot.current()?.token ?? null
    },
    reconnect: renewal.reconnect,
    takeLockMinutes: (minutes) => {
      if (lockMinutes.applySetting(minutes)) slot.publishAgain()
    },
    onChange: slot.onChange,
  }
}
