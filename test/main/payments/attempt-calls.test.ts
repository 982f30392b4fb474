import { expect, it } from 'vitest'
import { type FailureCode, fail, ok } from '#contract/reply.ts'
import { noAnswerFailure } from '#domain/payments/attempt-failure.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toRegistrationEvent } from '#main/payments/attempt-calls.ts'

const at = toInstant(1_780_000_000_000)
const refused = (code: FailureCode) => ({ code, message: `It is ${code}.` })

it('a registered attempt has the intent that the back office names', () => {
  const reply = ok({ id: 'pi_1', client_secret: 'secret' })
  expect(toRegistrationEvent(reply, true, at)).toEqual({ kind: 'registered', intentID: 'pi_1', at })
})

it.each<[FailureCode, boolean, 'register-refused' | 'register-unknown', 'its words' | 'unheard']>([
  ['amount-above-refundable', false, 'register-refused', 'its words'],
  ['payment-in-progress', false, 'register-refused', 'its words'],
  ['offline', false, 'register-refused', 'its words'],
  // This request was refused, but an earlier request for the same attempt may have been accepted.
  ['amount-above-refundable', true, 'register-unknown', 'its words'],
  // This request was never sent, but an earlier request for the same attempt may have been accepted.
  ['offline', true, 'register-unknown', 'unheard'],
  // The back office may have stored the attempt although the card processor did not answer the back office.
  ['processor-unavailable', false, 'register-unknown', 'its words'],
  ['outcome-unknown', false, 'register-unknown', 'unheard'],
  ['outcome-unknown', true, 'register-unknown', 'unheard'],
])('the failure %s (an earlier request may have acted: %s) becomes the event %s', (code, mayHaveActed, kind, words) => {
  const failure = words === 'its words' ? refused(code) : noAnswerFailure
  const event = toRegistrationEvent(fail(code, refused(code).message), mayHaveActed, at)
  expect(event).toEqual(kind === 'register-refused' ? { kind, failure, at } : { kind, failure })
})
