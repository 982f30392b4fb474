import type { Invoice } from '#domain/payments/invoice.ts'
import { type InvoiceText, toInvoiceText } from '#domain/payments/invoice-text.ts'
import { PaperLogo } from '../../kit/paper-logo.tsx'

/** Shows the invoice as printed: the same texts in the same order. */
export function InvoicePaper({ invoice }: { readonly invoice: Invoice }) {
  const { language, sender, title, aside, member, parties, tables, totals } = toInvoiceText(invoice)
  return (
    <article className="s-invoice__paper" aria-labelledby="invoice-title" lang={language}>
      <header className="s-invoice__head">
        <div>
          {sender.logo === '' ? (
            <p className="s-invoice__brand">{sender.brand}</p>
          ) : (
            <PaperLogo value={sender.logo} label={sender.brand} className="s-invoice__logo" />
          )}
          {sender.name === sender.brand ? null : <p className="s-invoice__clinic">{sender.name}</p>}
          <Lines lines={[sender.lines.join(', '), contactOf(sender), ...sender.legal]} />
        </div>
        <div className="s-invoice__number">
          <h1 id="invoice-title">{title}</h1>
          {aside.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </header>
      <section className="s-invoice__identity">
        <p className="s-invoice__name">{member.name}</p>
        <dl>
          {member.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="s-invoice__parties">
        {parties.map(({ label, name, lines }) => (
          <div key={label}>
            <h2>{label}</h2>
            <p className="s-invoice__name">{name}</p>
            <Lines lines={lines} />
          </div>
        ))}
      </section>
      {tables.map((table) => (
        <Table key={table.title} {...table} />
      ))}
      <dl className="s-invoice__totals">
        {totals.map(({ label, value, kind }) => (
          <div key={label} className={kind === 'balance' ? 's-invoice__total' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

const contactOf = ({ phone, email }: InvoiceText['sender']): string =>
  [phone, email].filter((part) => part !== '').join(' · ')

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {[...new Set(lines)]
      .filter((line) => line !== '')
      .map((line) => (
        <p key={line} className="s-invoice__line">
          {line}
        </p>
      ))}
  </>
)

const figureClass = (place: number, count: number): string | undefined =>
  place === count - 1 ? 's-invoice__figure' : count === 3 && place === 0 ? 's-invoice__day' : undefined

function Table({ title, heads, rows }: InvoiceText['tables'][number]) {
  return (
    <section>
      <h2 className="s-invoice__section">{title}</h2>
      <table className="s-invoice__lot">
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" className={figureClass(place, heads.length)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same texts, and rows never move
            <tr key={index}>
              {cells.map((cell, place) => (
                <td key={heads[place]} className={figureClass(place, heads.length)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
