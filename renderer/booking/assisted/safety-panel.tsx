import { type RefObject, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { describePerson } from '#domain/booking/booking-form.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { standardLanguage } from '#domain/values/language.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { type AnswersSetAside, describeProgress } from '../../safety/booking-safety.ts'
import { type ChosenLanguage, decideLanguage } from '../../safety/chosen-language.ts'
import { LanguageChoice } from '../../safety/language-choice.tsx'
import { SafetyForm } from '../../safety/safety-form.tsx'
import type { PharmacyReader } from '../../safety/use-pharmacies.ts'
import { focusMemberSearch } from './booking-focus.ts'
import type { BookingDesk } from './booking-state.ts'
import './safety-panel.css'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.safety

type Props = {
  readonly desk: BookingDesk
  readonly bridge: PharmacyReader
  readonly locationID: LocationID
  readonly today: PlainDate
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The element with the questions, for moving the focus there. */
  readonly body: RefObject<HTMLDivElement | null>
}

/** Shows the safety questions of the chosen member below the columns, collapsed at first (booking spec §2). */
export function SafetyPanel({ desk, bridge, locationID, today, isOpen, onOpenChange, body }: Props) {
  const isBooked = useStore(desk.booking, ({ commit }) => commit.kind === 'booked')
  const isFrozen = useStore(desk.booking, ({ commit }) => commit.kind === 'pending' || commit.kind === 'unknown')
  const who = useStore(desk.booking, ({ member }) =>
    member.kind === 'ready' ? `${fullName(member.value)}, ${formatDate(member.value.dob)}` : null,
  )
  const memberID = useStore(desk.booking, ({ form }) => form.memberID)
  const of = useStore(desk.booking, ({ member }) =>
    member.kind === 'ready' ? member.value.language : standardLanguage,
  )
  const [chosen, setChosen] = useState<ChosenLanguage | null>(null)
  const language = decideLanguage(chosen, memberID, of)
  if (isBooked) return null
  return (
    <Panel
      title={who === null ? words.title : words.titleOf(who)}
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
            <p className="sf__note">{words.loading}</p>
          ) : (
            <>
              <LanguageChoice
                of={of}
                language={language}
                onChange={(value) => setChosen({ memberID, language: value })}
              />
              <SafetyForm
                store={desk.safety}
                today={today}
                headingLevel={3}
                isDisabled={isFrozen}
                language={language}
                bridge={bridge}
                locationID={locationID}
              />
            </>
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
      title={words.chooseMember}
      action={
        <Button className="sf__to-search" onPress={focusMemberSearch}>
          {words.findMember}
        </Button>
      }
    >
      {words.chooseMemberNote}
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

/**
 * Shows the members whose answers were set aside when the user chose another member. For each of them, a button
 * switches back to that member.
 */
export function AnswersAsideNotes({ desk }: { readonly desk: BookingDesk }) {
  const setAside = useStore(desk.booking, (state) => state.setAside)
  return setAside.map((entry) => <AnswersAsideNote key={entry.memberID} desk={desk} setAside={entry} />)
}

function AnswersAsideNote({ desk, setAside }: { readonly desk: BookingDesk; readonly setAside: AnswersSetAside }) {
  const [isAsking, setIsAsking] = useState(false)
  const count = Object.keys(setAside.answers).length
  return (
    <>
      <Banner
        title={words.asideTitle(setAside.name)}
        onDismiss={() => setIsAsking(true)}
        action={
          <Button size="xsmall" onPress={() => void desk.booking.getState().restoreSetAside(setAside.memberID)}>
            {words.backTo(setAside.name)}
          </Button>
        }
      >
        {words.asideNote(count)}
      </Banner>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={words.asideDeleteTitle(setAside.name)}
        who={setAside.name}
        confirmLabel={words.deleteAnswers(count)}
        confirmName={controlWords.commitOf(words.deleteAnswers(count), setAside.name)}
        cancelLabel={words.keep}
        onConfirm={() => {
          setIsAsking(false)
          desk.booking.getState().dismissSetAside(setAside.memberID)
        }}
        onClose={() => setIsAsking(false)}
      >
        {words.deleteNote}
      </ConfirmDialog>
    </>
  )
}

/** Shows that an older draft has answers without a member. Using or deleting them needs confirmation. */
export function UnassignedAnswersNote({ desk }: { readonly desk: BookingDesk }) {
  const unassigned = useStore(desk.booking, (state) => state.unassigned)
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  const [asking, setAsking] = useState<'use' | 'delete' | null>(null)
  if (unassigned === null) return null
  const count = Object.keys(unassigned).length
  const { assignAnswers, deleteUnassigned } = desk.booking.getState()
  const close = (): void => setAsking(null)
  return (
    <>
      <Banner
        tone="warning"
        title={words.unassignedTitle(count)}
        action={
          <>
            {member === null ? null : (
              <Button size="xsmall" onPress={() => setAsking('use')}>
                {words.takeFor(fullName(member))}
              </Button>
            )}
            <Button size="xsmall" variant="plain" onPress={() => setAsking('delete')}>
              {words.delete}
            </Button>
          </>
        }
      >
        {words.unassignedNote}
      </Banner>
      {member === null ? null : (
        <ConfirmDialog
          isOpen={asking === 'use'}
          tone="danger"
          title={words.takeTitle(fullName(member))}
          who={describeIdentity(member)}
          confirmLabel={words.takeAnswers}
          confirmName={controlWords.commitOf(words.takeAnswers, describePerson(member))}
          onConfirm={() => {
            close()
            assignAnswers()
          }}
          onClose={close}
        >
          {words.takeNote}
        </ConfirmDialog>
      )}
      <ConfirmDialog
        isOpen={asking === 'delete'}
        tone="danger"
        title={words.deleteTitle(count)}
        who={words.unassignedTitle(count)}
        confirmLabel={words.deleteAnswers(count)}
        cancelLabel={words.keep}
        onConfirm={() => {
          close()
          deleteUnassigned()
        }}
        onClose={close}
      >
        {words.deleteNote}
      </ConfirmDialog>
    </>
  )
}
