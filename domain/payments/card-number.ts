/** Checks the check digit that ends every card number (Luhn). Takes digits only. */
export const hasCardCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** Lengths and first digits of the accepted brands; narrow, because confirmation codes are long numbers too. */
const brands =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}(?:\d{2})?|6(?:011|[25]\d{2})\d{12}|35\d{14})$/

/** A run of digits with at most 3 spaces or marks between two digits; a letter ends the run. */
const togetherPattern = /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd})*/gu
const shortest = 13
const longest = 19

const isCard = (digits: string): boolean => brands.test(digits) && hasCardCheckDigit(digits)

/** Returns whether adjacent whole groups form a card number: `4242 4242 4242 4242 123`, `ref 1 4242424242424242`. */
const isCardOfGroups = (groups: readonly string[]): boolean =>
  groups.some((_, from) => {
    let digits = ''
    for (const group of groups.slice(from)) {
      digits += group
      if (digits.length > longest) return false
      if (digits.length >= shortest && isCard(digits)) return true
    }
    return false
  })

/**
 * Returns whether a card number is joined to other digits, such as its expiry. Only the usual lengths count here,
 * because a long reference contains a shorter card number by chance too often.
 */
const isCardInside = (group: string): boolean =>
  [15, 16].some((length) =>
    Array.from({ length: Math.max(0, group.length - length + 1) }, (_, at) => group.slice(at, at + length)).some(
      isCard,
    ),
  )

/**
 * Returns whether a text contains a card number, whatever its spacing and the text around it: such a text is never
 * stored.
 */
export const looksLikeCardNumber = (text: string): boolean =>
  (text.normalize('NFKC').match(togetherPattern) ?? []).some((found) => {
    const groups = found.match(/\d+/g) ?? []
    return isCardOfGroups(groups) || groups.some(isCardInside)
  })
