/** Brands whose name is not their code with a capital letter. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'EFTPOS',
}

/** Returns a card's brand name from the processor's or pad's code: `Visa`, `American Express`; null if it is unknown. */
const brandName = (cardType: string | null): string | null => {
  const code = (cardType ?? '').trim().toLowerCase()
  return code === '' ? null : (brandNames[code] ?? code.charAt(0).toUpperCase() + code.slice(1))
}

const english = (brand: string | null, digits: string): string => `${brand ?? 'Card'} ending ${digits}`

/** Returns `Visa ending 4242`, or the same in the words of another language; null if no digits are known. */
export const describeCard = (
  card: { readonly cardType: string | null; readonly cardLastFour: string | null },
  inWords: typeof english = english,
): string | null => (card.cardLastFour === null ? null : inWords(brandName(card.cardType), card.cardLastFour))
