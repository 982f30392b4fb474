import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { WithClock } from '../../kit/clock-store.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { TimeChoice } from '../appointment-choice.tsx'
import { useTallPanel } from '../use-tall-panel.ts'
import { mayBeHeld, whyNotHeld } from './hold-again.ts'
import { MoveChanges } from './move-changes.tsx'
import { MovePlaceChoice, MoveSettleField } from './move-choice.tsx'
import { describeChoice, MoveButton, MoveEnds, MoveNews, StudySafetyLine } from './move-parts.tsx'
import { movingWords } from './moving-words.ts'
import type { MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useMoveCommit } from './use-move-commit.ts'

const words = movingWords.move

type Stores = WithClock & WithConnectivity & WithLocations

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: Stores
  readonly owner: string
  readonly isOnline: boolean
}

/**
 * Shows the new time and place, their effects, and the Move button. The user sees the effects before they commit the
 * move.
 */
export function MovePanel(props: Props) {
  const { desk, read, form, stores, owner } = props
  const { study } = read
  const state = useStore(desk.hold, (store) => store.state)
  const commit = useMoveCommit(props)
  const { place, move, changes, reason } = commit
  const when = describeChoice(commit, form, read)
  const panel = useRef<HTMLElement>(null)
  useTallPanel(panel)
  const title = useRef<HTMLHeadingElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    const isAnswered = wasSending.current && move.kind !== 'pending'
    wasSending.current = move.kind === 'pending'
    // The answer redraws the form without the button that had the focus.
    if (!isAnswered && move.kind !== 'moved') return
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus()
  }, [move.kind])
  return (
    <section className="mv" aria-label={words.label} ref={panel}>
      <h2 className="mv__title" tabIndex={-1} ref={title}>
        {words.title} {study.status.booked ? <Badge>{words.update}</Badge> : null}
      </h2>
      <div className="mv__body">
        <MovePlaceChoice desk={desk} read={read} form={form} stores={stores} />
        <TimeChoice
          state={state}
          hold={desk.hold}
          location={form.location}
          clock={stores.clock}
          owner={owner}
          overridden={place?.override == null ? null : place.utcStart}
          empty={words.noTime}
        />
        {mayBeHeld(study) ? (
          <Checkbox
            isSelected={form.temporaryHold === true}
            onChange={(temporaryHold) => desk.store.getState().update({ temporaryHold })}
            isDisabled={move.kind === 'pending' || move.kind === 'unknown'}
            disabledReason={whyNotHeld(study, form, place)}
            description={words.temporaryHoldHint}
          >
            {words.temporaryHold}
          </Checkbox>
        ) : null}
        <StudySafetyLine study={study} />
        <MoveSettleField desk={desk} read={read} form={form} stores={stores} />
      </div>
      <div className="mv__foot">
        <MoveChanges changes={changes} />
        <MoveNews desk={desk} move={move} read={read} isOnline={props.isOnline} />
        <CommitBar who={<MoveEnds read={read} form={form} place={place} />}>
          <MoveButton {...{ desk, read, commit, when }} isFullWidth />
        </CommitBar>
        {reason === null ? null : (
          <p className="mv__reason" aria-hidden="true">
            {reason}
          </p>
        )}
      </div>
    </section>
  )
}
