import { cardNumberProblems } from '../payments/payment-form.ts'
import { type Currency, currencies, type Money, roundToMoney } from '../values/money.ts'
import { lineOfText } from '../values/plain-text.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

export type GiftCardDraft = { readonly number: string; readonly currency: Currency; readonly balance: Money }

const numberSchema = lineOfText(40)

/** Reads a gift card with its remaining balance. A number that could be a payment card number is refused. */
export const readGiftCardRow = (cells: ImportCells): RowReading<GiftCardDraft> => {
  const reader = new RowReader(cells)
  reader.externalID()
  reader.refuseFormulas(['number'])
  const number = reader.check(numberSchema, reader.text('number'), () => 'number')
  for (const [field, problem] of Object.entries(cardNumberProblems({ number: number ?? '' }))) {
    reader.refuse(field, problem)
  }
  for (const name of ['currency', 'balance']) if (reader.text(name) === '') reader.refuse(name, 'is empty.')
  const currency = reader.oneOf('currency', currencies, 'CAD')
  const balance = roundToMoney(reader.amount('balance'))
  return reader.done(number === undefined ? undefined : { number, currency, balance })
}
