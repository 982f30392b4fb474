import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import { nextRing, type ReleaseAct, refusalOfAct } from '#domain/update/rings.ts'
import { parseZoneId, type ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import type { TableColumn } from '../kit/controls/table.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { RecordsSection } from '../records/records-section.tsx'
import { recordsWords } from '../records/records-words.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { UpdateFactories } from './update-factories.ts'
import { updatesSectionWords as words } from './updates-section-words.ts'
import './updates-section.css'

type Stores = UpdateFactories & WithConnectivity & WithLocations

/** The pause between two readings of the list while it is shown: workstations report at any time. */
const readEveryMs = 30_000

type Asked = { readonly act: ReleaseAct; readonly release: ProgramRelease }

/** Shows `/admin/administration/updates`: the releases of Atrium and their rings, to halt, resume and widen them. */
export function UpdatesSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newProgramReleases(), [stores])
  const zone = useZone(stores)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { save, load } = store.getState()
  useEffect(() => {
    const timer = setInterval(() => {
      if (isOnlineNow(stores.connectivity.getState())) void store.getState().load()
    }, readEveryMs)
    return () => clearInterval(timer)
  }, [store, stores])
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(releases) => releases}
      keyOf={({ version }) => version}
      textOf={({ version, state }) => `${version} ${words.states[state]}`}
      columnsOf={() => columnsOf(zone, isReached, setAsked)}
    >
      {(_releases, offlineReason) =>
        asked === null ? null : (
          <ActDialog
            {...asked}
            offlineReason={offlineReason}
            send={async () => {
              const { act, release } = asked
              const { version, lockVersion } = release
              const reply = await save(`${act} ${version}`, () =>
                bridge.programReleases.steer({ version, act, lockVersion }),
              )
              if (reply.ok) notices.success(words.done[act](version))
              else void load()
              return reply.ok ? null : reply.failure
            }}
            onClose={() => setAsked(null)}
          />
        )
      }
    </RecordsSection>
  )
}

/** Returns the time zone of the location where the user works, or of this computer if there is none. */
const useZone = (stores: WithConnectivity & WithLocations): ZoneId | undefined => {
  const location = useStore(stores.locations, chosenLocation)
  const hostZone = useStore(stores.connectivity, (state) => state.connectivity?.hostZone)
  return location?.timezone ?? parseZoneId(hostZone) ?? parseZoneId('UTC')
}

const columnsOf = (
  zone: ZoneId | undefined,
  isReached: boolean,
  onAsk: (asked: Asked) => void,
): readonly TableColumn<ProgramRelease>[] => [
  { id: 'release', header: words.release, isRowHeader: true, cell: ({ version }) => version },
  { id: 'ring', header: words.ring, cell: ({ ring }) => words.share(ring) },
  { id: 'state', header: words.state, cell: (release) => <State release={release} zone={zone} /> },
  {
    id: 'reports',
    header: words.reports,
    cell: (release) => <Reports release={release} />,
  },
  {
    id: 'acts',
    header: <span className="w-visually-hidden">{words.actions}</span>,
    width: '1%',
    cell: (release) => <Acts release={release} isReached={isReached} onAsk={onAsk} />,
  },
]

function State({ release, zone }: { readonly release: ProgramRelease; readonly zone: ZoneId | undefined }) {
  const { state, haltedBy, since } = release
  return (
    <div className="s-updates__lines">
      <Badge tone={state === 'halted' ? 'danger' : 'success'}>{words.states[state]}</Badge>
      {haltedBy === null ? null : <span>{words.haltedBy(haltedBy)}</span>}
      {zone === undefined ? null : <span className="s-updates__since">{words.since(formatInstant(since, zone))}</span>}
    </div>
  )
}

function Reports({ release }: { readonly release: ProgramRelease }) {
  if (release.told === 0) return words.none
  return (
    <div className="s-updates__lines">
      <span>{words.told(release.told)}</span>
      <span>{words.outcomes(release)}</span>
    </div>
  )
}

type ActsProps = {
  readonly release: ProgramRelease
  readonly isReached: boolean
  readonly onAsk: (asked: Asked) => void
}

function Acts({ release, isReached, onAsk }: ActsProps) {
  const possible = (['resume', 'widen', 'halt'] as const).filter((act) => refusalOfAct(act, release) === null)
  return (
    <span className="s-records__acts">
      {possible.map((act) => (
        <Button
          key={act}
          size="small"
          tone={act === 'halt' ? 'danger' : 'neutral'}
          aria-label={words.actOn(act, release.version)}
          disabledReason={isReached ? null : recordsWords.offlineReason}
          onPress={() => onAsk({ act, release })}
        >
          {words.acts[act]}
        </Button>
      ))}
    </span>
  )
}

type Question = { readonly label: string; readonly who: string; readonly text: string }

/** Returns the words of the confirming button, the line above it, and the text that describes the result of the act. */
const questionOf = ({ act, release }: Asked): Question => {
  const { halt, resume, widen } = words.confirm
  const { version, ring } = release
  switch (act) {
    case 'halt':
      return { label: halt.label, who: halt.who(version), text: halt.text }
    case 'resume':
      return { label: resume.label, who: resume.who(version, ring), text: resume.text(release) }
    case 'widen': {
      const next = nextRing(ring) ?? ring
      return { label: widen.label, who: widen.who(version, next), text: widen.text(next, release) }
    }
  }
}

type ActDialogProps = Asked & {
  readonly offlineReason: string | null
  /** Returns the failure, or null when the act was done. */
  readonly send: () => Promise<Failure | null>
  readonly onClose: () => void
}

function ActDialog({ act, release, offlineReason, send, onClose }: ActDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isStale = failure?.code === 'stale'
  const { label, who, text } = questionOf({ act, release })
  const confirm = async (): Promise<void> => {
    setFailure(null)
    setIsPending(true)
    const failed = await send()
    setIsPending(false)
    if (failed === null) onClose()
    else setFailure(failed)
  }
  return (
    <ConfirmDialog
      isOpen
      title={words.confirm[act].title(release.version)}
      who={who}
      confirmLabel={label}
      confirmName={controlWords.commitOf(label, who)}
      // Enter confirms only a halt: with `danger`, the cancel button has the focus.
      tone={act === 'halt' ? 'neutral' : 'danger'}
      isPending={isPending}
      disabledReason={offlineReason ?? (isStale ? words.checkFirst : null)}
      errorMessage={failure === null ? null : isStale ? words.stale : describeBookingFailure(failure).text}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {text}
    </ConfirmDialog>
  )
}
