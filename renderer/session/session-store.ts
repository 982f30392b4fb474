import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import type { Submission } from '../kit/loadable.ts'

export type SignedIn = Extract<SessionState, { kind: 'signed-in' }>
export type Locked = Extract<SessionState, { kind: 'locked' }>

/** The session as the window knows it. */
type SessionView = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly failure: Failure } | SessionState

type SessionStoreState = {
  readonly view: SessionView
  /** The current sign-in or unlock attempt. */
  readonly attempt: Submission
  readonly load: () => Promise<void>
  /** Returns true if the user was signed in; otherwise `attempt` has the failure. */
  readonly signIn: (email: string, password: string) => Promise<boolean>
  readonly unlock: (password: string) => Promise<boolean>
  /**
   * Hides the screen at once, then locks main. If main cannot be reached, the window stays locked and repeats the
   * request at the next load or unlock.
   */
  readonly lock: () => Promise<void>
  readonly signOut: () => Promise<boolean>
  readonly clearFailure: () => void
}
export type SessionStore = StoreApi<SessionStoreState>
export type WithSession = { readonly session: SessionStore }

type Options = {
  readonly bridge: Pick<Bridge, 'session' | 'on'>
  /** Saves the drafts before the session closes, because main refuses them afterwards. */
  readonly flushDrafts: () => Promise<void>
}

/** Creates the store of the session (decisions §2, §5 Locks). */
export const createSessionStore = ({ bridge, flushDrafts }: Options): SessionStore => {
  /** True while the screen is locked and main has not confirmed the lock: only an unlock may open the screen again. */
  let lockOwed = false

  const store: SessionStore = createStore<SessionStoreState>((set, get) => {
    const show = (session: SessionState): void => {
      if (lockOwed && session.kind === 'signed-in') return
      if (session.kind !== 'signed-in') lockOwed = false
      set({ view: session })
    }

    const askForLock = async (): Promise<void> => {
      const reply = await bridge.session.lock({})
      if (reply.ok) show(reply.value)
      else if (reply.failure.code === 'signed-out') show({ kind: 'signed-out' })
    }

    const settle = (reply: Reply<SessionState>): boolean => {
      if (!reply.ok) {
        set({ attempt: { kind: 'failed', failure: reply.failure } })
        return false
      }
      lockOwed = false
      set({ attempt: { kind: 'idle' } })
      show(reply.value)
      return reply.value.kind === 'signed-in'
    }

    bridge.on('session.changed', show)
    bridge.on('bridge.gap', () => void get().load())

    return {
      view: { kind: 'loading' },
      attempt: { kind: 'idle' },
      load: async () => {
        if (lockOwed) return askForLock()
        const reply = await bridge.session.current({})
        if (reply.ok) show(reply.value)
        else if (get().view.kind === 'loading' || get().view.kind === 'failed') {
          set({ view: { kind: 'failed', failure: reply.failure } })
        }
      },
      signIn: async (email, password) => {
        if (get().attempt.kind === 'pending') return false
        set({ attempt: { kind: 'pending' } })
        return settle(await bridge.session.signIn({ email, password }))
      },
      unlock: async (password) => {
        if (get().attempt.kind === 'pending') return false
        set({ attempt: { kind: 'pending' } })
        if (lockOwed) await askForLock()
        return settle(await bridge.session.unlock({ password }))
      },
      lock: async () => {
        const { view } = get()
        if (view.kind !== 'signed-in') return
        const { user_id, fullname, email } = view.user
        // The flush is not awaited, because the screen must be empty at once. Messages keep their order, so the saves
        // reach main before the lock.
        void flushDrafts()
        lockOwed = true
        set({ view: { kind: 'locked', user: { user_id, fullname, email } }, attempt: { kind: 'idle' } })
        await askForLock()
      },
      signOut: async () => {
        await flushDrafts()
        const reply = await bridge.session.signOut({})
        if (!reply.ok && reply.failure.code !== 'signed-out') {
          set({ attempt: { kind: 'failed', failure: reply.failure } })
          return false
        }
        lockOwed = false
        set({ view: { kind: 'signed-out' }, attempt: { kind: 'idle' } })
        return true
      },
      clearFailure: () => {
        if (get().attempt.kind === 'failed') set({ attempt: { kind: 'idle' } })
      },
    }
  })
  return store
}
