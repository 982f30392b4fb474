import { describe, expect, it } from 'vitest'
import { mayMessage } from '#domain/messages/may-message.ts'
import { readMobileNumber } from '#domain/messages/mobile-number.ts'
import { initialStatus } from '#domain/study/study.ts'

const member = { email: 'ana@mail.example', phone_number: '+1 (604) 555-0142' }
const given = { study: { status: initialStatus }, member, optOut: null, needsConfirmation: false }
const suppressed = { study: { status: { ...initialStatus, customerEmailAvailable: false } } }

describe('mayMessage', () => {
  it.each<[string, 'email' | 'sms', object, object]>([
    ['an email', 'email', {}, { kind: 'may', to: 'ana@mail.example' }],
    ['a text', 'sms', {}, { kind: 'may', to: '+16045550142' }],
    ['no email when suppressed', 'email', suppressed, { kind: 'may-not', why: 'suppressed' }],
    ['no text when suppressed', 'sms', suppressed, { kind: 'may-not', why: 'suppressed' }],
    ['nothing after an opt-out', 'sms', { optOut: { address: null } }, { kind: 'may-not', why: 'opted-out' }],
    [
      'no text to the number that opted out',
      'sms',
      { optOut: { address: '+16045550142' } },
      { kind: 'may-not', why: 'opted-out' },
    ],
    [
      'a text to a new number after an opt-out',
      'sms',
      { optOut: { address: '+16045550199' } },
      { kind: 'may', to: '+16045550142' },
    ],
    [
      'no email to the address that opted out',
      'email',
      { optOut: { address: 'ana@mail.example' } },
      { kind: 'may-not', why: 'opted-out' },
    ],
    [
      'no email without an address',
      'email',
      { member: { ...member, email: ' ' } },
      { kind: 'may-not', why: 'no-address' },
    ],
    [
      'no text without a number',
      'sms',
      { member: { ...member, phone_number: '' } },
      { kind: 'may-not', why: 'no-address' },
    ],
    [
      'no email to an unconfirmed address',
      'email',
      { needsConfirmation: true },
      { kind: 'may-not', why: 'address-not-confirmed' },
    ],
    ['a text despite an unconfirmed email', 'sms', { needsConfirmation: true }, { kind: 'may', to: '+16045550142' }],
    [
      'no text abroad',
      'sms',
      { member: { ...member, phone_number: '+49 30 901820' } },
      { kind: 'may-not', why: 'number-foreign' },
    ],
  ])('allows %s', (_what, channel, change, expected) => {
    expect(mayMessage(channel, { ...given, ...change })).toEqual(expected)
  })
})

describe('readMobileNumber', () => {
  it.each([
    ['604 555 0142', 'mobile'],
    ['1-604-555-0142', 'mobile'],
    ['+1 800 555 0100', 'landline'],
    ['+44 7911 123456', 'foreign'],
    ['+1 604 555 0142 ext. 3', 'not-valid'],
    ['555 0142', 'not-valid'],
    ['', 'not-valid'],
    ['call my wife', 'not-valid'],
  ])('reads %s as %s', (text, kind) => {
    expect(readMobileNumber(text).kind).toBe(kind)
  })
})
