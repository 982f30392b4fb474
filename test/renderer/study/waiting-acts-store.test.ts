import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { createWaitingActsStore } from '#renderer/study/waiting-acts-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))
const open = () => {
  const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
  const store = createWaitingActsStore(bridge)
  const study = controls.clinic.studies.find(
    ({ booking, status, safety }) => booking !== null && !status.checkin && !status.cancelled && !safety.isProhibited,
  )
  if (study === undefined) throw new Error('The clinic has no study to check in.')
  const checkIn = (idempotencyKey: string) =>
    bridge.study.mark({ studyID: study.studyID, act: 'checkin', value: true, idempotencyKey })
  return { bridge, controls, store, study, checkIn }
}

describe('the store of waiting acts', () => {
  it('shows a check-in that waits on this workstation, and removes it once it is saved', async () => {
    const { controls, store, study, checkIn } = open()
    controls.setConnectivity({ state: 'offline' })
    await checkIn('key-0001')
    await settle()
    expect(store.getState().acts).toMatchObject([{ studyID: study.studyID, kind: 'checkin', failure: null }])
    controls.setConnectivity({ state: 'online' })
    await settle()
    expect(store.getState().acts).toEqual([])
  })

  it('keeps a refused act until the user dismisses it', async () => {
    const { controls, store, checkIn } = open()
    controls.setConnectivity({ state: 'offline' })
    await checkIn('key-0001')
    controls.study.refuseWaiting({ code: 'already-cancelled', message: 'This appointment is cancelled.' })
    await settle()
    expect(store.getState().acts).toMatchObject([{ failure: { code: 'already-cancelled' } }])
    await store.getState().dismiss('key-0001')
    await settle()
    expect(store.getState().acts).toEqual([])
  })

  it('shows the known acts when a read fails, and no acts after the sign-out', async () => {
    const { controls, store, checkIn } = open()
    controls.setConnectivity({ state: 'offline' })
    await checkIn('key-0001')
    await settle()
    controls.failNext('study.waiting', fail('unexpected', 'No.'))
    await store.getState().load()
    expect(store.getState().acts).toHaveLength(1)
    const late = store.getState().load()
    store.getState().clear()
    await late
    expect(store.getState().acts).toEqual([])
  })
})
