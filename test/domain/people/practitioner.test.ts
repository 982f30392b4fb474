import { describe, expect, it } from 'vitest'
import { isFaxable, practitionerContactChangesSchema, practitionerEmailRefused } from '#domain/people/practitioner.ts'

const messagesOf = (contact: object): readonly string[] =>
  practitionerContactChangesSchema.safeParse(contact).error?.issues.map(({ path, message }) => `${path}: ${message}`) ??
  []

describe('practitionerContactChangesSchema', () => {
  it.each([
    { emailAddress: '' },
    { emailAddress: 'office@cedar-clinic.example' },
    { faxNumber: '' },
    { faxNumber: '+1 (604) 555-0142' },
    { faxNumber: '555' },
    { practiceFaxNumbers: {} },
    { practiceFaxNumbers: { 'pl-1': '', 'pl-2': '+1 (604) 555-0142' } },
  ])('accepts %j', (contact) => {
    expect(practitionerContactChangesSchema.parse(contact)).toEqual(contact)
  })

  it.each(['office', 'office@cedar', 'a b@cedar.example', 'one@cedar.example, two@cedar.example'])(
    'refuses the email %j in the words of the page',
    (emailAddress) => {
      expect(messagesOf({ emailAddress })).toEqual([`emailAddress: ${practitionerEmailRefused}`])
    },
  )

  it.each(['ask the desk', '604.555.0142', '16045550142 ext 3'])('refuses the fax %j', (faxNumber) => {
    const words = 'Use only digits, spaces, +, - and parentheses'
    expect(messagesOf({ faxNumber })).toEqual([`faxNumber: ${words}`])
    expect(messagesOf({ practiceFaxNumbers: { 'pl-1': faxNumber } })).toEqual([`practiceFaxNumbers,pl-1: ${words}`])
  })
})

describe('isFaxable', () => {
  it.each([
    ['+1 (604) 555-0142', true],
    ['604 555 0142', false],
    ['604 555 0142 ext 1', false],
    ['', false],
  ])('returns whether a fax can be sent to %j: %s', (faxNumber, isRight) => {
    expect(isFaxable(faxNumber)).toBe(isRight)
  })
})
