import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideResult, type OrderedResult } from '#domain/results/decide-result.ts'
import { resultStatuses } from '#domain/results/incoming-report.ts'
import type { Instant } from '#domain/values/instant.ts'

const at = (minute: number): Instant => `2026-11-24T10:${String(minute).padStart(2, '0')}:00Z` as Instant
const result = (resultID: string, status: OrderedResult['status'], minute: number): OrderedResult => ({
  resultID,
  status,
  issuedAt: at(minute),
  digest: `d-${resultID}`,
})
const original = result('original', 'final', 1)
const correction = result('correction', 'corrected', 2)
const cancellation = result('cancellation', 'cancelled', 3)
const draft = result('draft', 'preliminary', 0)

describe('decideResult', () => {
  it.each([
    ['a first report', [], original, { kind: 'attach', replaces: null }],
    ['a correction', [original], correction, { kind: 'attach', replaces: 'original' }],
    ['an original after its correction', [correction], original, { kind: 'superseded' }],
    ['a cancellation', [original], cancellation, { kind: 'withdraw', replaces: 'original' }],
    ['an original after its cancellation', [cancellation], original, { kind: 'superseded' }],
    [
      'a correction after a cancellation',
      [cancellation],
      result('late', 'corrected', 4),
      { kind: 'attach', replaces: 'cancellation' },
    ],
    [
      'a second cancellation',
      [original, cancellation],
      result('late', 'cancelled', 4),
      { kind: 'withdraw', replaces: 'cancellation' },
    ],
    ['a preliminary report', [], draft, { kind: 'preliminary' }],
    ['a preliminary report after the final one', [original], draft, { kind: 'preliminary' }],
    ['a report after its preliminary one', [draft], original, { kind: 'attach', replaces: null }],
    [
      'the same report again',
      [original, correction],
      { ...original, resultID: 'again' },
      { kind: 'duplicate', of: 'original' },
    ],
    [
      'a correction of the same second',
      [original],
      result('same', 'corrected', 1),
      { kind: 'attach', replaces: 'original' },
    ],
  ] as const)('decides %s', (_name, known, incoming, expected) => {
    expect(decideResult(known, incoming)).toEqual(expected)
  })

  it('ends 1,000 shuffled and replayed streams in the state of the stream in order', () => {
    const stream = fc.array(
      fc.record({ status: fc.constantFrom(...resultStatuses), minute: fc.integer({ min: 0, max: 8 }) }),
      { minLength: 1, maxLength: 8 },
    )
    const messages = stream.map((each) => each.map(({ status, minute }, place) => result(`r${place}`, status, minute)))
    const shuffled = messages.chain((sent) =>
      fc.tuple(
        fc.constant(sent),
        fc
          .tuple(fc.constant(sent), fc.subarray(sent), fc.subarray(sent))
          .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: parts.flat().length })),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([sent, arrived]) => {
        expect(endOf(arrived)).toEqual(endOf(sent))
      }),
      { numRuns: 1000 },
    )
  })
})

/** Takes a stream message by message, as the back office does, and returns which result is the draft. */
const endOf = (stream: readonly OrderedResult[]) => {
  const known: OrderedResult[] = []
  let lastID: string | null = null
  let draftID: string | null = null
  for (const incoming of stream) {
    const decision = decideResult(known, incoming)
    if (decision.kind === 'duplicate') continue
    known.push(incoming)
    if (decision.kind === 'attach' || decision.kind === 'withdraw') {
      expect(decision.replaces).toBe(lastID)
      lastID = incoming.resultID
      draftID = decision.kind === 'attach' ? incoming.resultID : null
    }
  }
  return { draftID, known: known.map(({ resultID }) => resultID).sort() }
}
