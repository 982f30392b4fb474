import { z } from 'zod'
import { scriptNotLoaded } from '#contract/provider-window.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { Currency } from '#domain/values/money.ts'
import type { CollectOutcome } from '../devices/card-terminal/card-terminal.ts'
import type { Platform, ProviderWindow } from '../platform.ts'
import type { OpenCardFields } from './attempt-ports.ts'
import type { ReaderPlace } from './terminal-drivers.ts'

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      declineCode: z.string().nullable().default(null),
      intent: z.object({ id: z.string(), status: z.string() }).nullable().default(null),
    }),
  }),
])

/**
 * Converts the answer of the provider's page into an outcome. An undefined answer means that the page's window was
 * closed or that the call to the page failed.
 */
const toOutcome = (attempt: PaymentAttempt, answer: unknown): CollectOutcome => {
  if (answer === undefined) return { outcome: 'cancelled' }
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return { outcome: 'unknown', reason: "Atrium doesn't understand the card window's answer." }
  if ('ok' in parsed.data) {
    const card = { cardType: null, cardLastFour: null, isInterac: false }
    return { outcome: 'approved', referenceID: attempt.intentID ?? '', card }
  }
  const { code, message, declineCode, intent } = parsed.data.error
  if (code === scriptNotLoaded) return { outcome: 'not-started', failure: { code: 'unavailable', reason: message } }
  // Without an intent, or with one that no longer waits for a card, only the processor knows the result.
  return intent?.status === 'requires_payment_method'
    ? { outcome: 'declined', step: 'process', code: declineCode ?? code, reason: message }
    : { outcome: 'unknown', reason: message }
}

/**
 * Opens the card provider's own fields in a separate window, so that card details never reach Atrium. With the
 * simulated processor Atrium's own page shows the stand-in's card fields. Failures: `terminal-unavailable`.
 */
export const createCardFieldsOpener =
  (parts: {
    readonly openWindow: Platform['openProviderWindow']
    readonly place: ReaderPlace
    cardProviderToken(currency: Currency): string | null
  }) =>
  (attempt: PaymentAttempt, clientSecret: string): Reply<OpenCardFields | 'stand-in'> => {
    const { openWindow, place } = parts
    const processor = place.cardProcessor()
    if (processor === 'simulated') return ok('stand-in')
    if (processor === 'none') return fail('terminal-unavailable', "The server isn't set up to take cards.")
    if (openWindow === null) {
      const message = 'Typing card details needs the desktop app. Use the card reader instead.'
      return fail('terminal-unavailable', message)
    }
    const publishableKey = parts.cardProviderToken(attempt.currency)
    if (publishableKey === null) {
      return fail('terminal-unavailable', `The server isn't set up for card details in ${attempt.currency}.`)
    }

    let window: ProviderWindow | null = null
    let isClosed = false
    const type = async (): Promise<CollectOutcome> => {
      try {
        window = await openWindow('card-fields')
      } catch {
        return {
          outcome: 'not-started',
          failure: { code: 'unavailable', reason: 'The window for card details did not open.' },
        }
      }
      const closed = new Promise<undefined>((resolve) => window?.onClosed(() => resolve(undefined)))
      if (isClosed) window.close()
      const input = { clientSecret, publishableKey, amount: attempt.amountMinor, currency: attempt.currency }
      const answer = await Promise.race([window.call('confirm', input).catch(() => undefined), closed])
      window.close()
      return toOutcome(attempt, answer)
    }
    const close = (): void => {
      isClosed = true
      window?.close()
    }
    return ok({ outcome: type(), close })
  }
