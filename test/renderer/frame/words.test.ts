import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { findSimilarNames } from '#domain/members/duplicates.ts'
import { searchPauseMs } from '#renderer/kit/search-pause.ts'
import { createMemberStore } from '#renderer/members/member-store.ts'
import { createMembersStore } from '#renderer/members/members-store.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { describeSignInFailure, describeWait } from '#renderer/session/sign-in-failure.ts'
import { createSettingsStore } from '#renderer/settings/settings-store.ts'
import { describeKeyStore } from '#renderer/settings/workstation-words.ts'
import { createFakeBridge } from '../fake-bridge.ts'

describe('describeSignInFailure', () => {
  const locked = fail('account-locked', 'Locked.', { retryAfterSeconds: 900 }).failure

  it('counts down the wait of a locked account', () => {
    expect(describeSignInFailure(locked, 'sign-in', 0).text).toContain('in 15 minutes')
    expect(describeSignInFailure(locked, 'sign-in', 855).text).toContain('in 45 seconds')
    expect(describeSignInFailure(locked, 'sign-in', 900)).toMatchObject({ waitSeconds: 0 })
    expect(describeSignInFailure(locked, 'sign-in', 5000).text).toContain('You can try again now')
  })

  it('does not reveal whether email or password was wrong', () => {
    const { failure } = fail('bad-credentials', 'No.')
    expect(describeSignInFailure(failure, 'sign-in', 0).title).toBe(sessionWords.failure.signInRefused)
    expect(describeSignInFailure(failure, 'unlock', 0).title).toBe(sessionWords.failure.unlockRefused)
  })

  it('shows what still works when the back office is unreachable', () => {
    const { failure } = fail('offline', 'Away.')
    expect(describeSignInFailure(failure, 'sign-in', 0).text).toContain('you can still unlock it')
  })

  it('includes the error ID of an unexpected failure', () => {
    const { failure } = fail('unexpected', 'Something went wrong.', { errorID: 'e-77' })
    expect(describeSignInFailure(failure, 'sign-in', 0).text).toBe('Something went wrong. (e-77)')
  })
})

describe('describeWait', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
  ])('formats %i seconds as %s', (seconds, words) => expect(describeWait(seconds)).toBe(words))
})

describe('describeKeyStore', () => {
  it('names the keychain, and for a key file advises to keep the disk encrypted', () => {
    expect(describeKeyStore('keychain')).toContain('keychain')
    expect(describeKeyStore('key-file')).toContain('keep the disk encrypted')
  })
})

describe('findSimilarNames', () => {
  it('flags only the two members whose names differ by one letter', () => {
    const { clinic } = createFakeBridge().controls
    expect([...findSimilarNames(clinic.members)]).toEqual(['m-000001', 'm-000002'])
  })
})

describe('members store', () => {
  it('keeps the previous list visible while a newer list loads, and shows the source of the newer list', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin', latencyMs: 1 })
    const store = createMembersStore(bridge)
    await store.getState().search('silva')
    const searching = store.getState().search('silv')
    expect(store.getState().found).toMatchObject({ kind: 'ready', value: { text: 'silva' } })
    controls.setConnectivity({ state: 'offline' })
    await searching
    expect(store.getState().found).toMatchObject({ kind: 'ready', value: { text: 'silv', source: 'cache' } })
  })

  it('searches again after a change of a member, until the store is stopped', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin' })
    const store = createMembersStore(bridge)
    await store.getState().search('silva')
    const memberID = controls.clinic.members[0]?.patientID
    if (memberID === undefined) throw new RangeError('no member')
    const searches = () => controls.calls.filter(({ command }) => command === 'members.search').length
    for (let change = 0; change < 20; change += 1) controls.emit('members.changed', { memberID })
    await expect.poll(searches).toBe(2)
    store.getState().stop()
    controls.emit('members.changed', { memberID })
    await new Promise((resume) => setTimeout(resume, searchPauseMs * 2))
    expect(searches()).toBe(2)
  })

  it('sends one query for a word typed without a pause', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin' })
    const store = createMembersStore(bridge)
    await Promise.all(['s', 'si', 'sil', 'silv', 'silva'].map((text) => store.getState().search(text)))
    const asked = controls.calls.filter(({ command }) => command === 'members.search')
    expect(asked.map(({ input }) => input)).toEqual([{ text: 'silva', limit: 50 }])
  })
})

describe('member store', () => {
  it('keeps the shown data when a refresh fails, and lists the latest appointment first', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin' })
    const memberID = controls.clinic.members[0]?.patientID
    if (memberID === undefined) throw new RangeError('no member')
    const store = createMemberStore(bridge, memberID)
    await store.getState().load()
    controls.failNext('members.read', fail('offline', 'Away.'))
    await store.getState().load()
    const { member, studies } = store.getState()
    expect(member.kind).toBe('ready')
    const times = studies.kind === 'ready' ? studies.value.map(({ booking }) => booking?.utcStart ?? '') : []
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual([...times].sort().reverse())
  })
})

describe('settings store', () => {
  it('shows why the cache was not deleted, and deletes it on a retry', async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'admin' })
    const store = createSettingsStore(bridge)
    await store.getState().load()
    controls.failNext('workstation.deleteCache', fail('unexpected', 'The file is in use.'))
    expect(await store.getState().deleteCache()).toBe(false)
    expect(store.getState().deletion).toMatchObject({ kind: 'failed', failure: { message: 'The file is in use.' } })
    expect(await store.getState().deleteCache()).toBe(true)
    expect(store.getState().deletion.kind).toBe('idle')
  })
})
