import { setTimeout as sleep } from 'node:timers/promises'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionBridge, SessionState } from '#contract/session/bridge.ts'
import { isStaff } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Log } from '#runtime/log.ts'
import { type BackOfficeClient, isOutOfReach } from '../back-office-client/back-office-client.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Publish } from '../publish.ts'
import { createPasswordVerifier, isPasswordOf } from './password-verifier.ts'

/** The session as the other services see it. */
export type SessionHolder = {
  gate(): 'signed-out' | 'signed-in' | 'locked'
  /** Who is signed in, locked or not. */
  user(): StaffUser | null
  /** The back office's token; null when signed out, and while signed in without the back office. */
  token(): string | null
  /** The token, after one that is being asked for has come; null where none comes. */
  comingToken(): Promise<string | null>
  /** The back office does not know this token any more: the session is over. An older token changes nothing. */
  expire(token: string): void
  /**
   * The back office refused this token's owner something: asks what they may do by now, and says so where it has changed.
   * The session goes on, unless they are no staff any more.
   */
  recheck(token: string): Promise<void>
  /** Keeps the person's offline sign-in in a cache that was just deleted. */
  remember(): void
  /** Gets a token for someone who signed in while the back office was out of reach. */
  reconnect(): Promise<void>
  /** Hears of every sign-in, every token and every sign-out. */
  onChange(listener: () => void): void
}

type SessionServiceParts = {
  readonly client: BackOfficeClient
  readonly database: WorkstationDatabase
  readonly publish: Publish
  readonly log: Log
  readonly idleLockMinutes: number
  nowMs(): number
  /** A back office of our own that is on its way up; null when it is not, or when there is none. */
  startingBackOffice(): Promise<void> | null
}

type OpenSession = {
  readonly email: string
  readonly user: StaffUser
  readonly token: string | null
  readonly verifier: string
  /** When the back office last accepted the password, epoch seconds. */
  readonly acceptedAt: number
  readonly locked: boolean
  /** Only while there is no token: what the back office will be asked with. Memory only. */
  readonly password: string | null
}

/** Wrong passwords after which an unlock ends the session, and an offline sign-in is refused for a while. */
const mostWrongPasswords = 5
const offlineLockMs = 15 * 60_000
/** How long the back office's last yes to a password is good for without it. */
const offlineDays = 7
/** How long a sign-in waits for a back office of our own to come up. */
const startPatienceMs = 20_000
const startingFailure: Failure = { code: 'offline', message: 'The back office is still starting.' }
/** What a person may do and where their screens open, to compare. */
const toRights = ({ roles, allowedLocations, homeLocation, isNamedForPreferredConsult }: StaffUser): string => {
  const locations = allowedLocations === 'all' ? allowedLocations : [...allowedLocations].sort()
  return JSON.stringify([[...roles].sort(), locations, homeLocation, isNamedForPreferredConsult])
}

const wrongPassword = (): Reply<never> => fail('bad-credentials', 'The e-mail address or the password is not right.')

/**
 * One session for this workstation. After a restart nobody is signed in; drafts wait in the journal for their author.
 * Without the back office somebody who signed in here in the last {@link offlineDays} days may still do so, against a
 * scrypt check in the encrypted cache; what needs the back office then waits for it.
 */
export const createSessionService = (parts: SessionServiceParts): SessionBridge & SessionHolder => {
  const { client, database, publish, log, idleLockMinutes, nowMs } = parts
  let session: OpenSession | null = null
  let wrongUnlocks = 0
  const wrongOffline = new Map<string, { count: number; until: number }>()
  const listeners: (() => void)[] = []

  const state = (): SessionState => {
    if (session === null) return { kind: 'signed-out' }
    const { user, locked } = session
    if (!locked) return { kind: 'signed-in', user, idleLockMinutes }
    return { kind: 'locked', user: { user_id: user.user_id, fullname: user.fullname, email: user.email } }
  }

  const become = (next: OpenSession | null): SessionState => {
    session = next
    const now = state()
    publish('session.changed', now)
    for (const listener of listeners) listener()
    return now
  }

  /** Tells the back office that a token is done with; nobody waits for it. */
  const giveBack = (token: string | null): void => {
    if (token !== null) void client.call('signOut', {}, { token })
  }

  const rememberPerson = (email: string, verifier: string, user: StaffUser, acceptedAt: number): void =>
    database.withCache((cache) => cache.people.putPerson(email, { verifier, user, acceptedAt }))

  const acceptSignIn = async (email: string, password: string, token: string, user: StaffUser) => {
    const verifier = await createPasswordVerifier(password)
    const acceptedAt = Math.floor(nowMs() / 1000)
    rememberPerson(email, verifier, user, acceptedAt)
    giveBack(session?.token ?? null)
    wrongUnlocks = 0
    wrongOffline.delete(email.toLowerCase())
    return become({ email, user, token, verifier, acceptedAt, locked: false, password: null })
  }

  const isKnownHere = (email: string): boolean => {
    const known = database.withCache((cache) => cache.people.person(email))
    return known !== null && nowMs() / 1000 - known.acceptedAt <= offlineDays * 86_400
  }

  const signInOffline = async (email: string, password: string, reached: Failure): Promise<Reply<SessionState>> => {
    const known = database.withCache((cache) => cache.people.person(email))
    if (known === null || !isKnownHere(email)) {
      return fail('offline', `${reached.message} Signing in here for the first time needs it.`)
    }
    const key = email.toLowerCase()
    const wrong = wrongOffline.get(key) ?? { count: 0, until: 0 }
    if (wrong.count >= mostWrongPasswords) {
      const retryAfterSeconds = Math.ceil((wrong.until - nowMs()) / 1000)
      if (retryAfterSeconds > 0) return fail('account-locked', 'Too many wrong passwords.', { retryAfterSeconds })
      wrong.count = 0
    }
    // Counted before the check, so that guesses sent all at once are counted as well.
    wrongOffline.set(key, { count: wrong.count + 1, until: nowMs() + offlineLockMs })
    if (!(await isPasswordOf(known.verifier, password))) return wrongPassword()
    wrongOffline.delete(key)
    wrongUnlocks = 0
    log('info', 'session.signed-in-offline')
    giveBack(session?.token ?? null)
    const { user, verifier, acceptedAt } = known
    return ok(become({ email, user, token: null, verifier, acceptedAt, locked: false, password }))
  }

  let rechecking: Promise<void> | null = null
  /** The sign-in that is under way, and whose it is. */
  let reconnecting: { readonly verifier: string; readonly done: Promise<void> } | null = null
  const reconnect = async (): Promise<void> => {
    const waiting = session
    if (waiting === null || waiting.password === null) return
    const { email, password } = waiting
    const reply = await client.call('signIn', { body: { email, password } })
    if (session?.verifier !== waiting.verifier || session.password === null) {
      if (reply.ok) giveBack(reply.value.token)
      return
    }
    if (reply.ok && isStaff(reply.value.user.roles)) {
      const acceptedAt = Math.floor(nowMs() / 1000)
      const { user, token } = reply.value
      rememberPerson(email, session.verifier, user, acceptedAt)
      become({ ...session, user, token, acceptedAt, password: null })
      return
    }
    if (!reply.ok && reply.failure.code !== 'bad-credentials' && reply.failure.code !== 'account-locked') return
    log('warning', 'session.refused-on-reconnect')
    if (reply.ok) giveBack(reply.value.token)
    database.withCache((cache) => cache.people.forget(email))
    become(null)
  }

  const recheck = async (token: string): Promise<void> => {
    const reply = await client.call('readCurrentUser', {}, { token })
    if (!reply.ok || session === null || session.token !== token) return
    const user = reply.value
    if (!isStaff(user.roles)) {
      log('info', 'session.no-staff-any-more')
      giveBack(token)
      become(null)
      return
    }
    if (toRights(user) === toRights(session.user)) return
    log('info', 'session.rights-changed')
    rememberPerson(session.email, session.verifier, user, session.acceptedAt)
    become({ ...session, user })
  }

  /** A password that worked here before and is refused now was changed: it must not open this workstation offline. */
  const forgetChangedPassword = async (email: string, password: string): Promise<void> => {
    const known = database.withCache((cache) => cache.people.person(email))
    if (known === null || !(await isPasswordOf(known.verifier, password))) return
    database.withCache((cache) => cache.people.forget(email))
  }

  return {
    signIn: async ({ email, password }) => {
      const address = email.trim()
      if (address === '' || password === '') return wrongPassword()
      const starting = parts.startingBackOffice()
      if (starting !== null) {
        // Somebody this workstation knows need not wait; for the others a moment's patience beats "cannot be reached".
        if (isKnownHere(address)) return await signInOffline(address, password, startingFailure)
        await Promise.race([starting, sleep(startPatienceMs, undefined, { ref: false })])
      }
      const reply = await client.call('signIn', { body: { email: address, password } })
      if (reply.ok) {
        const { token, user } = reply.value
        if (isStaff(user.roles)) return ok(await acceptSignIn(address, password, token, user))
        giveBack(token)
        return fail('insufficient-permissions', 'This account is a member’s. The front desk needs a staff account.')
      }
      if (isOutOfReach(reply.failure.code)) return await signInOffline(address, password, reply.failure)
      if (reply.failure.code === 'bad-credentials') await forgetChangedPassword(address, password)
      return reply
    },
    signOut: async () => {
      giveBack(session?.token ?? null)
      return ok(become(null))
    },
    current: async () => ok(state()),
    lock: async () => {
      if (session === null || session.locked) return ok(state())
      return ok(become({ ...session, locked: true }))
    },
    unlock: async ({ password }) => {
      if (session === null || !session.locked) return ok(state())
      const tried = session
      wrongUnlocks += 1
      const attempt = wrongUnlocks
      const isRight = attempt <= mostWrongPasswords && (await isPasswordOf(tried.verifier, password))
      // Somebody may have signed in or out while the password was checked.
      if (session?.verifier !== tried.verifier) return ok(state())
      if (isRight) {
        wrongUnlocks = 0
        return ok(session.locked ? become({ ...session, locked: false }) : state())
      }
      if (attempt < mostWrongPasswords) return wrongPassword()
      log('warning', 'session.ended-by-wrong-passwords')
      giveBack(tried.token)
      become(null)
      wrongUnlocks = 0
      return fail('account-locked', 'Too many wrong passwords: you have been signed out. Please sign in again.')
    },

    gate: () => state().kind,
    user: () => session?.user ?? null,
    token: () => session?.token ?? null,
    expire: (token) => {
      if (session === null || session.token !== token) return
      log('info', 'session.expired')
      become(null)
    },
    recheck: (token) => {
      rechecking ??= recheck(token).finally(() => {
        rechecking = null
      })
      return rechecking
    },
    remember: () => {
      if (session !== null) rememberPerson(session.email, session.verifier, session.user, session.acceptedAt)
    },
    comingToken: async () => {
      await reconnecting?.done
      return session?.token ?? null
    },
    reconnect: async () => {
      const verifier = session?.verifier
      if (verifier === undefined) return
      if (reconnecting?.verifier === verifier) return await reconnecting.done
      const begun = { verifier, done: reconnect() }
      reconnecting = begun
      await begun.done.finally(() => {
        if (reconnecting === begun) reconnecting = null
      })
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}
