import type { z } from 'zod'
import { decimalAmountSchema } from '../values/money.ts'

/** A row as text by column; a column that the file omits, or an empty cell, is empty text. */
export type ImportCells = Readonly<Record<string, string>>

/** Why a row is refused. It never contains the cell, because reports are stored and cells are personal data. */
export type RowProblem = { readonly field: string; readonly problem: string }

export type RowReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly RowProblem[] }

/** The longest external id. */
const maxIDChars = 100

/** A spreadsheet treats text with one of these beginnings as a formula and runs it. */
const formula = /^[=+\-@\t\r]/

/** Returns whether a spreadsheet would run the text as a formula. */
const isFormula = (text: string): boolean => formula.test(text)

export const textOfCell = (cells: ImportCells, name: string): string => (cells[name] ?? '').trim()

/** Collects the problems of one row while its cells are read. */
export class RowReader {
  readonly problems: RowProblem[] = []
  readonly #cells: ImportCells

  constructor(cells: ImportCells) {
    this.#cells = cells
  }

  text(name: string): string {
    return textOfCell(this.#cells, name)
  }

  refuse(field: string, problem: string): void {
    if (!this.problems.some((known) => known.field === field)) this.problems.push({ field, problem })
  }

  /** Refuses formulas in names and ids. Other text is stored unchanged, because exports escape formulas. */
  refuseFormulas(names: readonly string[]): void {
    for (const name of names) {
      if (isFormula(this.text(name))) this.refuse(name, 'begins like a formula. Remove =, +, - or @ at its beginning.')
    }
  }

  externalID(): string {
    const id = this.text('external_id')
    if (id === '') this.refuse('external_id', 'is empty.')
    if (id.length > maxIDChars) this.refuse('external_id', `has more than ${maxIDChars} characters.`)
    this.refuseFormulas(['external_id'])
    return id
  }

  /** Reads `12.50`: digits with at most two decimals, no sign, no currency, no thousands separator. */
  amount(name: string, otherwise = 0): number {
    const text = this.text(name)
    if (text === '') return otherwise
    const amount = /^\d{1,8}(\.\d{1,2})?$/.test(text) ? decimalAmountSchema.safeParse(Number(text)) : undefined
    if (amount?.success !== true) {
      this.refuse(name, 'is not an amount such as 1250.00.')
      return otherwise
    }
    return amount.data
  }

  /** Reads a whole number from `least` to `most`. */
  count(name: string, least: number, most: number, otherwise: number): number {
    const text = this.text(name)
    if (text === '') return otherwise
    const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (count >= least && count <= most) return count
    this.refuse(name, `is not a whole number from ${least} to ${most}.`)
    return otherwise
  }

  /** Reads `yes` or `true`, and `no` or `false`. */
  flag(name: string, otherwise: boolean): boolean {
    const text = this.text(name).toLowerCase()
    if (text === '') return otherwise
    if (text === 'yes' || text === 'true') return true
    if (text === 'no' || text === 'false') return false
    this.refuse(name, 'is not yes or no.')
    return otherwise
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value {
    const text = this.text(name)
    if (text === '') return otherwise
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
    if (found === undefined) this.refuse(name, `is not one of ${values.join(', ')}.`)
    return found ?? otherwise
  }

  /** Checks a value with one of Atrium's schemas. Records each problem under the column that `columnOf` returns. */
  check<Value>(
    schema: z.ZodType<Value>,
    value: unknown,
    columnOf: (path: readonly PropertyKey[]) => string,
  ): Value | undefined {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) this.refuse(columnOf(path), toSentence(message))
    return undefined
  }

  /** Returns the value, unless a cell was refused. */
  done<Value>(value: Value | undefined): RowReading<Value> {
    if (value !== undefined && this.problems.length === 0) return { ok: true, value }
    return { ok: false, problems: this.problems }
  }
}

const toSentence = (message: string): string => {
  const text = message.startsWith('Invalid option') ? message.replace('Invalid option', 'is not valid') : message
  return text.endsWith('.') ? text : `${text}.`
}
