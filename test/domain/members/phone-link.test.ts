import { describe, expect, it } from 'vitest'
import { phoneLink } from '#domain/members/phone-link.ts'

describe('phoneLink', () => {
  const cases: readonly [string, string | null, string | null][] = [
    ['604 555 0123', 'tel:+16045550123', 'sms:+16045550123'],
    ['+1 (604) 555-0123', 'tel:+16045550123', 'sms:+16045550123'],
    ['+44 20 7946 0958', 'tel:+442079460958', 'sms:+442079460958'],
    ['604 555 0123 ext. 12', 'tel:+16045550123;ext=12', null],
    ['12', null, null],
    ['', null, null],
    ['call my son', null, null],
    ['tel:604 555 0123', 'tel:+16045550123', 'sms:+16045550123'],
    ['javascript:alert(1)', null, null],
  ]
  it.each(cases)('reads %j', (text, call, message) => {
    expect([phoneLink(text, 'call'), phoneLink(text, 'text')]).toEqual([call, message])
  })
})
