import { describe, expect, it } from 'vitest'
import { parseFaxNumber } from '#domain/people/fax-number.ts'
import { addressOf, addressProblem, isSameAddress, recipientName } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'

describe('parseFaxNumber', () => {
  it.each([
    ['16045550101', '16045550101'],
    ['+1 604 555-0101', '16045550101'],
    ['1 (604) 555.0101', '16045550101'],
    [' 16045550101\r\n', '16045550101'],
  ])('returns the eleven digits of %j', (text, digits) => {
    expect(parseFaxNumber(text)).toEqual({ kind: 'valid', digits })
  })

  it.each([
    '',
    '6045550101',
    '160455501012',
    '1604555010a',
    '16045550101 ext 2',
    '1604555O101',
    '１６０４５５５０１０１',
    '1-604-555-0101;2',
    '16045550101+',
    '++16045550101',
  ])('refuses %j', (text) => {
    expect(parseFaxNumber(text)).toEqual({ kind: 'not-valid', message: releaseMessages.faxNumberNotValid })
  })
})

const practice = (id: string, faxNumber: string) => ({
  id,
  locationName: 'Main office',
  practice: { practiceName: 'Cedar' },
  practitionerContact: { faxNumber },
})
const practitioner = {
  id: 'p-1',
  firstName: 'Mia',
  lastName: 'Chen',
  profession: '',
  salutation: 'Dr.',
  contact: { emailAddress: ' mia@practice.example ', faxNumber: '+1 604 555-0101', address: '', address2: '' },
  locations: [practice('pl-1', '+1 604 555-0202'), practice('pl-2', ' ')],
  version: 1,
}

describe('addressOf', () => {
  it.each([
    ['fax', 'pl-1', '16045550202'],
    ['fax', 'pl-2', '16045550101'],
    ['fax', 'pl-9', '16045550101'],
    ['fax', null, '16045550101'],
    ['email', 'pl-1', 'mia@practice.example'],
    ['cd', 'pl-1', ''],
    ['usb', null, ''],
  ] as const)('returns the address of a %s for practice %s', (channel, practiceLocationID, address) => {
    expect(addressOf(practitioner, practiceLocationID, channel)).toBe(address)
  })

  it('returns an invalid number as entered, without outer spaces', () => {
    const contact = { ...practitioner.contact, faxNumber: ' 604 555 ' }
    expect(addressOf({ ...practitioner, contact }, null, 'fax')).toBe('604 555')
  })

  it('names the practitioner without extra spaces', () => {
    expect(recipientName(practitioner)).toBe('Dr. Mia Chen')
    expect(recipientName({ ...practitioner, salutation: '', firstName: '' })).toBe('Chen')
  })
})

describe('addressProblem', () => {
  it.each([
    ['fax', '16045550101', null],
    ['fax', '6045550101', releaseMessages.faxNumberNotValid],
    ['email', 'mia@practice.example', null],
    ['email', '', releaseMessages.emailNotValid],
    ['email', 'mia at practice', releaseMessages.emailNotValid],
    ['email', 'mia@practice', releaseMessages.emailNotValid],
    ['email', 'mia@practice.example, bob@practice.example', releaseMessages.emailNotValid],
    ['email', 'Mia <mia@practice.example>', releaseMessages.emailNotValid],
    ['email', 'mia@practice.example\r\nBcc: bob@practice.example', releaseMessages.emailNotValid],
    ['email', 'mia@practice.example\n', releaseMessages.emailNotValid],
    ['email', 'mia\u0000@practice.example', releaseMessages.emailNotValid],
    ['cd', '', null],
    ['usb', 'anything', releaseMessages.noAddressOnMedium],
  ] as const)('returns for a %s to %j: %s', (channel, address, problem) => {
    expect(addressProblem(channel, address)).toBe(problem)
  })

  it('recognizes an address in another spelling, and distinguishes two addresses', () => {
    expect(isSameAddress('fax', '+1 604 555-0101', '16045550101')).toBe(true)
    expect(isSameAddress('fax', '16045550102', '16045550101')).toBe(false)
    expect(isSameAddress('email', 'Mia@Practice.example ', 'mia@practice.example')).toBe(true)
    expect(isSameAddress('email', 'mia@practice.example', 'mia@practice.test')).toBe(false)
  })
})
