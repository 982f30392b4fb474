import type { Invoice } from '#domain/payments/invoice.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import { parseZoneId, toWallTime } from '#domain/values/location-clock.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { amountWords } from '../../kit/amount-words.ts'
import { invoiceWords } from './invoice-words.ts'

const words = invoiceWords.paper

/** Shows the invoice as printed. */
export function InvoicePaper({ invoice }: { readonly invoice: Invoice }) {
  const { location, member, currency, totals } = invoice
  const zone = parseZoneId(invoice.timezone)
  const dateOf = (instant: Invoice['issuedAt']): string =>
    zone === undefined ? instant : formatDate(toWallTime(instant, zone).date)
  const dob = plainDateSchema.safeParse(member.dob)
  return (
    <article className="s-invoice__paper" aria-labelledby="invoice-title">
      <header className="s-invoice__head">
        <div>
          <p className="s-invoice__clinic">{location.name}</p>
          <Lines lines={[...location.lines, location.phone, location.email]} />
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
          <Lines lines={[dob.success ? words.born(formatDate(dob.data)) : '', ...member.lines, member.email]} />
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
        rows={invoice.items.map(({ description, amount }) => [description, amountWords(amount, currency)])}
      />
      {invoice.discounts.length === 0 ? null : (
        <Lot
          title={words.reductions}
          rows={invoice.discounts.map(({ description, amount }) => [
            description,
            amountWords(-Math.abs(amount), currency),
          ])}
        />
      )}
      {invoice.payments.length === 0 ? null : (
        <Lot
          title={words.payments}
          rows={invoice.payments.map(({ date, description, amount }) => [
            `${dateOf(date)}  ${description}`,
            amountWords(amount, currency),
          ])}
        />
      )}
      <dl className="s-invoice__totals">
        <Sum label={words.totalPrice} value={amountWords(totals.totalPrice, currency)} />
        {totals.discounts === 0 ? null : (
          <Sum label={words.discounts} value={amountWords(-totals.discounts, currency)} />
        )}
        {totals.credits === 0 ? null : <Sum label={words.credits} value={amountWords(-totals.credits, currency)} />}
        <Sum label={words.paid} value={amountWords(totals.paid, currency)} />
        {totals.reconciliationAdjust === 0 ? null : (
          <Sum label={words.reconciliations} value={amountWords(totals.reconciliationAdjust, currency)} />
        )}
        <Sum label={words.balanceDue} value={amountWords(totals.totalBalance, currency)} isTotal />
        {totals.outstanding === 0 ? null : (
          <Sum label={invoiceOutstandingWords} value={amountWords(totals.outstanding, currency)} />
        )}
        {totals.overpaid === 0 ? null : <Sum label={words.overpaid} value={amountWords(totals.overpaid, currency)} />}
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

function Lot({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <table className="s-invoice__lot">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="s-invoice__figure">
            {words.amount}
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
