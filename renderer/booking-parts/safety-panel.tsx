import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { fullName } from '#domain/members/member.ts'
import type { PlainDate } from '#domain/time/plain-date.ts'
import { SafetyForm } from '../forms/safety-form.tsx'
import { Badge } from '../widgets/badge.tsx'
import { Banner } from '../widgets/banner.tsx'
import { Button } from '../widgets/button.tsx'
import { Panel } from '../widgets/panel.tsx'
import { describeProgress } from './booking-safety.ts'
import type { BookingDesk } from './booking-store.ts'
import './safety-panel.css'

type Props = {
  readonly desk: BookingDesk
  readonly today: PlainDate
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Where the questions stand, for moving the focus there. */
  readonly body: RefObject<HTMLDivElement | null>
}

/** The safety questions of the person a booking is made for, below the columns and folded at first (booking spec §2). */
export function SafetyPanel({ desk, today, isOpen, onOpenChange, body }: Props) {
  const isBooked = useStore(desk.booking, ({ commit }) => commit.kind === 'booked')
  const isFrozen = useStore(desk.booking, ({ commit }) => commit.kind === 'pending' || commit.kind === 'unknown')
  const who = useStore(desk.booking, ({ member }) =>
    member.kind === 'ready' ? `${fullName(member.value)}, ${member.value.dob}` : null,
  )
  if (isBooked) return null
  return (
    <Panel
      title={who === null ? 'Safety questions' : `Safety questions of ${who}`}
      className="sf"
      isExpanded={isOpen}
      onExpandedChange={onOpenChange}
      badge={<ProgressBadge desk={desk} />}
    >
      {isOpen ? (
        <div ref={body}>
          {who === null ? (
            <p className="sf__note">
              No member is chosen yet. What is answered now goes with the one chosen first; what hangs on their sex is
              asked then.
            </p>
          ) : null}
          <SafetyForm store={desk.safety} today={today} headingLevel={3} isDisabled={isFrozen} />
        </div>
      ) : null}
    </Panel>
  )
}

function ProgressBadge({ desk }: { readonly desk: BookingDesk }) {
  const { progress, isComplete } = useStore(
    desk.safety,
    useShallow(({ assessment }) => ({
      progress: describeProgress(assessment),
      isComplete: assessment.unanswered.length === 0,
    })),
  )
  return <Badge tone={isComplete ? 'success' : 'neutral'}>{progress}</Badge>
}

/** Says that the answers of the member before were set aside with their member, and offers the way back. */
export function AnswersAsideNote({ desk }: { readonly desk: BookingDesk }) {
  const setAside = useStore(desk.booking, (state) => state.setAside)
  if (setAside === null) return null
  const count = Object.keys(setAside.answers).length
  return (
    <Banner
      title={`The safety answers of ${setAside.name} were set aside`}
      onDismiss={() => desk.booking.getState().dismissSetAside()}
      action={
        <Button size="xsmall" onPress={() => void desk.booking.getState().takeBack()}>
          Back to {setAside.name}
        </Button>
      }
    >
      {count === 1 ? '1 answer is' : `${count} answers are`} about that member alone and come back with them.
    </Banner>
  )
}
