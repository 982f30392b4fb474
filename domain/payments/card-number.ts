/** The check digit every card number ends with (Luhn). Takes digits only. */
export const hasCardCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** Lengths and first digits of the brands the clinics take; narrow, since confirmation codes are long numbers too. */
const brands =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}(?:\d{2})?|6(?:011|[25]\d{2})\d{12}|35\d{14})$/

/** Whether a text has a card's number in it, however it is spaced: such a text is never kept. */
export const looksLikeCardNumber = (text: string): boolean =>
  (text.match(/\d(?:[ -]?\d){12,18}/g) ?? []).some((found) => {
    const digits = found.replace(/[ -]/g, '')
    return brands.test(digits) && hasCardCheckDigit(digits)
  })
