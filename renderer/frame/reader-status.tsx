import { useStore } from 'zustand'
import { StatusDot } from '../kit/controls/status-dot.tsx'
import { SimulatedBadge } from '../payments/reader-badge.tsx'
import { describeLink } from '../payments/reader-words.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'

/** Shows this workstation's card reader in the status strip; shows nothing while no card reader is chosen. */
export function ReaderStatus({ stores }: { readonly stores: Pick<AppStores, 'terminal'> }) {
  const terminal = useStore(stores.terminal, (state) => state.terminal)
  if (terminal.kind !== 'ready' || terminal.value.current === null) return null
  const { current, activity } = terminal.value
  const link = describeLink(current, activity)
  return (
    <span className="s-status__reach">
      <StatusDot tone={link.tone} label={frameWords.status.reader(link.words.toLowerCase())} />
      {current.isSimulated ? <SimulatedBadge /> : null}
    </span>
  )
}
