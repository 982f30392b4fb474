import type { ReactNode } from 'react'
import type { CashUpFigure } from '#domain/finance/cash-up-details.ts'
import { formatTableAmount } from '#domain/format/format-money.ts'
import type { Money } from '#domain/values/money.ts'
import { Button } from '../kit/controls/button.tsx'
import { figureWords } from './figure-words.ts'
import type { ShownFigure } from './finance-state.ts'
import { Hidden } from './hidden.tsx'

type Props = {
  readonly amount: Money | null
  /** The text in place of a hidden amount. */
  readonly until: string
  readonly isShort?: boolean
  readonly figure: CashUpFigure
  readonly name: string
  /** Absent if the transactions are unknown, or if the figure has none. */
  readonly onOpen: ((figure: ShownFigure) => void) | undefined
}

/**
 * Shows a figure that opens its transactions. A figure of 0.00 has no transactions, and a hidden figure does not show
 * them.
 */
export function FigureButton({ amount, until, isShort = false, figure, name, onOpen }: Props): ReactNode {
  if (amount === null) return <Hidden until={until} isShort={isShort} />
  const text = formatTableAmount(amount)
  if (amount === 0) return <span className="s-finance__zero">{text}</span>
  if (onOpen === undefined) return text
  return (
    <Button
      variant="plain"
      size="micro"
      className="s-finance__figure"
      aria-label={figureWords.show(text, name)}
      onPress={() => onOpen({ figure, name })}
    >
      {text}
    </Button>
  )
}
