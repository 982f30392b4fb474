import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { type BookingSafetyDraft, countAnswers, describeWhoAnswered } from '#domain/safety/booking-safety-draft.ts'
import { describeStops, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { adoptAnswers } from '../../safety/adopt-answers.ts'
import { describeFieldAnswer, fieldTitle } from '../../safety/safety-words.ts'
import type { Choice } from '../../safety/study-safety-merge.ts'
import type { BookingDesk } from './booking-state.ts'
import { findProhibitionElsewhere, findShownAnswers } from './other-answers-store.ts'
import './other-answers.css'
import { bookingWords } from '../booking-words.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.otherAnswers

type Props = { readonly desk: BookingDesk; readonly location: Location; readonly now: Instant }

/**
 * Shows that another workstation or the member has answered the chosen member's safety questions, and offers to use
 * those answers.
 */
export function OtherAnswersNotes({ desk, location, now }: Props) {
  const drafts = useStore(desk.others, (state) => state.drafts)
  const handled = useStore(desk.others, (state) => state.handled)
  const mine = useStore(desk.safety, (state) => state.answers)
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  const isOpen = useStore(desk.booking, ({ commit }) => commit.kind === 'idle' || commit.kind === 'refused')
  const shown = useMemo(() => findShownAnswers({ drafts, handled }, mine), [drafts, handled, mine])
  if (member === null || !isOpen) return null
  const who = words.who(fullName(member), formatDate(member.dob))
  return shown
    .filter(({ patientID }) => patientID === member.patientID)
    .map((draft) => (
      <OtherAnswersNote key={draft.draftID} desk={desk} location={location} now={now} draft={draft} who={who} />
    ))
}

type NoteProps = Props & { readonly draft: BookingSafetyDraft; readonly who: string }

function OtherAnswersNote({ desk, location, now, draft, who }: NoteProps) {
  const safetyCase = useStore(desk.safety, (state) => state.safetyCase)
  const [isAsking, setIsAsking] = useState(false)
  const counts = countAnswers(draft.SafetyQuestions, safetyCase)
  const { stops, isProhibited } = counts
  const take = (): void => {
    const { conflicts, answers } = adoptAnswers(desk.safety.getState().answers, draft.SafetyQuestions)
    if (conflicts.length > 0) setIsAsking(true)
    else desk.takeOver(draft, answers)
  }
  const danger = isProhibited ? `. ${noticeLevelTitles.forbidden}` : stops > 0 ? `, ${describeStops(stops)}` : null
  return (
    <>
      <Banner
        tone={danger === null ? 'info' : 'warning'}
        title={`${describeWhoAnswered(draft, counts, now, location.timezone)}${danger ?? ''}`}
        onDismiss={() => desk.others.getState().hide(draft)}
        action={
          <Button size="xsmall" aria-label={words.useOf(who)} onPress={take}>
            {words.use}
          </Button>
        }
      >
        {words.note(who)}
      </Banner>
      {isAsking ? <TakeOverDialog desk={desk} draft={draft} who={who} onClose={() => setIsAsking(false)} /> : null}
    </>
  )
}

type DialogProps = {
  readonly desk: BookingDesk
  readonly draft: BookingSafetyDraft
  readonly who: string
  readonly onClose: () => void
}

/**
 * Asks about each question to which this page and the draft have different answers. Adopts no answer until every
 * question is decided.
 */
function TakeOverDialog({ desk, draft, who, onClose }: DialogProps) {
  const mine = useStore(desk.safety, (state) => state.answers)
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const { answers, conflicts, isDecided } = adoptAnswers(mine, draft.SafetyQuestions, choices)
  const other = draft.isByMember ? words.byMember : draft.by
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.conflicts(conflicts.length)}
      footer={
        <CommitBar who={who}>
          <Button onPress={onClose}>{bookingWords.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={isDecided ? null : words.notDecided}
            aria-label={words.useOf(who)}
            onPress={() => {
              onClose()
              desk.takeOver(draft, answers)
            }}
          >
            {words.use}
          </Button>
        </CommitBar>
      }
    >
      <div className="oa__conflicts">
        {conflicts.map(({ field, mine: here, theirs }) => (
          <RadioGroup<Choice>
            key={field}
            label={fieldTitle(field)}
            value={choices.get(field) ?? null}
            onChange={(choice) => setChoices(new Map([...choices, [field, choice]]))}
            options={[
              { value: 'mine', label: describeFieldAnswer(field, here), description: words.mine },
              { value: 'theirs', label: describeFieldAnswer(field, theirs), description: other },
            ]}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** Returns the current text of {@link findProhibitionElsewhere}; null if no answers given elsewhere block the booking. */
export const useProhibitionElsewhere = (desk: BookingDesk): string | null => {
  const drafts = useStore(desk.others, (state) => state.drafts)
  const handled = useStore(desk.others, (state) => state.handled)
  const mine = useStore(desk.safety, (state) => state.answers)
  const safetyCase = useStore(desk.safety, (state) => state.safetyCase)
  return useMemo(
    () => findProhibitionElsewhere({ drafts, handled }, mine, safetyCase),
    [drafts, handled, mine, safetyCase],
  )
}
