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

it('the lock minutes are those that an administrator set, also after a start without the back office, and 5 by default', () => {
  const stored = aStore()
  const lock = createLockMinutes({ fixed: undefined, stored })
  expect(lock.minutes()).toBe(5)
  expect(lock.applySetting(null)).toBe(false)
  expect(lock.applySetting(3)).toBe(true)
  expect(lock.applySetting(3)).toBe(false)
  expect(lock.minutes()).toBe(3)
  expect(createLockMinutes({ fixed: undefined, stored }).minutes()).toBe(3)
})

it('the lock minutes follow the policy, whatever an administrator sets', () => {
  const lock = createLockMinutes({ fixed: 2, stored: aStore() })
  expect(lock.applySetting(15)).toBe(false)
  expect(lock.minutes()).toBe(2)
})

it('the lock minutes stay the same after the cache was closed', () => {
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
