import type { Currency, Money } from '../values/money.ts'

/** Returns a gift card's number in the form for comparison: trimmed, in upper case. */
export const normalizeGiftCardNumber = (giftCardNumber: string): string => giftCardNumber.trim().toUpperCase()

type GiftCardDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'gift-card-not-valid'; readonly message: string }

/**
 * Decides whether a gift card can pay an amount. `card` is null if no card has the number. Its balance is in integer
 * minor units.
 */
export const decideGiftCard = (input: {
  readonly card: { readonly balance: Money; readonly currency: Currency; readonly isActive?: boolean } | null
  readonly currency: Currency
  readonly amount: Money
}): GiftCardDecision => {
  const refused = (message: string): GiftCardDecision => ({ ok: false, code: 'gift-card-not-valid', message })
  const { card, currency, amount } = input
  if (card === null) return refused('No gift card or voucher has this number.')
  if (card.isActive === false) return refused('This gift card is deactivated.')
  if (card.currency !== currency) return refused(`This gift card is in ${card.currency}, this study in ${currency}.`)
  if (card.balance <= 0) return refused('This gift card has no balance left.')
  if (amount > card.balance) return refused('The amount is more than the balance of this gift card.')
  return { ok: true }
}
