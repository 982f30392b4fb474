import { expect, it } from 'vitest'
import { createLockMinutes } from '#main/session/lock-minutes.ts'

const aStore = () => {
  let word: string | null = null
  return {
    read: () => word,
    write: (next: string | null) => {
      word = next
    },
  }
}

it('uses the minutes that an administrator set, also after a start without the back office, and 5 if no minutes were set', () => {
  const stored = aStore()
  const lock = createLockMinutes({ fixed: undefined, stored })
  expect(lock.minutes()).toBe(5)
  expect(lock.applySetting(null)).toBe(false)
  expect(lock.applySetting(3)).toBe(true)
  expect(lock.applySetting(3)).toBe(false)
  expect(lock.minutes()).toBe(3)
  expect(createLockMinutes({ fixed: undefined, stored }).minutes()).toBe(3)
})

it('follows the policy, whatever an administrator sets', () => {
  const lock = createLockMinutes({ fixed: 2, stored: aStore() })
  expect(lock.applySetting(15)).toBe(false)
  expect(lock.minutes()).toBe(2)
})

it('keeps the number of minutes after the cache was closed', () => {
  const stored = aStore()
  stored.write('7')
  let isOpen = true
  const read = (): string | null => {
    if (!isOpen) throw new TypeError('The database connection is not open')
    return stored.read()
  }
  const lock = createLockMinutes({ fixed: undefined, stored: { ...stored, read } })
  isOpen = false
  expect(lock.minutes()).toBe(7)
})
