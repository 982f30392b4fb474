import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { MemberDuties } from '#contract/members/data-duties-fields.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { LegalHold } from '#domain/members/legal-hold.ts'
import type { Member } from '#domain/members/member.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Notices } from '../kit/notices.ts'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { MemberDutiesStore } from './data-duties-store.ts'
import { describeDutyFailure, describeUnreadDuties, dataDutiesWords as words } from './data-duties-words.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { LiftHoldDialog, PlaceHoldDialog } from './hold-dialogs.tsx'
import type { MemberFactories } from './member-factories.ts'
import './data-duties.css'

type Stores = Pick<MemberFactories, 'newMemberDuties'> & WithConnectivity & WithLocations

type Props = {
  readonly stores: Stores
  readonly member: Member
  readonly notices: Notices
  /** Reads the member again after an erasure. */
  readonly onErased: () => void
}

type Asked = 'place' | 'erase' | LegalHold | null

/** Shows a member's legal holds and erasure, for administrators. */
export function MemberDutiesPanel({ stores, member, notices, onErased }: Props) {
  const { patientID } = member
  const store = useMemo(() => stores.newMemberDuties(patientID), [stores, patientID])
  const { view, act } = useStore(store)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const zone = useStore(stores.locations, chosenLocation)?.timezone ?? ('UTC' as ZoneId)
  const [asked, setAsked] = useState<Asked>(null)
  const offlineReason = isReached ? null : words.offlineReason
  const { load, clear, placeHold, liftHold, erase } = store.getState()
  useEffect(() => {
    if (isReached || store.getState().view.kind === 'idle') void store.getState().load()
  }, [store, isReached])

  const failure = act.kind === 'failed' ? describeDutyFailure(act.failure) : null
  const isPending = act.kind === 'pending'
  const open = (next: Asked): void => {
    clear()
    setAsked(next)
  }
  const close = (): void => open(null)
  const finish = async (done: Promise<boolean>, message: string): Promise<boolean> => {
    if (!(await done)) return false
    setAsked(null)
    notices.success(message)
    return true
  }
  return (
    <Panel title={words.title} level={3}>
      {view.kind === 'failed' ? (
        <Banner
          tone={view.failure.code === 'offline' ? 'warning' : 'error'}
          title={view.failure.code === 'offline' ? words.offline : words.failed}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {describeUnreadDuties(view.failure)}
        </Banner>
      ) : view.kind === 'ready' ? (
        <div className="s-duties">
          <Holds duties={view.value} zone={zone} offlineReason={offlineReason} onAsk={open} />
          {view.value.erasure === null ? <Exporting {...{ store, notices, offlineReason }} /> : null}
          <Erasing duties={view.value} zone={zone} offlineReason={offlineReason} onAsk={open} />
        </div>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="96px" />
        </SkeletonGroup>
      )}
      {asked === 'place' ? (
        <PlaceHoldDialog
          {...{ member, failure, isPending, offlineReason }}
          onPlace={(hold) => void finish(placeHold(hold), words.holds.placed)}
          onClose={close}
        />
      ) : asked === 'erase' && view.kind === 'ready' ? (
        <EraseDialog
          {...{ member, failure, isPending, offlineReason }}
          needsBasis={view.value.obstacles.some(({ kind }) => kind === 'retention')}
          onErase={(early) =>
            void finish(erase(member.version, early), words.erasure.done).then((isDone) => {
              if (isDone) onErased()
            })
          }
          onClose={close}
        />
      ) : asked !== null && typeof asked === 'object' ? (
        <LiftHoldDialog
          {...{ member, failure, isPending, offlineReason }}
          hold={asked}
          onLift={(typed) => void finish(liftHold(asked.holdID, typed), words.holds.lifted)}
          onClose={close}
        />
      ) : null}
    </Panel>
  )
}

type PartProps = {
  readonly duties: MemberDuties
  readonly zone: ZoneId
  readonly offlineReason: string | null
  readonly onAsk: (asked: Asked) => void
}

function Holds({ duties, zone, offlineReason, onAsk }: PartProps) {
  const { holds, erasure } = duties
  return (
    <section className="s-duties__part" aria-label={words.holds.title}>
      <h4>{words.holds.title}</h4>
      {holds.length === 0 ? <p className="s-duties__quiet">{words.holds.noneOfMember}</p> : null}
      <ul className="s-duties__list">
        {holds.map((hold) => (
          <li key={hold.holdID} className="s-duties__hold">
            <div className="s-duties__lines">
              <span className="s-duties__head">
                <strong>{hold.name}</strong>
                <Badge tone={hold.liftedAt === null ? 'warning' : 'neutral'}>
                  {hold.liftedAt === null ? words.holds.inForce : words.holds.ended}
                </Badge>
              </span>
              <span>{hold.reason}</span>
              <span className="s-duties__quiet">
                {words.holds.by(hold.placedBy, formatInstant(hold.placedAt, zone))}
              </span>
              {hold.liftedAt === null ? null : (
                <span className="s-duties__quiet">
                  {words.holds.liftedBy(
                    hold.liftedBy ?? '',
                    formatInstant(hold.liftedAt, zone),
                    hold.liftedReason ?? '',
                  )}
                </span>
              )}
            </div>
            {hold.liftedAt === null ? (
              <Button
                size="small"
                aria-label={words.holds.liftLabel(hold.name)}
                disabledReason={offlineReason}
                onPress={() => onAsk(hold)}
              >
                {words.holds.lift}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {erasure === null ? (
        <div>
          <Button size="small" disabledReason={offlineReason} onPress={() => onAsk('place')}>
            {words.holds.place}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type ExportingProps = {
  readonly store: MemberDutiesStore
  readonly offlineReason: string | null
  readonly notices: Notices
}

/** Saves the member's whole record as a file. */
function Exporting({ store, offlineReason, notices }: ExportingProps) {
  const { exporting } = useStore(store)
  const [running, setRunning] = useState<'pdf' | 'fhir' | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const save = async (format: 'pdf' | 'fhir'): Promise<void> => {
    setRunning(format)
    setNote(null)
    const saved = await store.getState().exportRecord(format)
    setRunning(null)
    if (saved === null) return
    setNote(saved.note)
    notices.success(words.record.saved)
  }
  return (
    <section className="s-duties__part" aria-label={words.record.title}>
      <h4>{words.record.title}</h4>
      <p className="s-duties__quiet">{words.record.text}</p>
      <div className="s-duties__head">
        {(['pdf', 'fhir'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            isPending={running === format}
            disabledReason={offlineReason}
            onPress={() => void save(format)}
          >
            {words.record[format]}
          </Button>
        ))}
      </div>
      {exporting.kind === 'failed' ? (
        <Banner tone="error" title={words.record.failed}>
          {describeDutyFailure(exporting.failure)}
        </Banner>
      ) : null}
      {note === null ? null : (
        <Banner tone="warning" title={words.record.left}>
          {note}
        </Banner>
      )}
    </section>
  )
}

function Erasing({ duties, zone, offlineReason, onAsk }: PartProps) {
  const { erasure, obstacles } = duties
  if (erasure !== null) {
    return (
      <Banner tone="info" title={words.erasure.erased}>
        {words.erasure.erasedBy(erasure.by, formatInstant(erasure.at, zone))}
      </Banner>
    )
  }
  const inWay = obstacles.filter(({ kind }) => kind !== 'retention')
  return (
    <section className="s-duties__part" aria-label={words.erasure.title}>
      <h4>{words.erasure.title}</h4>
      <p className="s-duties__quiet">{words.erasure.text}</p>
      {obstacles.length === 0 ? (
        <p>{words.erasure.ready}</p>
      ) : (
        <>
          <p>{words.erasure.inWay}</p>
          <ul className="s-duties__obstacles">
            {obstacles.map(({ kind, text }) => (
              <li key={kind}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <div>
        <Button
          size="small"
          tone="danger"
          disabledReason={offlineReason ?? inWay[0]?.text ?? null}
          onPress={() => onAsk('erase')}
        >
          {words.erasure.act}
        </Button>
      </div>
    </section>
  )
}
