import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatPercent } from '#domain/format/format-count.ts'
import { formatDate, formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatMoney, formatSignedAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant, formatTime } from '#domain/format/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../kit/controls/button.tsx'
import { classNames } from '../kit/controls/class-names.ts'
import { Panel } from '../kit/controls/panel.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'

/** The sizes of icons with their uses, as in kit/README.md. */
const icons = [
  ['xs', 'Badges'],
  ['sm', 'Small buttons'],
  ['md', 'Beside text'],
  ['lg', 'Banners'],
  ['xl', 'Empty state'],
  ['2xl', 'One state'],
] as const

const date = '2026-11-24' as PlainDate
const instant = toInstant(Date.parse('2026-11-24T17:40:00Z'))

/** Each kind of value, as `domain/format` writes it. */
const formats: readonly (readonly [string, string])[] = [
  ['Amount', formatMoney(toMoney(123_450), 'CAD')],
  ['Amount below zero', formatMoney(toMoney(-2000), 'USD')],
  ['Amount in a table', formatTableAmount(toMoney(123_450))],
  ['Difference', formatSignedAmount(toMoney(500))],
  ['Count', formatCount(12_345)],
  ['Share', formatPercent(0.125)],
  ['Date', formatDate(date)],
  ['Date with weekday', formatWeekdayAndDate(date)],
  ['Time', formatTime('09:40')],
  ['Date, time and zone', formatInstant(instant, 'America/Vancouver' as ZoneId)],
  ['Phone number', formatPhone('6045550123')],
]

type Sample = { readonly name: string; readonly amount: string }
const samples: readonly Sample[] = [
  { name: 'Ana Silva', amount: formatTableAmount(toMoney(123_450)) },
  { name: 'Noah Fjeldstad', amount: formatTableAmount(toMoney(9900)) },
]
const columns: readonly TableColumn<Sample>[] = [
  { id: 'name', header: 'Member', isRowHeader: true, cell: ({ name }) => name },
  { id: 'amount', header: 'CAD', isNumeric: true, cell: ({ amount }) => amount },
]

/** Shows a box that moves for each duration. */
function Motion() {
  const [isMoved, setMoved] = useState(false)
  return (
    <Panel title="Motion">
      <ul className="gallery__stack">
        {(['fast', 'toast'] as const).map((name) => (
          <li key={name} className="gallery__row">
            <span className="gallery__label">{`duration ${name}`}</span>
            <span
              className={classNames('gallery__motion', isMoved && 'gallery__motion--moved')}
              style={{ transitionDuration: `var(--duration-${name})` }}
            />
          </li>
        ))}
      </ul>
      <div className="gallery__row">
        <Button onPress={() => setMoved(!isMoved)}>Move both</Button>
      </div>
    </Panel>
  )
}

/** Shows the same controls in the density of the window and in compact. */
function Densities() {
  return (
    <Panel title="Density" className="gallery__wide">
      <div className="gallery__form">
        {([undefined, 'compact'] as const).map((density) => (
          <div key={density ?? 'chosen'} className="gallery__stack" data-density={density}>
            <strong>{density ?? 'As chosen in Settings'}</strong>
            <Table
              caption={`Members, ${density ?? 'as chosen'}`}
              columns={columns}
              rows={samples}
              rowKey={({ name }) => name}
            />
            <div className="gallery__row">
              <Button>{`Medium, ${density ?? 'as chosen'}`}</Button>
              <Button size="large">{`Large, ${density ?? 'as chosen'}`}</Button>
            </div>
          </div>
        ))}
      </div>
    </Panel>
  )
}

/** Shows motion, both densities, the sizes of icons and the formats of values. */
export function GalleryMeasures() {
  return (
    <>
      <Motion />
      <Panel title="Icons">
        <div className="gallery__row">
          {icons.map(([name, use]) => (
            <span key={name} className="gallery__icon">
              <CalendarPlus
                aria-hidden="true"
                style={{ width: `var(--icon-${name})`, height: `var(--icon-${name})` }}
              />
              {`${name}: ${use}`}
            </span>
          ))}
        </div>
      </Panel>
      <Densities />
      <Panel title="Numbers and values">
        <dl className="gallery__formats">
          {formats.map(([what, text]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd className="tabular">{text}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  )
}
