import { describe, expect, it } from 'vitest'
import { cancellationReasons, cancellationSchema } from '#domain/booking/cancellation.ts'

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

  it.each([
    ['a reason and a detail', 'other', 'called in', true],
    ['255 characters', 'other', 'x'.repeat(255), true],
    ['256 characters', 'other', 'x'.repeat(256), false],
    ['no detail', 'other', '   ', false],
    ['a reason that is not in the list', 'bored', 'called in', false],
  ])('decides over %s', (_, cancellationReason, cancellationDetail, valid) => {
    expect(cancellationSchema.safeParse({ cancellationReason, cancellationDetail }).success).toBe(valid)
  })
})
