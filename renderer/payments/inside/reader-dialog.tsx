import { Nfc } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Reader, TerminalState } from '#contract/payments/bridge.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { StatusDot } from '../../kit/controls/status-dot.tsx'
import { SimulatedBadge } from '../reader-badge.tsx'
import { describeLink, driverNames, readerWords } from '../reader-words.ts'
import type { WithTerminal } from '../terminal-store.ts'

type Stores = WithTerminal

type Props = {
  readonly stores: Stores
  readonly locationID: LocationID
  readonly current: TerminalState['current']
  readonly isOpen: boolean
  readonly onClose: () => void
}

const words = readerWords.search

/** Searches for the location's readers and connects one to this workstation. */
export function ReaderDialog({ stores, locationID, current, isOpen, onClose }: Props) {
  const { work, discover, disconnect, terminal } = useStore(stores.terminal)
  const drivers = terminal.kind === 'ready' ? terminal.value.drivers : []
  const unusable = drivers.filter(({ unavailable }) => unavailable !== null)
  useEffect(() => {
    if (isOpen) void discover(locationID)
  }, [isOpen, discover, locationID])
  const isWorking = work.kind === 'pending'
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      subtitle={words.subtitle}
      footer={
        <>
          {current === null ? null : (
            <Button
              isPending={isWorking && work.readerID === undefined}
              onPress={() => void disconnect().then((isDone) => isDone && onClose())}
            >
              {words.disconnect(current.label)}
            </Button>
          )}
          <Button onPress={() => void discover(locationID)} isDisabled={isWorking}>
            {words.again}
          </Button>
          <Button onPress={onClose}>{words.close}</Button>
        </>
      }
    >
      {work.kind === 'failed' ? <Banner tone="error" title={work.failure.message} /> : null}
      <Found stores={stores} locationID={locationID} current={current} onTaken={onClose} />
      {unusable.length === 0 ? null : (
        <ul className="pp-quiet" aria-label={words.unusable}>
          {unusable.map(({ driver, unavailable }) => (
            <li key={driver}>
              {driverNames[driver]}: {unavailable}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type FoundProps = Pick<Props, 'stores' | 'locationID' | 'current'> & { readonly onTaken: () => void }

function Found({ stores, locationID, current, onTaken }: FoundProps) {
  const { readers, work, connect } = useStore(stores.terminal)
  switch (readers.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label={words.looking} className="pp-reader__list">
          <Skeleton shape="block" height="62px" />
          <Skeleton shape="block" height="62px" />
        </SkeletonGroup>
      )
    case 'failed':
      return (
        <EmptyState size="small" icon={<Nfc aria-hidden="true" />} title={readers.failure.message}>
          {words.noneHint}
        </EmptyState>
      )
    case 'ready':
      return (
        <ul className="pp-reader__list" aria-label={words.found}>
          {readers.value.map((reader) => {
            const isCurrent = current?.readerID === reader.readerID && current.link === 'connected'
            return (
              <li key={reader.readerID} className="pp-reader__item">
                <ReaderWords reader={isCurrent ? { ...reader, link: 'connected' } : reader} />
                <Button
                  size="small"
                  variant="primary"
                  isPending={work.kind === 'pending' && work.readerID === reader.readerID}
                  disabledReason={isCurrent ? words.inUseHere : work.kind === 'pending' ? words.otherConnecting : null}
                  aria-label={words.connectTo(reader.label)}
                  onPress={() => void connect(locationID, reader.readerID).then((isDone) => isDone && onTaken())}
                >
                  {words.use}
                </Button>
              </li>
            )
          })}
        </ul>
      )
  }
}

function ReaderWords({ reader }: { readonly reader: Reader }) {
  const link = describeLink(reader)
  return (
    <div>
      <span className="pp-reader__name">
        {reader.label}
        {reader.isSimulated ? <SimulatedBadge /> : null}
      </span>
      <span className="pp-reader__facts">
        <StatusDot tone={link.tone} label={link.words} />
        <span>{driverNames[reader.driver]}</span>
        {reader.battery === null ? null : <span>{readerWords.strip.battery(reader.battery)}</span>}
      </span>
    </div>
  )
}
