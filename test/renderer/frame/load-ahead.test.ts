import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAhead } from '#renderer/frame/load-ahead.ts'

describe('loading ahead', () => {
  let idle: (() => void)[]
  /** Lets the page be idle once, and waits for the load that this starts. */
  const beIdle = async (): Promise<void> => {
    idle.shift()?.()
    await new Promise((done) => setTimeout(done))
  }
  beforeEach(() => {
    idle = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
    vi.stubGlobal('cancelIdleCallback', () => {
      idle = []
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('loads one part at a time, each when the page is idle, and skips a failed one', async () => {
    const loaded: string[] = []
    const load = (name: string) => async () => void loaded.push(name)
    loadAhead([load('first'), () => Promise.reject(new Error('no such file')), load('third')])
    expect(loaded).toEqual([])
    await beIdle()
    expect(loaded).toEqual(['first'])
    await beIdle()
    await beIdle()
    expect(loaded).toEqual(['first', 'third'])
    expect(idle).toEqual([])
  })

  it('loads nothing more if it is stopped during a load', async () => {
    const stop = loadAhead([async () => undefined, async () => undefined])
    idle.shift()?.()
    stop()
    await beIdle()
    expect(idle).toEqual([])
  })

  it('loads nothing more after it is stopped', async () => {
    const loaded: string[] = []
    const load = (name: string) => async () => void loaded.push(name)
    const stop = loadAhead([load('first'), load('second')])
    await beIdle()
    stop()
    await beIdle()
    expect(loaded).toEqual(['first'])
  })
})
