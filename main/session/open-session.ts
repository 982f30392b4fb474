import type { SessionState } from '#contract/session/bridge.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { Publish } from '../publish.ts'
import type { AcceptedPerson } from './known-people.ts'

type OpenSession = AcceptedPerson & {
  readonly email: string
  readonly token: string | null
  readonly locked: boolean
  /** The password, kept in memory while there is no token, for a later sign-in at the back office. Otherwise null. */
  readonly password: string | null
}

/** Holds the one session of this workstation. Every change goes through `replace`. */
export type SessionSlot = {
  /** Returns the session; null while signed out. */
  current(): OpenSession | null
  /** Returns the session as windows see it. */
  state(): SessionState
  /** Replaces the session, publishes it and calls the listeners. */
  replace(next: OpenSession | null): SessionState
  /** Publishes the session again after a change of the idle lock time, which the session's state includes. */
  publishAgain(): void
  /** Ends a token's session at the back office, in the background. */
  signOutToken(token: string | null): void
  onChange(listener: () => void): void
}

export const createSessionSlot = (parts: {
  readonly client: BackOfficeClient
  readonly publish: Publish
  readonly idleLockMinutes: () => number
}): SessionSlot => {
  const { client, publish, idleLockMinutes } = parts
  let session: OpenSession | null = null
  const listeners: (() => void)[] = []

  const state = (): SessionState => {
    if (session === null) return { kind: 'signed-out' }
    const { user, locked } = session
    if (!locked) return { kind: 'signed-in', user, idleLockMinutes: idleLockMinutes() }
    return { kind: 'locked', user: { user_id: user.user_id, fullname: user.fullname, email: user.email } }
  }

  return {
    current: () => session,
    state,
    replace: (next) => {
      session = next
      const now = state()
      publish('session.changed', now)
      for (const listener of listeners) listener()
      return now
    },
    publishAgain: () => publish('session.changed', state()),
    signOutToken: (token) => {
      if (token !== null) void client.call('signOut', {}, { token })
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}
