import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastQueue, TOAST_TRANSITION_MS } from '#renderer/kit/controls/toast-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('createToastQueue', () => {
  it('keeps an error in its history after the toast has gone', () => {
    const queue = createToastQueue(() => 1_000)
    const key = queue.error({ title: 'Status Update Failed', description: 'Try again.' })
    queue.close(key)
    vi.advanceTimersByTime(TOAST_TRANSITION_MS)
    expect(queue.visible.visibleToasts).toHaveLength(0)
    expect(queue.history).toEqual([
      { key, tone: 'error', title: 'Status Update Failed', description: 'Try again.', shownAt: 1_000 },
    ])
  })

  it('keeps no success and no warning in its history', () => {
    const queue = createToastQueue()
    queue.success('Saved')
    queue.warning('Similar name')
    expect(queue.history).toEqual([])
  })

  it('puts the newest error first and drops the oldest past 100', () => {
    const queue = createToastQueue()
    for (let number = 1; number <= 101; number += 1) queue.error(`Failure ${number}`)
    expect(queue.history).toHaveLength(100)
    expect(queue.history.at(0)?.title).toBe('Failure 101')
    expect(queue.history.at(-1)?.title).toBe('Failure 2')
  })

  it('keeps a closed toast for 220 ms while it leaves', () => {
    const queue = createToastQueue()
    const key = queue.success('Saved')
    queue.close(key)
    expect(queue.isLeaving(key)).toBe(true)
    vi.advanceTimersByTime(219)
    expect(queue.visible.visibleToasts).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(queue.visible.visibleToasts).toHaveLength(0)
    expect(queue.isLeaving(key)).toBe(false)
  })

  it('notifies its listeners of every change until they unsubscribe', () => {
    const queue = createToastQueue()
    const listener = vi.fn()
    const leave = queue.subscribe(listener)
    queue.error('Failed')
    queue.clearHistory()
    expect(listener).toHaveBeenCalledTimes(2)
    expect(queue.history).toEqual([])
    leave()
    queue.error('Failed again')
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('starts no timer for a toast with a null timeout', () => {
    const queue = createToastQueue()
    queue.warning({ title: 'Stays', timeoutMs: null })
    expect(queue.visible.visibleToasts[0]?.timer).toBeUndefined()
  })

  it('keeps a toast with an undo for ten seconds', () => {
    const queue = createToastQueue()
    const action = { label: 'Undo', onPress: () => {} }
    queue.success({ title: 'Checked in', action: { ...action, isUndo: true } })
    queue.success({ title: 'Not printed', action })
    expect(queue.visible.visibleToasts.map(({ timeout }) => timeout)).toEqual([5_000, 10_000])
  })

  it('presses the newest undo and closes its toast, and passes over other actions and toasts that leave', () => {
    const queue = createToastQueue()
    const pressed: string[] = []
    const show = (title: string, isUndo: boolean): string =>
      queue.success({ title, action: { label: 'Undo', onPress: () => pressed.push(title), isUndo } })
    show('first', true)
    const second = show('second', true)
    show('try again', false)
    queue.success('plain')
    expect(queue.undoNewest()).toBe(true)
    expect(queue.isLeaving(second)).toBe(true)
    expect(queue.undoNewest()).toBe(true)
    expect(queue.undoNewest()).toBe(false)
    expect(pressed).toEqual(['second', 'first'])
  })
})
