import type { KeyboardEventHandler } from 'react'
import { notesAndCoins, sumOfPieces } from '#domain/finance/count-drawer.ts'
import { formatMoney, formatTableAmount } from '#domain/format/format-money.ts'
import { type Currency, toMoney } from '#domain/values/money.ts'
import { TextField } from '../kit/controls/text-field.tsx'
import { drawerWords as words } from './drawer-words.ts'
import { type ReadDrawer, readDrawer } from './read-drawer.ts'

type Props = {
  readonly currency: Currency
  readonly pieces: Readonly<Record<string, string>>
  readonly float: string
  /** The legend; default: notes and coins. */
  readonly title?: string
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  readonly onChange: (change: { readonly pieces?: Readonly<Record<string, string>>; readonly float?: string }) => void
}

const problemOf = (drawer: ReadDrawer | null, problem: 'pieces' | 'float' | 'below-float'): string | undefined =>
  drawer !== null && !drawer.ok && drawer.problem === problem ? words.problems[problem] : undefined

/** Shows the fields that count a drawer by notes and coins. The takings are the sum in the drawer less the float. */
export function DrawerFields({ currency, pieces, float, title = words.title, onKeyDown, onChange }: Props) {
  const drawer = readDrawer({ pieces, float })
  const isWrong = problemOf(drawer, 'pieces')
  return (
    <fieldset className="s-finance__drawer">
      <legend>{title}</legend>
      <div className="s-finance__pieces">
        {notesAndCoins[currency].map((value) => (
          <TextField
            key={value}
            label={formatTableAmount(toMoney(value))}
            size="small"
            isNumeric
            inputMode="numeric"
            maxLength={4}
            value={pieces[String(value)] ?? ''}
            onKeyDown={onKeyDown}
            onChange={(text) => onChange({ pieces: { ...pieces, [String(value)]: text } })}
          />
        ))}
      </div>
      {isWrong === undefined ? null : (
        <p className="s-finance__wrong" role="alert">
          {isWrong}
        </p>
      )}
      <TextField
        label={words.float}
        size="small"
        isNumeric
        inputMode="decimal"
        prefix={currency}
        value={float}
        onKeyDown={onKeyDown}
        onChange={(text) => onChange({ float: text })}
        description={words.floatHint}
        disabledReason={drawer === null ? words.floatOfPieces : null}
        errorMessage={problemOf(drawer, 'float') ?? problemOf(drawer, 'below-float')}
      />
      {drawer?.ok === true ? (
        <p className="s-finance__takings" aria-live="polite">
          {words.sum(
            formatMoney(sumOfPieces(drawer.drawer.pieces), currency),
            formatMoney(toMoney(sumOfPieces(drawer.drawer.pieces) - drawer.takings), currency),
            formatMoney(drawer.takings, currency),
          )}
        </p>
      ) : null}
    </fieldset>
  )
}
