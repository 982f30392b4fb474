import { describe, expect, it } from 'vitest'
import { phoneLink } from '#domain/members/phone-link.ts'

describe('phoneLink', () => {
  const cases: readonly [string, string, string | null, string | null][] = [
    ['604 555 0123', 'Canada', 'tel:+16045550123', 'sms:+16045550123'],
    ['+1 (604) 555-0123', 'Canada', 'tel:+16045550123', 'sms:+16045550123'],
    ['+44 20 7946 0958', 'Canada', 'tel:+442079460958', 'sms:+442079460958'],
    ['020 7946 0958', 'United Kingdom', 'tel:+442079460958', 'sms:+442079460958'],
    ['604 555 0123 ext. 12', 'Canada', 'tel:+16045550123;ext=12', null],
    // Without a country, only a number with its country code has one meaning.
    ['+1 604 555 0123', '', 'tel:+16045550123', 'sms:+16045550123'],
    ['604 555 0123', '', null, null],
    ['604 555 0123', 'Atlantis', null, null],
    // A number of another country, or with a wrong digit, may have a valid length and reach someone else.
    ['030 123 4567', 'Canada', null, null],
    ['104 555 0123', 'Canada', null, null],
    ['12', 'Canada', null, null],
    ['', 'Canada', null, null],
    ['call my son', 'Canada', null, null],
    ['tel:604 555 0123', 'Canada', 'tel:+16045550123', 'sms:+16045550123'],
    ['javascript:alert(1)', 'Canada', null, null],
  ]
  it.each(cases)('reads %j for a member in %j', (phone_number, country, call, message) => {
    const member = { phone_number, country }
    expect([phoneLink(member, 'call'), phoneLink(member, 'text')]).toEqual([call, message])
  })
})
