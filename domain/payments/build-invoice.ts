import { type Addon, sumOfAddons } from '../locations/addon.ts'
import { letterheadOf } from '../locations/letterhead.ts'
import type { Location } from '../locations/location.ts'
import { fullName, type Member } from '../members/member.ts'
import type { Study } from '../study/study.ts'
import { type Instant, toInstant } from '../values/instant.ts'
import type { TextLanguage } from '../values/language.ts'
import { type Money, parseDecimalAmount, toDecimalAmount, toMoney } from '../values/money.ts'
import { unpaidBills } from './billed.ts'
import { describeCard } from './card-brand.ts'
import type { Invoice } from './invoice.ts'
import { invoiceWordsIn } from './invoice-words-in.ts'
import { summarizeLedger, toLedgerEntry } from './ledger.ts'
import { ledgerKind, type Transaction } from './transaction.ts'

/** The input of an invoice. */
export type InvoiceParts = {
  readonly study: Pick<Study, 'studyID' | 'booking' | 'status'>
  readonly location: Pick<
    Location,
    | 'address'
    | 'contactInfo'
    | 'taxId'
    | 'taxRate'
    | 'timezone'
    | 'currency'
    | 'invoiceNumber'
    | 'invoicePayer'
    | 'paperName'
    | 'paperLogo'
    | 'legalLine'
    | 'type'
    | 'detailedInvoice'
  >
  readonly member: Member
  /** The booked item and its price in minor units. */
  readonly skuName: string
  readonly price: Money
  readonly addons: readonly Addon[]
  /** The study's whole ledger, in any order. */
  readonly transactions: readonly Transaction[]
  /** Names of promos by promoID; a promo without a name is called Promo code. */
  readonly promoNames: Readonly<Record<string, string>>
  /** The name of the practitioner who pays; null if there is none. */
  readonly payerName: string | null
  readonly issuedAt: Instant
}

const linesOf = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== '')

const joined = (...parts: readonly string[]): string => linesOf(parts).join(' ')

const minor = (transaction: Transaction): Money => toLedgerEntry(transaction).amount

/** Returns how much of an entry was refunded or removed, in minor units. */
const undoneOf = (transaction: Transaction, all: readonly Transaction[]): number =>
  all
    .filter(({ details }) => details.linkedTransaction === transaction.transactionID)
    .reduce((total, other) => total + minor(other), 0)

const describeReduction = (transaction: Transaction, parts: InvoiceParts): string => {
  const { entries: words } = invoiceWordsIn(parts.member.language)
  if (ledgerKind(transaction.transactionType) === 'credit') return words.credits
  if (transaction.paymentType === 'referral code') return words.referralCode
  const { promoID } = transaction.details
  const name = promoID === null ? undefined : parts.promoNames[promoID]
  return name === undefined ? words.promoCode : words.promo(name)
}

/**
 * Describes a card by its brand and last four digits, other payments by their type. An unpaid bill is `Billed (invoice
 * INV-10307)`. The memo is omitted, because it is not for the member.
 */
export const describePayment = (transaction: Transaction, isUnpaidBill: boolean, language: TextLanguage): string => {
  const { entries: words } = invoiceWordsIn(language)
  const label = words.paymentType(transaction.paymentType)
  if (isUnpaidBill) return words.billed(joined(label.toLowerCase(), transaction.details.referenceID ?? ''))
  const card = describeCard(transaction.details, words.card)
  const payment = joined(label, card === null ? '' : `(${card})`)
  return ledgerKind(transaction.transactionType) === 'refund' ? words.refund(payment) : payment
}

/**
 * Returns the tax that is part of the price after reductions; nothing if the location is exempt. The catalogue's prices
 * include the tax.
 */
const taxOf = (
  rate: number,
  summary: Pick<ReturnType<typeof summarizeLedger>, 'discountPromo' | 'discountReferral' | 'totalPrice'>,
): Pick<Invoice, 'tax'> => {
  if (rate <= 0) return {}
  const taxed = Math.max(0, summary.totalPrice - summary.discountPromo - summary.discountReferral)
  return { tax: { rate, amount: toDecimalAmount(toMoney(Math.round(taxed - taxed / (1 + rate)))) } }
}

/** Returns a line for each item where the location's invoices are detailed; otherwise one line for all of them. */
const toItemLines = (isDetailed: boolean, items: Invoice['items']): Invoice['items'] => {
  if (isDetailed || items.length < 2) return items
  const total = items.reduce((sum, { amount }) => sum + (parseDecimalAmount(amount) ?? 0), 0)
  const description = items.map((item) => item.description).join(', ')
  return [{ description, amount: toDecimalAmount(toMoney(total)) }]
}

/**
 * Builds the invoice of a study from its current ledger. Its parts add up:
 * - the items to `totalPrice`
 * - the `discounts`, which include Share Health Credits and exclude removed amounts, to the sum of the totals
 *   `discounts` and `credits`
 * - the `payments`, with refunds below 0 and on their own date, to `paid`
 * A discount that was removed completely is omitted.
 */
export const buildInvoice = (parts: InvoiceParts): Invoice => {
  const { study, location, member, transactions } = parts
  const summary = summarizeLedger(parts.price, transactions.map(toLedgerEntry), sumOfAddons(parts.addons))
  const oldestFirst = [...transactions].sort(
    (a, b) => a.transactionTime - b.transactionTime || (a.transactionID < b.transactionID ? -1 : 1),
  )
  const ofKind = (...kinds: readonly string[]): Transaction[] =>
    oldestFirst.filter(({ transactionType }) => kinds.includes(ledgerKind(transactionType)))
  const typeOfUndone = new Map(transactions.map((entry) => [entry.transactionID, ledgerKind(entry.transactionType)]))
  const isPayment = ({ transactionType, details }: Transaction): boolean =>
    ledgerKind(transactionType) === 'payment' ||
    details.linkedTransaction === null ||
    (typeOfUndone.get(details.linkedTransaction) ?? 'payment') === 'payment'
  const unpaid = unpaidBills(transactions)
  const { address } = location
  const { brand, logo, legal, pageSize } = letterheadOf(location)
  const decimal = (amount: number): number => toDecimalAmount(toMoney(amount))
  return {
    language: member.language,
    studyID: study.studyID,
    invoiceNumber: [location.invoiceNumber, study.studyID].filter((part) => part !== '').join('-'),
    issuedAt: parts.issuedAt,
    timezone: location.timezone,
    location: {
      name: address.name,
      lines: linesOf([
        address.address,
        address.address2,
        joined(address.city, address.state, address.postalCode),
        address.country,
      ]),
      taxId: location.taxId,
      phone: location.contactInfo.phone,
      email: location.contactInfo.email,
      brand,
      ...(logo !== '' && { logo }),
      legal: [...legal],
      pageSize,
    },
    member: {
      name: fullName(member),
      dob: member.dob,
      email: member.email,
      lines: linesOf([member.address, joined(member.city, member.state, member.postalCode), member.country]),
    },
    invoicePayer:
      parts.payerName ?? (location.type === 'whitelabel' ? linesOf([location.invoicePayer])[0] : null) ?? null,
    appointment: study.booking?.utcStart ?? null,
    currency: location.currency.currency,
    items: toItemLines(location.detailedInvoice, [
      { description: parts.skuName, amount: decimal(parts.price) },
      ...parts.addons.map(({ name, price }) => ({ description: name, amount: price })),
      ...ofKind('charge').map((charge) => ({
        description: joined(charge.memo) || invoiceWordsIn(member.language).entries.charge,
        amount: charge.amount,
      })),
    ]),
    discounts: ofKind('discount', 'credit')
      .map((entry) => ({
        description: describeReduction(entry, parts),
        amount: decimal(minor(entry) - undoneOf(entry, transactions)),
      }))
      .filter(({ amount }) => amount !== 0),
    payments: ofKind('payment', 'refund')
      .filter(isPayment)
      .map((entry) => ({
        date: toInstant(entry.transactionTime * 1000),
        description: describePayment(entry, unpaid.includes(entry), member.language),
        paymentType: entry.paymentType,
        amount: ledgerKind(entry.transactionType) === 'refund' ? -entry.amount : entry.amount,
      })),
    totals: {
      totalPrice: decimal(summary.totalPrice),
      discounts: decimal(summary.discountPromo + summary.discountReferral),
      credits: decimal(summary.discountReferralCredit),
      paid: decimal(summary.paid),
      reconciliationAdjust: decimal(summary.reconciliationAdjust),
      totalBalance: decimal(summary.totalBalance),
      overpaid: decimal(summary.overpaid),
      outstanding: decimal(unpaid.reduce((total, { refundable }) => total + (parseDecimalAmount(refundable) ?? 0), 0)),
    },
    ...taxOf(location.taxRate ?? 0, summary),
    isAvailable: study.status.invoiceAvailable,
  }
}
