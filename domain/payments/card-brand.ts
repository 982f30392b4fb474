/** Brands whose name is not their code with a capital letter. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'EFTPOS',
}

/**
 * Returns a card's brand name from the processor's or pad's code: `Visa`, `American Express`; `Card` if it is unknown.
 */
const brandName = (cardType: string | null): string => {
  const code = (cardType ?? '').trim().toLowerCase()
  return code === '' ? 'Card' : (brandNames[code] ?? code.charAt(0).toUpperCase() + code.slice(1))
}

/** Returns `Visa ending 4242`; null if no digits are known. */
export const describeCard = (card: {
  readonly cardType: string | null
  readonly cardLastFour: string | null
}): string | null => (card.cardLastFour === null ? null : `${brandName(card.cardType)} ending ${card.cardLastFour}`)
