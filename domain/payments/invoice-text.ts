import { formatPhone } from '../format/format-phone.ts'
import { formatsIn } from '../format/formats-in.ts'
import { defaultPaperName, type Letterhead } from '../locations/letterhead.ts'
import type { Instant } from '../values/instant.ts'
import { standardLanguage, type TextLanguage } from '../values/language.ts'
import { parseZoneId, toWallTime } from '../values/location-clock.ts'
import { roundToMoney } from '../values/money.ts'
import type { Invoice } from './invoice.ts'
import { invoiceWordsIn } from './invoice-words-in.ts'

/** A table of an invoice: the last column has the amounts, in the currency that its head names. */
type InvoiceTable = {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** All texts of an invoice in display order. The screen and the paper only draw these texts. */
export type InvoiceText = {
  readonly language: TextLanguage
  readonly sender: Letterhead
  readonly title: string
  /** The number and the date. */
  readonly aside: readonly string[]
  readonly member: { readonly name: string; readonly facts: readonly (readonly [label: string, value: string])[] }
  /** The payer, followed by the member if someone else pays. */
  readonly parties: readonly { readonly label: string; readonly name: string; readonly lines: readonly string[] }[]
  readonly tables: readonly InvoiceTable[]
  readonly totals: readonly {
    readonly label: string
    readonly value: string
    /** The balance is emphasised, and the lines after it explain it. */
    readonly kind: 'line' | 'balance' | 'after'
  }[]
}

/** Returns the language of an invoice with its words and formats. */
export const languageOf = ({ language = standardLanguage }: Invoice) => ({
  language,
  words: invoiceWordsIn(language),
  formats: formatsIn(language),
})

/**
 * Returns the texts of an invoice in its language. Each column of amounts adds up, and so do the totals down to the
 * balance.
 */
export const toInvoiceText = (invoice: Invoice): InvoiceText => {
  const { member, appointment } = invoice
  const zone = parseZoneId(invoice.timezone)
  const { language, words, formats } = languageOf(invoice)
  return {
    language,
    sender: senderOf(invoice),
    title: words.title,
    aside: [invoice.invoiceNumber, words.date(dateOf(invoice.issuedAt, invoice))],
    member: {
      name: member.name,
      facts: [
        [words.born, member.dob === '' ? '' : formats.dateText(member.dob)],
        [words.study, invoice.studyID],
        [
          words.appointment,
          appointment === null || zone === undefined ? words.noAppointment : formats.instant(appointment, zone),
        ],
      ],
    },
    parties: partiesOf(invoice),
    tables: tablesOf(invoice),
    totals: totalsOf(invoice),
  }
}

/** Returns the tax number with its kind: `GST 1` unchanged, and a number without letters after a label. */
const taxLineOf = (invoice: Invoice): string => {
  const { taxId } = invoice.location
  return taxId === '' || /\p{L}/u.test(taxId) ? taxId : languageOf(invoice).words.taxNumber(taxId)
}

const senderOf = (invoice: Invoice): Letterhead => {
  const { location } = invoice
  return {
    brand: location.brand ?? defaultPaperName,
    logo: location.logo ?? '',
    name: location.name,
    lines: location.lines,
    phone: formatPhone(location.phone),
    email: location.email,
    legal: [...(location.legal ?? []), taxLineOf(invoice)].filter((line) => line !== ''),
    pageSize: location.pageSize ?? 'letter',
  }
}

/** Returns the date of an instant on the clock of the invoice's location, in the invoice's language. */
export const dateOf = (instant: Instant, invoice: Invoice): string => {
  const zone = parseZoneId(invoice.timezone)
  return zone === undefined ? instant : languageOf(invoice).formats.date(toWallTime(instant, zone).date)
}

const partiesOf = (invoice: Invoice): InvoiceText['parties'] => {
  const { member, invoicePayer } = invoice
  const { words } = languageOf(invoice)
  const lines = [...member.lines, member.email].map((line) => line.trim()).filter((line) => line !== '')
  if (invoicePayer === null) return [{ label: words.billedTo, name: member.name, lines }]
  return [
    { label: words.billedTo, name: invoicePayer, lines: [] },
    { label: words.member, name: member.name, lines },
  ]
}

const tablesOf = (invoice: Invoice): readonly InvoiceTable[] => {
  const { items, discounts, payments, currency } = invoice
  const { words, formats } = languageOf(invoice)
  const figure = (amount: number): string => formats.tableAmount(roundToMoney(amount))
  const amount = words.amount(currency)
  const tables: readonly InvoiceTable[] = [
    {
      title: words.items,
      heads: [words.description, amount],
      rows: items.map((item) => [item.description, figure(item.amount)]),
    },
    {
      title: words.reductions,
      heads: [words.description, amount],
      rows: discounts.map((discount) => [discount.description, figure(-discount.amount)]),
    },
    {
      title: words.payments,
      heads: [
        words.paymentDate,
        payments.some((payment) => payment.amount < 0) ? words.refunds : words.description,
        amount,
      ],
      rows: payments.map((payment) => [dateOf(payment.date, invoice), payment.description, figure(payment.amount)]),
    },
  ]
  return tables.filter(({ rows }, place) => place === 0 || rows.length > 0)
}

const totalsOf = (invoice: Invoice): InvoiceText['totals'] => {
  const { totals, tax, currency } = invoice
  const { words, formats } = languageOf(invoice)
  const line = (label: string, amount: number, kind: 'line' | 'balance' | 'after' = 'line') => ({
    label,
    value: formats.amount(amount, currency),
    kind,
  })
  return [
    line(words.totalPrice, totals.totalPrice),
    ...(totals.discounts === 0 ? [] : [line(words.discounts, -totals.discounts)]),
    ...(tax === undefined ? [] : [line(words.tax(formats.percent(tax.rate)), tax.amount)]),
    ...(totals.credits === 0 ? [] : [line(words.credits, -totals.credits)]),
    ...(totals.reconciliationAdjust === 0 ? [] : [line(words.adjustment, totals.reconciliationAdjust)]),
    line(totals.outstanding === 0 ? words.paid : words.paidOrBilled, -totals.paid),
    line(totals.totalBalance > 0 ? words.balanceDue : words.balance, totals.totalBalance, 'balance'),
    ...(totals.outstanding === 0 ? [] : [line(words.outstanding, totals.outstanding, 'after')]),
    ...(totals.overpaid === 0 ? [] : [line(words.overpaid, totals.overpaid, 'after')]),
  ]
}
