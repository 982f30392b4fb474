import { describe, expect, it } from 'vitest'
import {
  cancellationReasons,
  cancellationSchema,
  clarifyCancellationReason,
  describeCancellationReason,
} from '#domain/booking/cancellation.ts'

describe('cancellation', () => {
  it('has the 21 reasons of the spec, each once, in five groups', () => {
    expect(cancellationReasons).toHaveLength(21)
    expect(new Set(cancellationReasons.map((reason) => reason.code)).size).toBe(21)
    const groups = Object.groupBy(cancellationReasons, (reason) => reason.group)
    expect(Object.fromEntries(Object.entries(groups).map(([group, list]) => [group, list.length]))).toEqual({
      Financial: 3,
      Medical: 6,
      Member: 9,
      Atrium: 2,
      Other: 1,
    })
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
