import { Nfc } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { TerminalState } from '#contract/payments/bridge.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { StatusDot } from '../kit/controls/status-dot.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { ReaderDialog } from './inside/reader-dialog.tsx'
import { SimulatedBadge } from './reader-badge.tsx'
import { describeLink, driverNames, readerWords } from './reader-words.ts'
import type { WithTerminal } from './terminal-store.ts'
import './reader-strip.css'

type Stores = WithConnectivity & WithTerminal

type Props = {
  readonly stores: Stores
  /** The location whose readers the search lists. */
  readonly locationID: LocationID
  readonly timezone: ZoneId
}

const words = readerWords.strip

/** Shows the reader of this workstation: name, connection, battery, last successful use, Test and Switch. */
export function ReaderStrip(props: Props) {
  const { stores } = props
  const terminal = useStore(stores.terminal, (state) => state.terminal)
  switch (terminal.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="74px" />
        </SkeletonGroup>
      )
    case 'failed':
      return (
        <Banner
          tone="error"
          title={words.failed}
          action={
            <Button size="small" onPress={() => void stores.terminal.getState().load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {terminal.failure.message}
        </Banner>
      )
    case 'ready':
      return <Ready {...props} state={terminal.value} />
  }
}

function Ready({ stores, locationID, timezone, state }: Props & { readonly state: TerminalState }) {
  const [isSwitching, setIsSwitching] = useState(false)
  const work = useStore(stores.terminal, (each) => each.work)
  const { current, activity, lastSuccessAt, problem } = state
  const isBusy = activity !== 'idle' ? words.busy : null
  const link = current === null ? null : describeLink(current, activity)
  return (
    <section className="pp-reader" aria-label={words.label}>
      <div className="pp-reader__row">
        <span className="pp-reader__name">
          <Nfc aria-hidden="true" size={16} />
          {current === null ? words.none : current.label}
        </span>
        {current?.isSimulated ? <SimulatedBadge /> : null}
      </div>
      {current === null || link === null ? null : (
        <div className="pp-reader__facts">
          <StatusDot tone={link.tone} label={link.words} />
          <span>{driverNames[current.driver]}</span>
          {current.battery === null ? null : <span>{words.battery(current.battery)}</span>}
          <span>
            {lastSuccessAt === null ? words.noSuccess : words.lastSuccess(formatInstant(lastSuccessAt, timezone))}
          </span>
        </div>
      )}
      <div className="pp-row">
        {current === null ? null : (
          <Button
            size="small"
            isPending={work.kind === 'pending' && work.readerID === undefined}
            disabledReason={isBusy ?? (current.link === 'connected' ? null : words.notConnected)}
            onPress={() => void stores.terminal.getState().test()}
          >
            {words.test}
          </Button>
        )}
        <Button
          size="small"
          variant={current === null ? 'primary' : 'outline'}
          disabledReason={isBusy}
          onPress={() => setIsSwitching(true)}
        >
          {current === null ? words.choose : words.switch}
        </Button>
      </div>
      {problem === null || isSwitching ? null : <Banner tone="error" title={problem} />}
      <TrainingOutcome stores={stores} state={state} />
      <ReaderDialog
        stores={stores}
        locationID={locationID}
        current={current}
        isOpen={isSwitching}
        onClose={() => setIsSwitching(false)}
      />
    </section>
  )
}

/** Selects what the simulated reader does with the next card. For training only, never in production. */
function TrainingOutcome({ stores, state }: Pick<Props, 'stores'> & { readonly state: TerminalState }) {
  const environment = useStore(stores.connectivity, (each) => each.connectivity?.environment)
  const outcome = useStore(stores.terminal, (each) => each.simulatedOutcome)
  if (state.current?.isSimulated !== true || state.current.driver !== 'simulated') return null
  if (environment === 'PRODUCTION') return null
  return (
    <div className="pp-reader__training">
      <SelectField
        label={words.training}
        size="small"
        options={simulatedReaderOutcomes.map(({ name, label }) => ({ value: name, label }))}
        value={outcome}
        onChange={(chosen) => {
          const known = simulatedReaderOutcomes.find(({ name }) => name === chosen)
          if (known !== undefined) void stores.terminal.getState().chooseOutcome(known.name)
        }}
        disabledReason={state.activity === 'idle' ? null : words.busy}
      />
    </div>
  )
}
