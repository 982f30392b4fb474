import { describe, expect, it } from 'vitest'
import type { FailureCode } from '#contract/reply.ts'
import { type DeliveryChannel, deliveryChannels, deliverySchema, deliveryStates } from '#domain/release/delivery.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import {
  addressReason,
  commitLabel,
  deliveryTone,
  describeDelivery,
  describeSendFailure,
  formatAddress,
} from '#renderer/release/inside/release-words.ts'

const zone = 'America/Los_Angeles' as ZoneId

const delivery = deliverySchema.parse({
  deliveryID: 'd-1',
  studyID: 'S1',
  channel: 'fax',
  mode: 'automated',
  item: { kind: 'paper', paper: 'physician-report' },
  title: 'Physician report, version 2',
  practitionerID: 'pr-1',
  practiceLocationID: null,
  recipientName: 'Dr. Mia Chen',
  address: '16045550101',
  isEncrypted: false,
  state: 'handed-over',
  reason: null,
  pages: 3,
  by: 'Frankie Desker',
  at: '2026-11-21T22:14:00Z',
  handedOverAt: null,
  deliveredAt: null,
})

describe('a delivery in words', () => {
  it('shows channel, time in the location’s zone, and state', () => {
    expect(describeDelivery(delivery, zone)).toBe('FAX 21 Nov 2026 02:14pm PST, waiting for confirmation')
  })

  it('shows “sent” for an email that the mail server accepted, and the success colour only for a delivered fax', () => {
    const mail = { ...delivery, channel: 'email' as const, state: 'delivered' as const }
    expect(describeDelivery(mail, zone)).toBe('EMAIL 21 Nov 2026 02:14pm PST, sent')
    expect(deliveryTone(mail)).toBe('info')
    expect(deliveryTone(delivery)).toBe('info')
    expect(deliveryTone({ ...delivery, state: 'delivered' })).toBe('success')
  })

  it('has its own words for every state', () => {
    const words = deliveryStates.map((state) => describeDelivery({ ...delivery, state }, zone))
    expect(new Set(words).size).toBe(deliveryStates.length)
  })
})

describe('an address', () => {
  it.each<readonly [DeliveryChannel, string, string]>([
    ['fax', '16045550101', '+1 604 555 0101'],
    ['fax', '604555', '604555'],
    ['email', '16045550101', '16045550101'],
  ])('%s %s is shown as %s', (channel, address, expected) => {
    expect(formatAddress(channel, address)).toBe(expected)
  })

  it.each<readonly [DeliveryChannel, Parameters<typeof addressReason>[1], string | null]>([
    ['fax', undefined, 'No fax number in the directory.'],
    ['fax', { address: '', problem: releaseMessages.faxNumberNotValid }, 'No fax number in the directory.'],
    ['fax', { address: '604555', problem: releaseMessages.faxNumberNotValid }, releaseMessages.faxNumberNotValid],
    ['fax', { address: '16045550101', problem: null }, null],
    ['email', { address: '', problem: null }, 'No email address in the directory.'],
    ['cd', { address: '', problem: null }, null],
    ['usb', undefined, null],
  ])(
    'for the channel %s, with the directory entry %j, has the problem %s (null: none)',
    (channel, address, expected) => {
      expect(addressReason(channel, address)).toBe(expected)
    },
  )
})

describe('the committing button', () => {
  const about = { title: 'Physician report', who: 'Ana Silva, 03 Feb 1980', to: 'Dr. Mia Chen' }
  it.each<readonly [DeliveryChannel, string, string]>([
    [
      'fax',
      '16045550101',
      'Fax Physician report of Ana Silva, 03 Feb 1980 to Dr. Mia Chen, +1\u00a0604\u00a0555\u00a00101',
    ],
    ['email', 'c@p.example', 'Email Physician report of Ana Silva, 03 Feb 1980 to Dr. Mia Chen, c@p.example'],
    ['cd', '', 'Write Physician report of Ana Silva, 03 Feb 1980 to a CD for Dr. Mia Chen'],
    ['usb', '', 'Write Physician report of Ana Silva, 03 Feb 1980 to a USB stick for Dr. Mia Chen'],
  ])('names the document, the member and the recipient for %s', (channel, address, expected) => {
    expect(commitLabel(channel, { ...about, address })).toBe(expected)
  })
})

describe('a send that failed', () => {
  it.each<readonly [DeliveryChannel, FailureCode, string, string]>([
    ['fax', 'recipient-not-valid', releaseMessages.faxFailed, 'In its own words.'],
    ['email', 'recipient-unconfirmed', releaseMessages.emailFailed, 'In its own words.'],
    ['fax', 'unexpected', releaseMessages.faxFailed, releaseMessages.checkLogs],
    ['email', 'timed-out', releaseMessages.emailFailed, releaseMessages.checkLogs],
    ['email', 'stale', releaseMessages.emailFailed, 'In its own words.'],
    ['fax', 'act-not-allowed', releaseMessages.faxFailed, 'In its own words.'],
    ['fax', 'idempotency-key-reused', releaseMessages.faxFailed, releaseMessages.earlierTry],
    ['fax', 'offline', releaseMessages.faxFailed, releaseMessages.offline],
    ['email', 'answer-withheld', releaseMessages.emailFailed, releaseMessages.answerLost],
    ['fax', 'outcome-unknown', releaseMessages.faxFailed, releaseMessages.checkLogs],
    ['fax', 'not-sent', releaseMessages.faxFailed, 'Nothing was sent. Try again.'],
    ['cd', 'folder-not-writable', 'Error writing the CD', 'In its own words.'],
    ['fax', 'job-not-movable', releaseMessages.faxFailed, 'In its own words.'],
    ['usb', 'report-missing', studyMessages.missingReportTitle, studyMessages.missingReport],
  ])('by %s with the failure %s is described as %s', (channel, code, title, text) => {
    expect(describeSendFailure(channel, { code, message: 'In its own words.' })).toEqual({ title, text })
  })

  it('has a different title for each channel', () => {
    const titles = deliveryChannels.map((channel) => describeSendFailure(channel, { code: 'stale', message: '' }).title)
    expect(new Set(titles).size).toBe(deliveryChannels.length)
  })
})
