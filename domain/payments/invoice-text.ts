import { formatPercent } from '../format/format-count.ts'
import { formatDate, formatDateText } from '../format/format-date.ts'
import { formatAmount, formatTableAmount } from '../format/format-money.ts'
import { formatPhone } from '../format/format-phone.ts'
import { formatInstant } from '../format/format-time.ts'
import { defaultPaperName, type Letterhead } from '../locations/letterhead.ts'
import { invoiceOutstandingWords } from '../study/invoice-outstanding.ts'
import type { Instant } from '../values/instant.ts'
import { parseZoneId, toWallTime } from '../values/location-clock.ts'
import { roundToMoney } from '../values/money.ts'
import type { Invoice } from './invoice.ts'
import { invoiceTextWords as words } from './invoice-words.ts'

/** A table of an invoice: the last column has the amounts, in the currency that its head names. */
type InvoiceTable = {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** All texts of an invoice in the order in which they are shown; the screen and the paper only draw them. */
export type InvoiceText = {
  readonly sender: Letterhead
  readonly title: string
  /** The number and the date. */
  readonly aside: readonly string[]
  readonly member: { readonly name: string; readonly facts: readonly (readonly [label: string, value: string])[] }
  /** Who is billed; the member follows if someone else pays. */
  readonly parties: readonly { readonly label: string; readonly name: string; readonly lines: readonly string[] }[]
  readonly tables: readonly InvoiceTable[]
  readonly totals: readonly {
    readonly label: string
    readonly value: string
    /** The balance is emphasised, and the lines after it explain it. */
    readonly kind: 'line' | 'balance' | 'after'
  }[]
}

/** Returns the texts of an invoice. Each column of amounts adds up, and so do the totals down to the balance. */
export const toInvoiceText = (invoice: Invoice): InvoiceText => {
  const { member, appointment } = invoice
  const zone = parseZoneId(invoice.timezone)
  return {
    sender: senderOf(invoice),
    title: words.title,
    aside: [invoice.invoiceNumber, words.date(dateOf(invoice.issuedAt, invoice))],
    member: {
      name: member.name,
      facts: [
        [words.born, member.dob === '' ? '' : formatDateText(member.dob)],
        [words.study, invoice.studyID],
        [
          words.appointment,
          appointment === null || zone === undefined ? words.noAppointment : formatInstant(appointment, zone),
        ],
      ],
    },
    parties: partiesOf(invoice),
    tables: tablesOf(invoice),
    totals: totalsOf(invoice),
  }
}

const senderOf = ({ location }: Invoice): Letterhead => ({
  brand: location.brand ?? defaultPaperName,
  name: location.name,
  lines: location.lines,
  phone: formatPhone(location.phone),
  email: location.email,
  legal: [...(location.legal ?? []), location.taxId].filter((line) => line !== ''),
  pageSize: location.pageSize ?? 'letter',
})

/** Returns the date of an instant on the clock of the invoice's location. */
export const dateOf = (instant: Instant, { timezone }: Invoice): string => {
  const zone = parseZoneId(timezone)
  return zone === undefined ? instant : formatDate(toWallTime(instant, zone).date)
}

const partiesOf = ({ member, invoicePayer }: Invoice): InvoiceText['parties'] => {
  const lines = [...member.lines, member.email].map((line) => line.trim()).filter((line) => line !== '')
  if (invoicePayer === null) return [{ label: words.billedTo, name: member.name, lines }]
  return [
    { label: words.billedTo, name: invoicePayer, lines: [] },
    { label: words.member, name: member.name, lines },
  ]
}

/** Formats an amount of a table, whose head names the currency. */
export const figure = (amount: number): string => formatTableAmount(roundToMoney(amount))

const tablesOf = (invoice: Invoice): readonly InvoiceTable[] => {
  const { items, discounts, payments, currency } = invoice
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

const totalsOf = ({ totals, tax, currency }: Invoice): InvoiceText['totals'] => {
  const line = (label: string, amount: number, kind: 'line' | 'balance' | 'after' = 'line') => ({
    label,
    value: formatAmount(amount, currency),
    kind,
  })
  return [
    line(words.totalPrice, totals.totalPrice),
    ...(totals.discounts === 0 ? [] : [line(words.discounts, -totals.discounts)]),
    ...(tax === undefined ? [] : [line(words.tax(formatPercent(tax.rate)), tax.amount)]),
    ...(totals.credits === 0 ? [] : [line(words.credits, -totals.credits)]),
    ...(totals.reconciliationAdjust === 0 ? [] : [line(words.adjustment, totals.reconciliationAdjust)]),
    line(totals.outstanding === 0 ? words.paid : words.paidOrBilled, -totals.paid),
    line(totals.totalBalance > 0 ? words.balanceDue : words.balance, totals.totalBalance, 'balance'),
    ...(totals.outstanding === 0 ? [] : [line(invoiceOutstandingWords, totals.outstanding, 'after')]),
    ...(totals.overpaid === 0 ? [] : [line(words.overpaid, totals.overpaid, 'after')]),
  ]
}
