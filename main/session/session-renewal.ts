import { isStaff } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Log } from '#runtime/log.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { KnownPeople } from './known-people.ts'
import type { SessionSlot } from './open-session.ts'

/** Renews the open session at the back office. It makes one request of each kind at a time. */
type SessionRenewal = {
  /** Requests a token for a session that was opened while the back office was out of reach. */
  reconnect(): Promise<void>
  /** Resolves once a running token request has succeeded or failed. */
  settled(): Promise<void>
  /**
   * Reads the user's current permissions, and publishes them if they have changed. It is called every few seconds, and
   * after each refusal by the back office. The session continues unless the user is no longer staff, or the back office
   * no longer accepts the token.
   */
  recheck(token: string): Promise<void>
}

/** Returns a user's permissions and home location as text, for comparison. */
const toRights = ({ roles, allowedLocations, homeLocation, isNamedForPreferredConsult }: StaffUser): string => {
  const locations = allowedLocations === 'all' ? allowedLocations : [...allowedLocations].sort()
  return JSON.stringify([[...roles].sort(), locations, homeLocation, isNamedForPreferredConsult])
}

export const createSessionRenewal = (parts: {
  readonly client: BackOfficeClient
  readonly slot: SessionSlot
  readonly people: KnownPeople
  readonly log: Log
  nowMs(): number
  /** Ends the session of a token that the back office does not accept. */
  expire(token: string): void
}): SessionRenewal => {
  const { client, slot, people, log, nowMs, expire } = parts
  let rechecking: Promise<void> | null = null
  /** The running request for a token, and the password verifier of the session for which it was made. */
  let reconnecting: { readonly verifier: string; readonly done: Promise<void> } | null = null

  const reconnect = async (): Promise<void> => {
    const waiting = slot.current()
    if (waiting === null || waiting.password === null) return
    const { email, password } = waiting
    const reply = await client.call('signIn', { body: { email, password } })
    const session = slot.current()
    if (session?.verifier !== waiting.verifier || session.password === null) {
      if (reply.ok) slot.signOutToken(reply.value.token)
      return
    }
    if (reply.ok && isStaff(reply.value.user.roles)) {
      const { user, token } = reply.value
      const renewed = { ...session, user, token, acceptedAt: Math.floor(nowMs() / 1000), password: null }
      people.remember(email, renewed)
      slot.replace(renewed)
      return
    }
    if (!reply.ok && reply.failure.code !== 'bad-credentials' && reply.failure.code !== 'account-locked') return
    log('warning', 'session.refused-on-reconnect')
    if (reply.ok) slot.signOutToken(reply.value.token)
    people.forget(email)
    slot.replace(null)
  }

  const recheck = async (token: string): Promise<void> => {
    const reply = await client.call('readCurrentUser', {}, { token })
    if (!reply.ok && reply.failure.code === 'signed-out') expire(token)
    const session = slot.current()
    if (!reply.ok || session === null || session.token !== token) return
    const user = reply.value
    if (!isStaff(user.roles)) {
      log('info', 'session.no-staff-any-more')
      slot.signOutToken(token)
      slot.replace(null)
      return
    }
    if (toRights(user) === toRights(session.user)) return
    log('info', 'session.rights-changed')
    const changed = { ...session, user }
    people.remember(session.email, changed)
    slot.replace(changed)
  }

  return {
    settled: async () => await reconnecting?.done,
    reconnect: async () => {
      const verifier = slot.current()?.verifier
      if (verifier === undefined) return
      if (reconnecting?.verifier === verifier) return await reconnecting.done
      const begun = { verifier, done: reconnect() }
      reconnecting = begun
      await begun.done.finally(() => {
        if (reconnecting === begun) reconnecting = null
      })
    },
    recheck: (token) => {
      rechecking ??= recheck(token).finally(() => {
        rechecking = null
      })
      return rechecking
    },
  }
}
