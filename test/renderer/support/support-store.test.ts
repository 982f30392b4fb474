import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { createSupportStore } from '#renderer/support/support-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const open = () => {
  const { bridge, controls } = createFakeBridge({
    signedInAs: 'frontdesk',
    now: () => Date.parse('2026-11-23T15:00:00Z'),
  })
  return { store: createSupportStore(bridge, 'Chrome/142'), controls }
}

describe('the support bundle in a window', () => {
  it('is made on request, with the name of the browser', async () => {
    const { store, controls } = open()
    expect(store.getState().bundle.kind).toBe('idle')
    const making = store.getState().make()
    expect(store.getState().bundle.kind).toBe('loading')
    await making
    expect(store.getState().bundle).toMatchObject({ kind: 'ready', value: { bundleID: 'bundle-1-of-test' } })
    expect(controls.calls).toEqual([{ command: 'support.read', input: { userAgent: 'Chrome/142' } }])
  })

  it('shows why it was not made, and is made again', async () => {
    const { store, controls } = open()
    controls.failNext('support.read', fail('timed-out', 'This took too long.'))
    await store.getState().make()
    expect(store.getState().bundle).toMatchObject({ kind: 'failed', failure: { code: 'timed-out' } })
    await store.getState().make()
    expect(store.getState().bundle.kind).toBe('ready')
  })

  it('is saved as shown, and only while it is shown', async () => {
    const { store, controls } = open()
    expect(await store.getState().save()).toBeNull()
    await store.getState().make()
    controls.failNext('support.save', fail('folder-not-writable', 'The disk is full.'))
    expect(await store.getState().save()).toBeNull()
    expect(store.getState().saving).toMatchObject({ kind: 'failed', failure: { code: 'folder-not-writable' } })
    const [saved, again] = await Promise.all([store.getState().save(), store.getState().save()])
    expect(saved).toMatchObject({ kind: 'file', file: { fileName: 'atrium-support-2026-11-23-150000.txt' } })
    expect(again).toBeNull()
    expect(controls.calls.at(-1)).toEqual({ command: 'support.save', input: { bundleID: 'bundle-1-of-test' } })
  })

  it('is forgotten when the dialog closes, and a late answer is not shown', async () => {
    const { store } = open()
    const making = store.getState().make()
    store.getState().close()
    await making
    expect(store.getState().bundle.kind).toBe('idle')
    await store.getState().make()
    const saving = store.getState().save()
    store.getState().close()
    await saving
    expect(store.getState()).toMatchObject({ bundle: { kind: 'idle' }, saving: { kind: 'idle' } })
  })
})
