import { describe, expect, it } from 'vitest'
import { createProviderPage } from '#contract/provider-window.ts'

const nothing = async (): Promise<unknown> => ({ ok: true })

describe('the page of a card provider', () => {
  it('keeps events until main requests them', async () => {
    const { page, emit } = createProviderPage({})
    emit('first', 1)
    emit('second', 2)
    expect(await page.takeEvents()).toEqual([
      { name: 'first', payload: 1 },
      { name: 'second', payload: 2 },
    ])
  })

  it('answers a pending request when an event arrives, and delivers each event once', async () => {
    const { page, emit } = createProviderPage({})
    const asked = page.takeEvents()
    emit('first', 1)
    expect(await asked).toEqual([{ name: 'first', payload: 1 }])
    const again = page.takeEvents()
    emit('second', 2)
    expect(await again).toEqual([{ name: 'second', payload: 2 }])
  })

  it('sends nothing to a request that another request replaced', async () => {
    const { page, emit } = createProviderPage({})
    const [before, after] = [page.takeEvents(), page.takeEvents()]
    emit('first', 1)
    expect(await before).toEqual([])
    expect(await after).toEqual([{ name: 'first', payload: 1 }])
  })

  it.each(['missing', 'toString', '__proto__', 'constructor'])('refuses the unknown method %s', async (method) => {
    const { page } = createProviderPage({ init: nothing })
    expect(await page.call(method, {})).toMatchObject({ error: { code: 'unknown-method' } })
  })

  it('answers with an error when a method throws', async () => {
    const { page } = createProviderPage({ init: () => Promise.reject(new Error('broken')) })
    expect(await page.call('init', {})).toMatchObject({
      error: { code: 'script-failed', message: 'broken', intent: null },
    })
  })
})
