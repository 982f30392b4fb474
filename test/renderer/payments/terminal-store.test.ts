import { describe, expect, it } from 'vitest'
import type { LocationID } from '#domain/values/location-id.ts'
import { readerWords } from '#renderer/payments/reader-words.ts'
import { createTerminalStore, whyNoReader } from '#renderer/payments/terminal-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const place = 'ca-bc-1' as LocationID

describe('terminal store', () => {
  const open = async () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
    const store = createTerminalStore(bridge)
    await store.getState().load()
    return { store, controls, why: () => whyNoReader(store.getState().terminal) }
  }

  it('finds readers, connects one, and shows why another cannot be connected', async () => {
    const { store, controls, why } = await open()
    controls.payments.setTerminal({ current: null })
    expect(why()).toBe(readerWords.noReader.none)
    await store.getState().discover(place)
    expect(store.getState().readers).toMatchObject({ kind: 'ready', value: [{ readerID: 'sim-1' }, {}] })
    expect(await store.getState().connect(place, 'sim-2')).toBe(false)
    expect(store.getState().work).toMatchObject({
      kind: 'failed',
      failure: { code: 'terminal-busy' },
      readerID: 'sim-2',
    })
    expect(await store.getState().connect(place, 'sim-1')).toBe(true)
    expect(why()).toBeNull()
  })

  it('reports in the specified words that the search found no reader', async () => {
    const { store, controls } = await open()
    controls.payments.setReaders([])
    await store.getState().discover(place)
    expect(store.getState().readers).toMatchObject({
      kind: 'failed',
      failure: { message: 'Failed to discover: No available readers.' },
    })
  })

  it('shows that the reader is busy while it waits for a card', async () => {
    const { controls, why } = await open()
    controls.payments.setTerminal({ activity: 'waiting-for-card' })
    expect(why()).toBe(readerWords.noReader.busy)
  })

  it("keeps a trainer's choice for one card only", async () => {
    const { store, controls } = await open()
    await store.getState().chooseOutcome('decline')
    expect(store.getState().simulatedOutcome).toBe('decline')
    controls.payments.setTerminal({ activity: 'processing' })
    controls.payments.setTerminal({ activity: 'idle' })
    expect(store.getState().simulatedOutcome).toBe('approve')
  })

  it('clears the state of the reader when another user signs in', async () => {
    const { store, why } = await open()
    store.getState().clear()
    expect(store.getState().terminal).toEqual({ kind: 'idle' })
    expect(why()).toBe(readerWords.noReader.unknown)
  })
})
