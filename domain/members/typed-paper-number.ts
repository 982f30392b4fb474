// The location's prefix may be any text. A study's id is `s-` with at most twelve digits of a hexadecimal number.
const paperNumber = /^(?:.*-)?(s-(?=[a-f]*\d)[\da-f]{6,12})(?:-r\d{1,4})?$/u

/**
 * Returns the study id, in lower case, in the number of an invoice (`CA-BC-1-s-000313`) or a receipt
 * (`CA-BC-1-s-000313-R1`), or in a text that is the id alone. Null for any other text.
 */
export const studyIDOnPaper = (text: string): string | null => paperNumber.exec(text.trim().toLowerCase())?.[1] ?? null
