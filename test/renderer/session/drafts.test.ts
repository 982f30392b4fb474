import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import { createDrafts, type DraftStatus, draftDelayMs } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const saves = (controls: ReturnType<typeof createFakeBridge>['controls']) =>
  controls.calls.filter(({ command }) => command === 'drafts.save').map(({ input }) => input)

describe('the store of drafts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const open = () => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
    return { drafts: createDrafts(bridge), controls, bridge }
  }

  it('saves the first change immediately, and the latest of the later changes after the delay', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(saves(controls)).toEqual([{ draftID: 'a', content: 1 }])
    drafts.keep('a', 2)
    await vi.advanceTimersByTimeAsync(draftDelayMs / 2)
    drafts.keep('a', 3)
    await vi.advanceTimersByTimeAsync(draftDelayMs / 2 - 1)
    expect(saves(controls)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(saves(controls).slice(1)).toEqual([{ draftID: 'a', content: 3 }])
    expect(await drafts.read('a')).toBe(3)
  })

  it('saves text typed without a pause once per delay, not at each key', async () => {
    const { drafts, controls } = open()
    for (let key = 0; key < 40; key += 1) {
      drafts.keep('a', key)
      await vi.advanceTimersByTimeAsync(draftDelayMs / 6)
    }
    expect(saves(controls).length).toBeGreaterThanOrEqual(6)
    expect(saves(controls).length).toBeLessThanOrEqual(8)
  })

  it('saves one draft without waiting for another', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 1)
    await vi.advanceTimersByTimeAsync(0)
    drafts.keep('b', 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(saves(controls)).toHaveLength(2)
  })

  it('saves all drafts immediately when flushed, and does not save them again', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 'x')
    drafts.keep('b', 'y')
    await drafts.flush()
    expect(saves(controls)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toHaveLength(2)
  })

  it('reads unsaved content that has not reached main', async () => {
    const { drafts } = open()
    drafts.keep('a', { typed: 'so far' })
    expect(await drafts.read('a')).toEqual({ typed: 'so far' })
  })

  it('retries until the save succeeds when the window is locked', async () => {
    const { drafts, controls } = open()
    controls.failNext('drafts.save', fail('locked', 'Locked.'))
    drafts.keep('a', 1)
    await vi.advanceTimersByTimeAsync(draftDelayMs)
    expect(await drafts.read('a')).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(saves(controls)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toHaveLength(2)
  })

  it('gives up when the content can never be saved', async () => {
    const { drafts, controls } = open()
    controls.failNext('drafts.save', fail('payload-too-large', 'Too large.'))
    drafts.keep('a', 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toHaveLength(1)
  })

  it('keeps the later change typed during a save', async () => {
    const { drafts } = open()
    drafts.keep('a', 1)
    const saving = drafts.flush()
    drafts.keep('a', 2)
    await saving
    expect(await drafts.read('a')).toBe(2)
    await vi.advanceTimersByTimeAsync(draftDelayMs)
    drafts.forget()
    expect(await drafts.read('a')).toBe(2)
  })

  it('has no content after a discard', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 1)
    await drafts.discard('a')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toEqual([])
    expect(await drafts.read('a')).toBeNull()
  })

  it('sends nothing of the previous user once the waiting drafts are forgotten', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 'private')
    drafts.forget()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toEqual([])
  })

  it('saves nothing while it is paused, and saves the waiting content when it is resumed', async () => {
    const { drafts, controls } = open()
    drafts.keep('a', 'before')
    await vi.advanceTimersByTimeAsync(0)
    drafts.keep('a', 'half a word')
    drafts.hold()
    drafts.keep('b', 'while held')
    await drafts.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves(controls)).toEqual([{ draftID: 'a', content: 'before' }])
    drafts.resume()
    expect(await drafts.read('a')).toBe('half a word')
    await vi.advanceTimersByTimeAsync(0)
    expect(saves(controls).slice(1)).toEqual([
      { draftID: 'a', content: 'half a word' },
      { draftID: 'b', content: 'while held' },
    ])
  })

  describe('when a draft is watched', () => {
    const watch = () => {
      const { drafts, controls } = open()
      const received: DraftStatus[] = []
      const stop = drafts.watch('a', (status) => received.push(status))
      return { drafts, controls, received, stop }
    }

    it('reports that the draft is being saved, then that it is on disk, and nothing about another draft', async () => {
      const { drafts, received } = watch()
      drafts.keep('a', 1)
      drafts.keep('b', 1)
      expect(received).toEqual(['keeping'])
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      expect(received).toEqual(['keeping', 'kept'])
    })

    it('does not report the draft as kept when only its earlier content is saved', async () => {
      const { drafts, received } = watch()
      drafts.keep('a', 1)
      await vi.advanceTimersByTimeAsync(0)
      drafts.keep('a', 2)
      drafts.keep('a', 3)
      expect(received.at(-1)).toBe('keeping')
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      expect(received.at(-1)).toBe('kept')
    })

    it('reports a failed save, and the success of a later try', async () => {
      const { drafts, controls, received } = watch()
      controls.failNext('drafts.save', fail('disconnected', 'Gone.'))
      drafts.keep('a', 1)
      await vi.advanceTimersByTimeAsync(0)
      expect(received.at(-1)).toBe('failing')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(received.at(-1)).toBe('kept')
    })

    it('reports that the draft can never be saved', async () => {
      const { drafts, controls, received } = watch()
      controls.failNext('drafts.save', fail('payload-too-large', 'Too long.'))
      drafts.keep('a', 1)
      await vi.advanceTimersByTimeAsync(0)
      expect(received).toEqual(['keeping', 'refused'])
    })

    it('reports a discard, and reports nothing more after the listener has stopped', async () => {
      const { drafts, received, stop } = watch()
      drafts.keep('a', 1)
      await drafts.discard('a')
      expect(received.at(-1)).toBeNull()
      stop()
      const before = received.length
      drafts.keep('a', 2)
      expect(received).toHaveLength(before)
    })
  })

  describe('with a draft that cannot be read', () => {
    const kept = { draftID: 'a', content: { typed: 'before' } }
    /** Opens drafts with one draft on disk, whose first reads fail. */
    const openUnreadable = async (failures = 4) => {
      const { bridge, controls } = open()
      await bridge.drafts.save(kept)
      let left = failures
      const read: typeof bridge.drafts.read = async (input) => {
        left -= 1
        return left < 0 ? await bridge.drafts.read(input) : fail('disconnected', 'Not now.')
      }
      const drafts = createDrafts({ drafts: { ...bridge.drafts, read } })
      const reading = drafts.read('a')
      await vi.advanceTimersByTimeAsync(3000)
      const onDisk = async () => await bridge.drafts.read({ draftID: 'a' })
      const remove = async () => await bridge.drafts.discard({ draftID: 'a' })
      return { drafts, controls, read: await reading, onDisk, remove }
    }
    const watch = (drafts: ReturnType<typeof createDrafts>) => {
      const told: DraftStatus[] = []
      drafts.watch('a', (status) => told.push(status))
      return told
    }

    it('reads the draft again, and finds it after three failures', async () => {
      expect((await openUnreadable(3)).read).toEqual(kept.content)
    })

    it('never overwrites the draft unseen: new input waits until the user decides', async () => {
      const { drafts, read, onDisk } = await openUnreadable()
      expect(read).toBeNull()
      const told = watch(drafts)
      drafts.keep('a', { typed: 'since' })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(told.at(-1)).toBe('unseen')
      expect(drafts.unseen.getState()).toEqual(['a'])
      expect(await onDisk()).toMatchObject({ value: { content: kept.content } })
      expect(await drafts.read('a')).toEqual({ typed: 'since' })
      drafts.keep('a', { typed: 'since then' })
      await drafts.flush()
      expect(await onDisk()).toMatchObject({ value: { content: kept.content } })
      drafts.decideUnseen('a', 'entered')
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      expect(told.at(-1)).toBe('kept')
      expect(drafts.unseen.getState()).toEqual([])
      expect(await onDisk()).toMatchObject({ value: { content: { typed: 'since then' } } })
    })

    it('reads the draft once the user chooses the earlier draft', async () => {
      const { drafts } = await openUnreadable()
      drafts.keep('a', { typed: 'since' })
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      drafts.decideUnseen('a', 'earlier')
      expect(await drafts.read('a')).toEqual(kept.content)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await drafts.read('a')).toEqual(kept.content)
    })

    it('keeps the draft when the new input is discarded', async () => {
      const { drafts } = await openUnreadable()
      drafts.keep('a', { typed: 'since' })
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      await drafts.discard('a')
      expect(drafts.unseen.getState()).toEqual([])
      expect(await drafts.read('a')).toEqual(kept.content)
    })

    it('does not block new input once a later read finds that there is no draft', async () => {
      const { drafts, controls, remove } = await openUnreadable(5)
      await remove()
      const before = saves(controls).length
      drafts.keep('a', 1)
      await vi.advanceTimersByTimeAsync(draftDelayMs)
      expect(saves(controls).slice(before)).toEqual([])
      await vi.advanceTimersByTimeAsync(2000)
      expect(saves(controls).slice(before)).toEqual([{ draftID: 'a', content: 1 }])
    })
  })
})
