import { describe, expect, it, vi } from 'vitest'
import { studyIDSchema } from '#domain/values/study-id.ts'
import type { DocumentsDesks } from '#renderer/documents/documents-desks.ts'
import { createAppStores } from '#renderer/frame/app-stores.ts'
import type { SignedIn } from '#renderer/session/session-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const studyID = studyIDSchema.parse('s-000001')

/** Opens a window. Its `signIn` signs a user in and returns a function that opens the study's documents. */
const openWindow = (bridge = createFakeBridge().bridge) => {
  const stores = createAppStores({ bridge, onTransport: bridge.onTransport, now: Date.now })
  const signIn = async (name: string): Promise<() => ReturnType<DocumentsDesks['open']>> => {
    await stores.session.getState().signIn(`${name}@demo.atrium`, 'atrium-demo')
    const session = stores.session.getState().view as SignedIn
    const notices = { success: () => '', warning: () => '', error: () => '', close: () => {} }
    return () => stores.documents.open(studyID, session.user.user_id, notices)
  }
  return { bridge, stores, signIn }
}

describe('the documents desk', () => {
  it('keeps a store with an open form after its page is left, but not for another user', async () => {
    const { stores, signIn } = openWindow()
    const openMine = await signIn('frontdesk')
    const empty = openMine()
    empty.enter()()
    const { desk, enter } = openMine()
    const leave = enter()
    expect(desk).not.toBe(empty.desk)
    desk.store.getState().openForm('dt-blood-test', 'Blood test')
    leave()
    expect(openMine().desk).toBe(desk)
    await stores.session.getState().signOut()
    const theirs = (await signIn('admin'))().desk
    expect(theirs.store.getState().forms).toEqual({})
  })

  it('restores the open forms and their names in a reopened window', async () => {
    const first = openWindow()
    const { desk } = (await first.signIn('frontdesk'))()
    desk.store.getState().openForm('dt-blood-test', 'Blood test')
    desk.store.getState().changeName('dt-blood-test', 'Blood of November')
    await first.stores.drafts.flush()
    const again = (await openWindow(first.bridge).signIn('frontdesk'))().desk
    const stop = again.start()
    await vi.waitFor(() =>
      expect(again.store.getState().forms['dt-blood-test']).toMatchObject({ name: 'Blood of November', chosen: null }),
    )
    again.store.getState().closeForm('dt-blood-test')
    stop()
    const draftID = `study-documents:${studyID}`
    await vi.waitFor(async () => expect(await first.bridge.drafts.read({ draftID })).toEqual({ ok: true, value: null }))
  })
})
