import { formatPercent } from '#domain/format/format-count.ts'
import { formatDate, formatDateText } from '#domain/format/format-date.ts'
import { formatAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import { parseZoneId, toWallTime } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { invoiceWords } from './invoice-words.ts'

const words = invoiceWords.paper

/** Shows the invoice as printed. */
export function InvoicePaper({ invoice }: { readonly invoice: Invoice }) {
  const { location, member, currency, totals } = invoice
  const zone = parseZoneId(invoice.timezone)
  const dateOf = (instant: Invoice['issuedAt']): string =>
    zone === undefined ? instant : formatDate(toWallTime(instant, zone).date)
  return (
    <article className="s-invoice__paper" aria-labelledby="invoice-title">
      <header className="s-invoice__head">
        <div>
          <p className="s-invoice__clinic">{location.name}</p>
          <Lines lines={[...location.lines, formatPhone(location.phone), location.email]} />
        </div>
        <div className="s-invoice__number">
          <h1 id="invoice-title">{words.title}</h1>
          <dl>
            <dt>{words.number}</dt>
            <dd>{invoice.invoiceNumber}</dd>
            <dt>{words.date}</dt>
            <dd>{dateOf(invoice.issuedAt)}</dd>
            {location.taxId === '' ? null : (
              <>
                <dt>{words.taxNumber}</dt>
                <dd>{location.taxId}</dd>
              </>
            )}
          </dl>
        </div>
      </header>
      <section className="s-invoice__parties">
        <div>
          <h2>{invoice.invoicePayer === null ? words.billedTo : words.member}</h2>
          <p className="s-invoice__name">{member.name}</p>
          <Lines
            lines={[member.dob === '' ? '' : words.born(formatDateText(member.dob)), ...member.lines, member.email]}
          />
        </div>
        {invoice.invoicePayer === null ? null : (
          <div>
            <h2>{words.billedTo}</h2>
            <p className="s-invoice__name">{invoice.invoicePayer}</p>
          </div>
        )}
        <div>
          <h2>{words.appointment}</h2>
          <p>
            {invoice.appointment === null || zone === undefined
              ? words.noTime
              : formatInstant(invoice.appointment, zone)}
          </p>
          <p>{words.study(invoice.studyID)}</p>
        </div>
      </section>
      <Lot
        title={words.items}
        currency={currency}
        rows={invoice.items.map(({ description, amount }) => [description, figure(amount)])}
      />
      {invoice.discounts.length === 0 ? null : (
        <Lot
          title={words.reductions}
          currency={currency}
          rows={invoice.discounts.map(({ description, amount }) => [description, figure(-Math.abs(amount))])}
        />
      )}
      {invoice.payments.length === 0 ? null : (
        <Lot
          title={words.payments}
          currency={currency}
          rows={invoice.payments.map(({ date, description, amount }) => [
            `${dateOf(date)}  ${description}`,
            figure(amount),
          ])}
        />
      )}
      <dl className="s-invoice__totals">
        <Sum label={words.totalPrice} value={formatAmount(totals.totalPrice, currency)} />
        {totals.discounts === 0 ? null : (
          <Sum label={words.discounts} value={formatAmount(-totals.discounts, currency)} />
        )}
        {invoice.tax === undefined ? null : (
          <Sum label={words.tax(formatPercent(invoice.tax.rate))} value={formatAmount(invoice.tax.amount, currency)} />
        )}
        {totals.credits === 0 ? null : <Sum label={words.credits} value={formatAmount(-totals.credits, currency)} />}
        <Sum
          label={totals.outstanding === 0 ? words.paid : words.paidOrBilled}
          value={formatAmount(totals.paid, currency)}
        />
        {totals.reconciliationAdjust === 0 ? null : (
          <Sum label={words.reconciliations} value={formatAmount(totals.reconciliationAdjust, currency)} />
        )}
        <Sum label={words.balanceDue} value={formatAmount(totals.totalBalance, currency)} isTotal />
        {totals.outstanding === 0 ? null : (
          <Sum label={invoiceOutstandingWords} value={formatAmount(totals.outstanding, currency)} />
        )}
        {totals.overpaid === 0 ? null : <Sum label={words.overpaid} value={formatAmount(totals.overpaid, currency)} />}
      </dl>
      <p className="s-invoice__currency">{words.currency(currency)}</p>
    </article>
  )
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {[...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))].map((line) => (
      <p key={line} className="s-invoice__line">
        {line}
      </p>
    ))}
  </>
)

/** Formats an amount without its currency, which the head of the table names. */
const figure = (amount: number): string => formatTableAmount(roundToMoney(amount))

type LotProps = {
  readonly title: string
  readonly currency: string
  readonly rows: readonly (readonly [string, string])[]
}

function Lot({ title, currency, rows }: LotProps) {
  return (
    <table className="s-invoice__lot">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="s-invoice__figure">
            {words.amount(currency)}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([description, amount], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text, and lines never move
          <tr key={index}>
            <td>{description}</td>
            <td className="s-invoice__figure">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Sum = ({
  label,
  value,
  isTotal,
}: {
  readonly label: string
  readonly value: string
  readonly isTotal?: true
}) => (
  <div className={isTotal ? 's-invoice__total' : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
