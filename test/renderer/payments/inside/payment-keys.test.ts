import { expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { createPaymentKeys } from '#renderer/payments/inside/payment-keys.ts'

const openKeys = () => {
  let made = 0
  return createPaymentKeys(() => {
    made += 1
    return `key-${made}`
  })
}

const unknown = fail('outcome-unknown', 'No answer came.')
const notSent = fail('offline', 'The back office cannot be reached.')
const refused = fail('invalid-input', 'The amount is too large.')

it.each([
  ['is done', [ok(null)], false, 'key-2'],
  ['is refused', [refused], false, 'key-2'],
  ['may have been done', [unknown], true, 'key-1'],
  ['may have been done, even if a later try was not sent', [unknown, notSent], true, 'key-1'],
  ['was not sent at all', [notSent], false, 'key-1'],
  ['may have been done, and is refused at the next try', [unknown, refused], false, 'key-2'],
] as const)('keeps or replaces the key of a payment that %s', (_, replies, isOpen, next) => {
  const keys = openKeys()
  const ends = replies.map((reply) => {
    keys.begin('payment')
    expect(keys.keyOf('payment')).toBe('key-1')
    return keys.note('payment', reply)
  })
  expect(ends.at(-1)).toBe(isOpen)
  expect(keys.sentKeys()).toEqual(isOpen ? { payment: 'key-1' } : {})
  expect(keys.keyOf('payment')).toBe(next)
})

it('keeps the key of a form that was sent before the panel was opened', () => {
  const keys = openKeys()
  keys.adopt('refund', 'key-of-before')
  expect(keys.sentKeys()).toEqual({ refund: 'key-of-before' })
  expect(keys.note('refund', notSent)).toBe(true)
  expect(keys.keyOf('refund')).toBe('key-of-before')
})

it('does not list the sent key of a commit without a form, so that a reload does not restore that key', () => {
  const keys = openKeys()
  keys.begin('email')
  keys.note('email', unknown)
  expect(keys.sentKeys()).toEqual({})
  expect(keys.keyOf('email')).toBe('key-1')
})
