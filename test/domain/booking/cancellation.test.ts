import { describe, expect, it } from 'vitest'
import {
  cancellationReasons,
  cancellationSchema,
  clarifyCancellationReason,
  describeCancellationReason,
} from '#domain/booking/cancellation.ts'

describe('cancellation', () => {
  it('has the 21 reasons of the spec, in its words and groups, each with its own code', () => {
    const groups = Object.groupBy(cancellationReasons, (reason) => reason.group)
    const labels = Object.entries(groups).map(([group, list]) => [group, list.map(({ label }) => label).join(', ')])
    expect(Object.fromEntries(labels)).toEqual({
      Financial: 'Cost, Lack of insurance coverage, Less expensive alternative',
      Medical: 'Emergency, Illness, Not correct procedure, Pregnancy, Referral denied, Safety reason',
      Member:
        'Agreement/MIF aversion, Booking error, Commute, Commute issues, Family emergency, Fear/claustrophobia, ' +
        "Reconsidered by media, Reconsidered by physician's opinion, Undisclosed",
      Atrium: 'Booking error, Double booking',
      Other: 'Other',
    })
    expect(new Set(cancellationReasons.map((reason) => reason.code)).size).toBe(21)
  })

  it('distinguishes reasons whose labels are equal or similar', () => {
    const told = cancellationReasons.map(({ code, label }) => `${label}: ${clarifyCancellationReason(code) ?? ''}`)
    expect(new Set(told).size).toBe(21)
    for (const { code, label } of cancellationReasons) {
      const isAlike = cancellationReasons.some((other) => other.code !== code && other.label.startsWith(label))
      if (isAlike) expect(clarifyCancellationReason(code)).toMatch(/^(Member|Atrium): /)
    }
    expect(describeCancellationReason('member-booking-error')?.words).toBe('Member: Booking error')
    expect(describeCancellationReason('atrium-booking-error')?.words).toBe('Atrium: Booking error')
    expect(describeCancellationReason('medical-illness')).toEqual({ words: 'Medical: Illness', meaning: null })
    expect(describeCancellationReason('bored')).toBeNull()
  })

  it.each([
    ['a reason and a detail', 'other', 'called in', true],
    ['255 characters', 'other', 'x'.repeat(255), true],
    ['256 characters', 'other', 'x'.repeat(256), false],
    ['no detail', 'other', '   ', false],
    ['a reason that is not in the list', 'bored', 'called in', false],
  ])('checks %s', (_, cancellationReason, cancellationDetail, valid) => {
    expect(cancellationSchema.safeParse({ cancellationReason, cancellationDetail }).success).toBe(valid)
  })
})
