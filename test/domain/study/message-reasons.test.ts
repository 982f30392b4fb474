import { describe, expect, it } from 'vitest'
import { messageReason, type StudyMessageKind, studyMessageKinds } from '#domain/study/message-reasons.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { aStudyWith } from './study-records.ts'

const ana = { email: 'ana@mail.example' }
const { booking } = aStudyWith()
const start = booking?.utcStart as Instant
const before = '2026-11-20T17:00:00Z' as Instant
const far = { scanned: true, feedbackReceived: true }

describe('messageReason', () => {
  it.each(studyMessageKinds)('allows %s only for a member with an address and allowed messages', (message) => {
    const study = aStudyWith(message === 'feedback-reminder' ? { scanned: true } : far)
    expect(messageReason(message, study, ana, before)).toBeNull()
    expect(messageReason(message, study, { email: ' ' }, before)).toBe('This member has no email address.')
    const suppressed = { ...study, status: { ...study.status, customerEmailAvailable: false } }
    expect(messageReason(message, suppressed, ana, before)).toBe('Messages to this member are suppressed.')
  })

  it.each<[string, StudyMessageKind, Record<string, boolean>, Partial<Study>, Instant, RegExp]>([
    ['a cancelled appointment', 'confirmation', { cancelled: true }, { booking: null }, before, /cancelled/],
    ['no appointment', 'confirmation', {}, { booking: null }, before, /no appointment/],
    ['a temporary hold', 'confirmation', {}, { temporaryHold: true }, before, /held for now/],
    ['an appointment that has begun', 'confirmation', {}, {}, start, /past/],
    ['a member who was not scanned', 'feedback-reminder', { scanned: false }, {}, before, /not been scanned/],
    ['existing feedback', 'feedback-reminder', far, {}, before, /given feedback already/],
    ['no feedback', 'amplification', { scanned: true }, {}, before, /not given feedback/],
    ['amplification denied', 'amplification', { ...far, feedbackAmplificationDenied: true }, {}, before, /not want/],
    [
      'amplification done',
      'amplification',
      { ...far, feedbackAmplificationDone: true },
      {},
      before,
      /amplified already/,
    ],
  ])('given %s, refuses the message %s', (_, message, flags, columns, now, words) => {
    expect(messageReason(message, { ...aStudyWith(flags), ...columns }, ana, now)).toMatch(words)
  })
})
