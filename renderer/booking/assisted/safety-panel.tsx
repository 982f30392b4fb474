import { type RefObject, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/values/format-time.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { type AnswersSetAside, describeProgress } from '../../safety/booking-safety.ts'
import { SafetyForm } from '../../safety/safety-form.tsx'
import { focusMemberSearch } from './booking-focus.ts'
import type { BookingDesk } from './booking-state.ts'
import './safety-panel.css'

type Props = {
  readonly desk: BookingDesk
  readonly today: PlainDate
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The element with the questions, for moving the focus there. */
  readonly body: RefObject<HTMLDivElement | null>
}

/** Shows the safety questions of the chosen member below the columns, folded at first (booking spec §2). */
export function SafetyPanel({ desk, today, isOpen, onOpenChange, body }: Props) {
  const isBooked = useStore(desk.booking, ({ commit }) => commit.kind === 'booked')
  const isFrozen = useStore(desk.booking, ({ commit }) => commit.kind === 'pending' || commit.kind === 'unknown')
  const who = useStore(desk.booking, ({ member }) =>
    member.kind === 'ready' ? `${fullName(member.value)}, ${formatDate(member.value.dob)}` : null,
  )
  const memberID = useStore(desk.booking, ({ form }) => form.memberID)
  if (isBooked) return null
  return (
    <Panel
      title={who === null ? 'Safety questions' : `Safety questions of ${who}`}
      className="sf"
      isExpanded={isOpen}
      onExpandedChange={onOpenChange}
      badge={memberID === null ? null : <ProgressBadge desk={desk} />}
    >
      {isOpen ? (
        <div ref={body}>
          {memberID === null ? (
            <ChooseMemberFirst />
          ) : who === null ? (
            <p className="sf__note">The questions open once the member is read.</p>
          ) : (
            <SafetyForm store={desk.safety} today={today} headingLevel={3} isDisabled={isFrozen} />
          )}
        </div>
      ) : null}
    </Panel>
  )
}

/** The answers are about one person, so that person must be chosen first. */
function ChooseMemberFirst() {
  return (
    <EmptyState
      title="Choose a member first"
      action={
        <Button className="sf__to-search" onPress={focusMemberSearch}>
          Find a member
        </Button>
      }
    >
      The answers are about one person.
    </EmptyState>
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

/** Shows whose answers were set aside when another member was chosen, with a button back to each. */
export function AnswersAsideNotes({ desk }: { readonly desk: BookingDesk }) {
  const setAside = useStore(desk.booking, (state) => state.setAside)
  return setAside.map((entry) => <AnswersAsideNote key={entry.memberID} desk={desk} setAside={entry} />)
}

function AnswersAsideNote({ desk, setAside }: { readonly desk: BookingDesk; readonly setAside: AnswersSetAside }) {
  const [isAsking, setIsAsking] = useState(false)
  const count = countAnswers(Object.keys(setAside.answers).length)
  return (
    <>
      <Banner
        title={`The safety answers of ${setAside.name} were set aside`}
        onDismiss={() => setIsAsking(true)}
        action={
          <Button size="xsmall" onPress={() => void desk.booking.getState().takeBack(setAside.memberID)}>
            Back to {setAside.name}
          </Button>
        }
      >
        {count} {count.startsWith('1 ') ? 'is' : 'are'} about that member alone and come back with them.
      </Banner>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={`Delete the safety answers of ${setAside.name}?`}
        confirmLabel={`Delete ${count}`}
        cancelLabel="Keep them"
        onConfirm={() => {
          setIsAsking(false)
          desk.booking.getState().dismissSetAside(setAside.memberID)
        }}
        onClose={() => setIsAsking(false)}
      >
        They would have to be asked again.
      </ConfirmDialog>
    </>
  )
}

const countAnswers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`)

/** Shows that an older draft has answers without a member. Using or deleting them needs confirmation. */
export function UnassignedAnswersNote({ desk }: { readonly desk: BookingDesk }) {
  const unassigned = useStore(desk.booking, (state) => state.unassigned)
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  const [asking, setAsking] = useState<'use' | 'delete' | null>(null)
  if (unassigned === null) return null
  const count = countAnswers(Object.keys(unassigned).length)
  const { assignAnswers, deleteUnassigned } = desk.booking.getState()
  const close = (): void => setAsking(null)
  return (
    <>
      <Banner
        tone="warning"
        title={`${count} to safety questions, given before a member was chosen`}
        action={
          <>
            {member === null ? null : (
              <Button size="xsmall" onPress={() => setAsking('use')}>
                Use for {fullName(member)}
              </Button>
            )}
            <Button size="xsmall" variant="plain" onPress={() => setAsking('delete')}>
              Delete
            </Button>
          </>
        }
      >
        They are kept apart and used for no one until you say whose they are.
      </Banner>
      {member === null ? null : (
        <ConfirmDialog
          isOpen={asking === 'use'}
          tone="danger"
          title={`Are these the answers of ${fullName(member)}?`}
          confirmLabel={`Use for ${fullName(member)}`}
          onConfirm={() => {
            close()
            assignAnswers()
          }}
          onClose={close}
        >
          <p>
            <strong>
              {fullName(member)} · born {formatDate(member.dob)}
            </strong>
          </p>
          <p>Use them only if they are about this person. Questions answered since then keep their new answers.</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        isOpen={asking === 'delete'}
        tone="danger"
        title={`Delete ${count}?`}
        confirmLabel={`Delete ${count}`}
        cancelLabel="Keep them"
        onConfirm={() => {
          close()
          deleteUnassigned()
        }}
        onClose={close}
      >
        They would have to be asked again.
      </ConfirmDialog>
    </>
  )
}
