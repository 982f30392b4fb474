import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import { awaitingReason } from '../kit/awaiting-reason.ts'
import { Button } from '../kit/controls/button.tsx'
import { CountField } from './count-field.tsx'
import { DrawerFields } from './drawer-fields.tsx'
import { drawerWords } from './drawer-words.ts'
import { type FinanceStore, lineKey, type TypedCount, waitsForCount } from './finance-state.ts'
import { financeWords } from './finance-words.ts'
import { moveBetweenCounts } from './move-between-counts.ts'
import { proposedFloat, type ReadDrawer, readDrawer } from './read-drawer.ts'

type Parts = {
  readonly store: FinanceStore
  readonly cashUp: Pick<CashUp, 'currency'>
  /** Why no line can be counted now; null if lines can be counted. */
  readonly frozen: string | null
}

type CountingCells = {
  /** Returns the field of a line that waits for its count; for cash also the button that opens its notes and coins. */
  readonly fieldOf: (line: CashUpLine) => ReactNode
  /** Returns the notes and coins below the row of a line; null while they are closed. */
  readonly drawerOf: (line: CashUpLine) => ReactNode
}

type LineParts = {
  readonly own: TypedCount | undefined
  readonly drawer: ReadDrawer | null
  readonly frozen: string | null
  readonly isOpen: boolean
}

/** Returns the parts of the table in which the user types the counts. */
export const useCountingCells = ({ store, cashUp, frozen }: Parts): CountingCells => {
  const { typed, typedFailures, typeCount, typeDrawer, recording } = useStore(store)
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})

  const partsOf = (line: CashUpLine): LineParts => {
    const own = typed.find((one) => lineKey(one) === lineKey(line))
    const drawer = own === undefined ? null : readDrawer(own)
    const pending = recording === 'pending' ? awaitingReason : null
    const why = frozen ?? pending ?? (own?.isSent === true ? financeWords.day.sent : null)
    // A drawer with a problem stays open, so that the user sees the problem.
    const isWanted = drawer?.ok === false || (toggled[lineKey(line)] ?? drawer !== null)
    return { own, drawer, frozen: why, isOpen: line.paymentType === 'cash' && why === null && isWanted }
  }

  return {
    fieldOf: (line) => {
      const { own, drawer, frozen: why, isOpen } = partsOf(line)
      return (
        <div className="s-finance__counted">
          <CountField
            line={line}
            currency={cashUp.currency}
            counted={own?.counted ?? ''}
            drawer={drawer}
            failure={typedFailures[lineKey(line)]}
            frozen={why}
            onType={(counted) => typeCount(line, counted)}
          />
          {line.paymentType === 'cash' ? (
            <Button
              size="micro"
              variant="plain"
              disabledReason={why}
              aria-expanded={isOpen}
              aria-label={drawerWords.titleOf(line.userName)}
              onPress={() => setToggled({ ...toggled, [lineKey(line)]: !isOpen })}
            >
              {drawerWords.title}
            </Button>
          ) : null}
        </div>
      )
    },
    drawerOf: (line) => {
      const { own, isOpen } = partsOf(line)
      if (!isOpen || !waitsForCount(line)) return null
      return (
        <DrawerFields
          currency={cashUp.currency}
          pieces={own?.pieces ?? {}}
          float={own?.float ?? proposedFloat(line.float)}
          title={drawerWords.titleOf(line.userName)}
          onKeyDown={moveBetweenCounts}
          onChange={(change) => typeDrawer(line, change)}
        />
      )
    },
  }
}
