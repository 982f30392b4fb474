import { useStore } from 'zustand'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { countsToRecord, type FinanceStore, isReadable, waitsForCount } from './finance-state.ts'
import { financeWords } from './finance-words.ts'

const words = financeWords.takings

type Props = {
  readonly store: FinanceStore
  readonly cashUp: Pick<CashUp, 'block' | 'lines'>
  /** The day and the location. */
  readonly day: string
  /** Why nothing can be recorded now; null if counts can be recorded. */
  readonly reason: string | null
  readonly onDone: (words: string) => unknown
}

/** Records all counts that are typed in the table. Shows nothing while no line waits for its count. */
export function CountingBar({ store, cashUp, day, reason, onDone }: Props) {
  const { typed, recording, recordCounts } = useStore(store)
  const waiting = cashUp.lines.filter(waitsForCount)
  if (waiting.length === 0) return null
  const own = countsToRecord(typed, cashUp)
  const ready = own.filter(isReadable)
  const missing = own.length > ready.length ? words.unreadable : ready.length === 0 ? words.nothingTyped : null
  const record = async (): Promise<void> => {
    const recorded = await recordCounts()
    if (recorded > 0) onDone(words.recorded(recorded))
  }
  return (
    <div className="s-finance__bar">
      <p className="s-finance__quiet">{words.countingHint(ready.length, waiting.length)}</p>
      <CommitBar who={day} align="end">
        <Button
          variant="primary"
          className="s-finance__record"
          isPending={recording === 'pending'}
          disabledReason={missing ?? reason}
          aria-label={words.recordOf(ready.length, day)}
          onPress={() => void record()}
        >
          {words.record(ready.length)}
        </Button>
      </CommitBar>
    </div>
  )
}
