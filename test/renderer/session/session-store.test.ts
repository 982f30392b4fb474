import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { createSessionStore } from '#renderer/session/session-store.ts'
import { createFakeBridge, type FakeBridgeOptions } from '../fake-bridge.ts'

const open = async (options: FakeBridgeOptions = {}) => {
  const { bridge, controls } = createFakeBridge(options)
  const order: string[] = []
  const store = createSessionStore({
    bridge,
    flushDrafts: async () => {
      order.push(`flush while ${store.getState().view.kind}`)
    },
  })
  await store.getState().load()
  return { store, controls, order, kind: () => store.getState().view.kind }
}
const disconnected = fail('disconnected', 'Atrium cannot be reached.')

describe('session store', () => {
  it('is signed in when email and password are right', async () => {
    const { store, kind } = await open()
    expect(kind()).toBe('signed-out')
    expect(await store.getState().signIn('frontdesk@demo.atrium', 'atrium-demo')).toBe(true)
    expect(kind()).toBe('signed-in')
  })

  it('keeps the failure when the password is wrong, until the next try', async () => {
    const { store, kind } = await open()
    expect(await store.getState().signIn('frontdesk@demo.atrium', 'wrong')).toBe(false)
    expect(store.getState().attempt).toMatchObject({ kind: 'failed', failure: { code: 'bad-credentials' } })
    expect(kind()).toBe('signed-out')
    const trying = store.getState().signIn('frontdesk@demo.atrium', 'atrium-demo')
    expect(store.getState().attempt.kind).toBe('pending')
    await trying
    expect(store.getState().attempt.kind).toBe('idle')
  })

  it('makes one call when sign-in is pressed twice', async () => {
    const { store, controls } = await open({ latencyMs: 1 })
    const first = store.getState().signIn('frontdesk@demo.atrium', 'atrium-demo')
    expect(await store.getState().signIn('frontdesk@demo.atrium', 'atrium-demo')).toBe(false)
    await first
    expect(controls.calls.filter(({ command }) => command === 'session.signIn')).toHaveLength(1)
  })

  it('shows why the session cannot be read at the start', async () => {
    const { bridge, controls } = createFakeBridge()
    controls.failNext('session.current', disconnected)
    const store = createSessionStore({ bridge, flushDrafts: async () => undefined })
    await store.getState().load()
    expect(store.getState().view).toMatchObject({ kind: 'failed', failure: { code: 'disconnected' } })
  })

  describe('lock', () => {
    it('empties the screen before main has answered, after the drafts were sent', async () => {
      const { store, kind, order, controls } = await open({ signedInAs: 'frontdesk', latencyMs: 5 })
      const locking = store.getState().lock()
      expect(kind()).toBe('locked')
      expect(order).toEqual(['flush while signed-in'])
      await locking
      expect(controls.calls.map(({ command }) => command)).toContain('session.lock')
      expect(kind()).toBe('locked')
    })

    it('stays locked after a failed call, whatever main reports, and opens only with the password', async () => {
      const { store, kind, controls } = await open({ signedInAs: 'frontdesk' })
      const { view } = store.getState()
      controls.failNext('session.lock', disconnected)
      await store.getState().lock()
      if (view.kind === 'signed-in') controls.emit('session.changed', view)
      expect(kind()).toBe('locked')
      controls.failNext('session.lock', disconnected)
      await store.getState().load()
      expect(kind()).toBe('locked')
      expect(await store.getState().unlock('wrong')).toBe(false)
      expect(kind()).toBe('locked')
      expect(await store.getState().unlock('atrium-demo')).toBe(true)
      expect(kind()).toBe('signed-in')
    })

    it('repeats the pending lock when the connection is back', async () => {
      const { store, controls } = await open({ signedInAs: 'frontdesk' })
      controls.failNext('session.lock', disconnected)
      await store.getState().lock()
      controls.emit('bridge.gap', {})
      await Promise.resolve()
      expect(controls.calls.filter(({ command }) => command === 'session.lock')).toHaveLength(2)
    })

    it('locks when main locks', async () => {
      const { controls, kind } = await open({ signedInAs: 'frontdesk' })
      controls.setSession({
        kind: 'locked',
        user: { user_id: 'u-frontdesk', fullname: 'Frankie Desker', email: 'f@x' },
      })
      expect(kind()).toBe('locked')
    })

    it('does nothing when no user is signed in', async () => {
      const { store, controls, kind } = await open()
      await store.getState().lock()
      expect(kind()).toBe('signed-out')
      expect(controls.calls.map(({ command }) => command)).not.toContain('session.lock')
    })
  })

  describe('signing out', () => {
    it('saves drafts first, then signs out', async () => {
      const { store, order, kind } = await open({ signedInAs: 'frontdesk' })
      expect(await store.getState().signOut()).toBe(true)
      expect(order).toEqual(['flush while signed-in'])
      expect(kind()).toBe('signed-out')
    })

    it('lets another user sign in from the lock', async () => {
      const { store, kind } = await open({ signedInAs: 'frontdesk' })
      await store.getState().lock()
      await store.getState().signOut()
      expect(kind()).toBe('signed-out')
      expect(await store.getState().signIn('admin@demo.atrium', 'atrium-demo')).toBe(true)
      expect(kind()).toBe('signed-in')
    })

    it('stays signed in when main cannot be reached, and shows why the sign-out failed', async () => {
      const { store, controls, kind } = await open({ signedInAs: 'frontdesk' })
      controls.failNext('session.signOut', disconnected)
      expect(await store.getState().signOut()).toBe(false)
      expect(kind()).toBe('signed-in')
      expect(store.getState().attempt).toMatchObject({ kind: 'failed' })
    })
  })
})
