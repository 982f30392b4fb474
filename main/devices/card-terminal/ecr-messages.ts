import { createHash } from 'node:crypto'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { Currency } from '#domain/values/money.ts'
import { type Money, toMoney } from '#domain/values/money.ts'

/** Ten characters that identify an attempt at the pad (ecr-protocol.md, Reference). */
export type EcrReference = string & { readonly __brand: 'EcrReference' }

const REFERENCE_LENGTH = 10
const REFERENCES = 36n ** BigInt(REFERENCE_LENGTH)

/** Returns the reference of an attempt: the same in every call for that attempt, without any data of a person. */
export const toEcrReference = (attemptID: AttemptID): EcrReference => {
  const number = createHash('sha256').update(attemptID).digest().readBigUInt64BE() % REFERENCES
  return number.toString(36).toUpperCase().padStart(REFERENCE_LENGTH, '0') as EcrReference
}

/** The largest amount that eight digits can hold. */
export const maxEcrAmount = toMoney(99_999_999)

const ecrTypes = { payment: '0', refund: '1', stop: '2', repeat: '3' } as const
type EcrType = keyof typeof ecrTypes

/** The fields of a request; the amount is in minor units. */
export type EcrRequest =
  | {
      readonly type: 'payment' | 'refund'
      readonly reference: EcrReference
      readonly amount: Money
      readonly currency: Currency
    }
  | { readonly type: 'stop'; readonly reference: EcrReference }
  /** A null `reference` asks for the last transaction. */
  | { readonly type: 'repeat'; readonly reference: EcrReference | null }

/** The fields of an answer. Of a card it has only the scheme and the last four digits. */
export type EcrAnswer = {
  readonly result: 'done' | 'not-done' | 'not-known' | 'under-way'
  /** The type of the request to which this is the answer. */
  readonly answers: EcrType
  /** The kind of the transaction in the answer; null when there is none. */
  readonly kind: 'payment' | 'refund' | null
  readonly amount: Money
  readonly currency: Currency | null
  readonly reference: EcrReference | null
  /** 0 to 999 (ecr-protocol.md, Answer). */
  readonly reason: number
  readonly words: string
  /** The pad's own number of the transaction; empty unless the transaction is done. */
  readonly number: string
  readonly scheme: string
  readonly lastFour: string | null
}

const currencyNumbers: Readonly<Record<Currency, string>> = { CAD: '124', USD: '840' }

/**
 * Encodes a request in 34 characters. Throws a RangeError for an amount below 1 or of more than eight digits, which the
 * caller must check first.
 */
export const encodeRequest = (request: EcrRequest): string => {
  const { type, reference } = request
  const isMoney = type === 'payment' || type === 'refund'
  const amount = isMoney ? request.amount : 0
  if (isMoney && (amount <= 0 || amount > maxEcrAmount)) throw new RangeError('an amount is 1 to 99999999 minor units')
  const currency = isMoney ? currencyNumbers[request.currency] : '000'
  const number = String(amount).padStart(8, '0')
  return `01${number}11${ecrTypes[type]}${currency}${reference ?? ' '.repeat(REFERENCE_LENGTH)}A010B010`
}

const ANSWER =
  /^01(?<result>[0789])(?<amount>\d{8})1(?<answers>[0-3])(?<kind>[01 ])(?<reason>\d{3})(?<number>[0-9A-Za-z]{0,12} {0,12})(?<scheme>[ -~]{10})(?<lastFour>\d{4}| {4})(?<words>[ -~]{24})(?<currency>124|840|000)(?<reference>[0-9A-Z]{10}| {10})$/
const ANSWER_LENGTH = 80

const results = { '0': 'done', '7': 'not-done', '8': 'not-known', '9': 'under-way' } as const
const types = { '0': 'payment', '1': 'refund', '2': 'stop', '3': 'repeat' } as const

/** Returns the result that a reason belongs to; undefined for an unknown reason. */
const resultOf = (reason: number): EcrAnswer['result'] | undefined => {
  if (reason === 0) return 'done'
  if (reason < 304) return 'not-done'
  if (reason === 401 || reason === 402) return 'under-way'
  return reason === 501 ? 'not-known' : undefined
}

/**
 * Decodes an answer of the pad. Returns undefined for a message that is not an answer, or whose fields contradict each
 * other.
 */
export const decodeAnswer = (message: string): EcrAnswer | undefined => {
  // Every field has a fixed width, so a number of another length would shift all fields after it.
  const groups = message.length === ANSWER_LENGTH ? ANSWER.exec(message)?.groups : undefined
  if (groups === undefined) return undefined
  const { result, answers, kind, number = '', scheme = '', lastFour = '', words = '', reference = '' } = groups
  const reason = Number(groups.reason)
  const answer: EcrAnswer = {
    result: results[result as keyof typeof results],
    answers: types[answers as keyof typeof types],
    kind: kind === '0' ? 'payment' : kind === '1' ? 'refund' : null,
    amount: toMoney(Number(groups.amount)),
    currency: groups.currency === '124' ? 'CAD' : groups.currency === '840' ? 'USD' : null,
    reference: reference.trim() === '' ? null : (reference as EcrReference),
    reason,
    words: words.trim(),
    number: number.trim(),
    scheme: scheme.trim(),
    lastFour: lastFour.trim() === '' ? null : lastFour,
  }
  if (resultOf(reason) !== answer.result) return undefined
  const tellsOfMoney = answer.kind !== null && answer.amount > 0 && answer.currency !== null
  const isMoneyDone = answer.result === 'done' && answer.answers !== 'stop'
  return !isMoneyDone || (tellsOfMoney && answer.number !== '' && answer.reference !== null) ? answer : undefined
}
