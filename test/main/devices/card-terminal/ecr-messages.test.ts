import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptIDSchema } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { decodeAnswer, encodeRequest, maxEcrAmount, toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'

const reference = toEcrReference(attemptIDSchema.parse('attempt-0001'))

/** Returns an answer with its fields in the order of ecr-protocol.md. */
const anAnswer = (fields: Partial<Record<'result' | 'amount' | 'report' | 'currency' | 'reference', string>> = {}) =>
  `01${fields.result ?? '0'}${fields.amount ?? '00125000'}1${fields.report ?? aReport()}${fields.currency ?? '124'}${fields.reference ?? reference}`
const aReport = (
  fields: Partial<Record<'answers' | 'kind' | 'reason' | 'number' | 'scheme' | 'lastFour' | 'words', string>> = {},
) =>
  `${fields.answers ?? '0'}${fields.kind ?? '0'}${fields.reason ?? '000'}${(fields.number ?? 'A17').padEnd(12)}${(fields.scheme ?? 'VISA').padEnd(10)}${fields.lastFour ?? '4242'}${(fields.words ?? 'APPROVED').padEnd(24)}`

describe('toEcrReference', () => {
  it('is ten letters or digits, the same for the same attempt', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{8,64}$/), (id) => {
        const attemptID = attemptIDSchema.parse(id)
        expect(toEcrReference(attemptID)).toMatch(/^[0-9A-Z]{10}$/)
        expect(toEcrReference(attemptID)).toBe(toEcrReference(attemptID))
      }),
    )
  })

  it('never changes, because pads still store it after an update of Atrium', () => {
    expect(reference).toBe('76EOT2K5DJ')
  })

  it('is different for each of 20,000 attempts', () => {
    const all = Array.from({ length: 20_000 }, (_, index) => toEcrReference(attemptIDSchema.parse(`attempt-${index}`)))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('encodeRequest', () => {
  it('writes the 34 characters of a payment', () => {
    expect(encodeRequest({ type: 'payment', reference, amount: toMoney(125_000), currency: 'CAD' })).toBe(
      `01001250001${'1'}0124${reference}A010B010`,
    )
  })

  it.each([
    [
      { type: 'refund', reference, amount: toMoney(1), currency: 'USD' } as const,
      `0100000001111840${reference}A010B010`,
    ],
    [{ type: 'stop', reference } as const, `0100000000112000${reference}A010B010`],
    [{ type: 'repeat', reference } as const, `0100000000113000${reference}A010B010`],
    [{ type: 'repeat', reference: null } as const, '0100000000113000          A010B010'],
  ])('writes %o', (request, message) => {
    expect(encodeRequest(request)).toBe(message)
    expect(message).toHaveLength(34)
  })

  it('refuses an amount that is not above 0 or has more than eight digits', () => {
    for (const amount of [0, -1, maxEcrAmount + 1])
      expect(() => encodeRequest({ type: 'payment', reference, amount: toMoney(amount), currency: 'CAD' })).toThrow(
        RangeError,
      )
  })
})

describe('decodeAnswer', () => {
  it('reads an approval', () => {
    expect(decodeAnswer(anAnswer())).toEqual({
      result: 'done',
      answers: 'payment',
      kind: 'payment',
      amount: 125_000,
      currency: 'CAD',
      reference,
      reason: 0,
      words: 'APPROVED',
      number: 'A17',
      scheme: 'VISA',
      lastFour: '4242',
    })
  })

  it.each([
    ['the result does not match the reason', anAnswer({ result: '7' })],
    ['a refusal has the result of an approval', anAnswer({ report: aReport({ reason: '051' }) })],
    ['the reason is unknown', anAnswer({ result: '7', report: aReport({ reason: '999' }) })],
    ['an approval names no transaction', anAnswer({ report: aReport({ number: '' }) })],
    ['an approval names no reference', anAnswer({ reference: ' '.repeat(10) })],
    ['an approval has the amount 0', anAnswer({ amount: '00000000' })],
    ['an approval has no currency', anAnswer({ currency: '000' })],
    ['the currency is unknown', anAnswer({ currency: '978' })],
    ['the last four characters of the card are not all digits', anAnswer({ report: aReport({ lastFour: '42 2' }) })],
    ['the answer contains a longer card number', anAnswer({ report: aReport({ lastFour: '4242424242424242' }) })],
    ['the message is one character too short', anAnswer().slice(1)],
    ['the message is one character too long', `${anAnswer()} `],
  ])('returns undefined when %s', (_why, message) => {
    expect(decodeAnswer(message)).toBeUndefined()
  })

  it('never throws, whatever the message', () => {
    const near = fc.tuple(fc.nat(79), fc.string({ minLength: 1, maxLength: 1 })).map(([at, put]) => {
      const whole = anAnswer()
      return whole.slice(0, at) + put + whole.slice(at + 1)
    })
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), near), (message) => {
        const answer = decodeAnswer(message)
        if (answer?.result === 'done') expect(answer.reason).toBe(0)
      }),
      { numRuns: 1_000 },
    )
  })
})
