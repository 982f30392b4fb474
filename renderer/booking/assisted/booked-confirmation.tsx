import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { Study } from '#domain/study/study.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { Submission } from '../../kit/loadable.ts'
import { paths } from '../../routes.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { useMessages } from '../../study/use-messages.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

const words = assistedWords.confirmation

type Surroundings = {
  readonly bridge: Pick<Bridge, 'messages' | 'on'>
  readonly clock: ClockStore
  readonly isOnline: boolean
}

/**
 * Shows the state of the confirmation of the new booking, as a row of its facts; staff can send a failed one again. A
 * temporary hold gets no confirmation.
 */
export function BookedConfirmation({ desk, ...around }: Surroundings & { readonly desk: BookingDesk }) {
  const commit = useStore(desk.booking, (state) => state.commit)
  if (commit.kind !== 'booked' || commit.study.temporaryHold) return null
  const { study, member } = commit
  return <Confirmation key={study.studyID} {...around} study={study} who={describeIdentity(member)} />
}

type ConfirmationProps = Surroundings & { readonly study: Study; readonly who: string }

function Confirmation({ bridge, clock, isOnline, study, who }: ConfirmationProps) {
  const { studyID } = study
  const now = useStore(clock, (state) => state.minute)
  const { messages, behind, load, show } = useMessages({ bridge, study, isOnline, now })
  // `study` stays the booked version, because this page does not read the study again.
  useEffect(
    () => bridge.on('booking.studyChanged', (changed) => void (changed.studyID === studyID && load())),
    [bridge, load, studyID],
  )
  const [sending, setSending] = useState<Submission>({ kind: 'idle' })
  const place = useRef<HTMLElement>(null)
  const sendAgain = async ({ messageID, attempts }: MessageView): Promise<void> => {
    setSending({ kind: 'pending' })
    const reply = await bridge.messages.decide({ studyID, messageID, decision: 'send-again', attempts })
    setSending(reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure })
    if (!reply.ok) return load()
    show(reply.value)
    // The pressed button leaves the page.
    place.current?.focus()
  }
  // An earlier state is not shown after a failure, because it may have changed since.
  const latest = messages.kind === 'ready' && behind === null ? latestConfirmations(messages.value) : null
  return (
    <div>
      <dt>{words.label}</dt>
      <dd ref={place} tabIndex={-1}>
        {messages.kind === 'loading' ? words.loading : null}
        {behind === null ? null : words.notRead}
        {latest?.length === 0 ? words.none : null}
        {latest?.map((message) => (
          <div key={message.channel}>
            {words.line(message.channel, message.state)}{' '}
            {message.state === 'failed' ? (
              <Button
                size="micro"
                isPending={sending.kind === 'pending'}
                disabledReason={isOnline ? null : words.offline}
                aria-label={words.sendAgainTo(message.channel, who)}
                onPress={() => void sendAgain(message)}
              >
                {words.sendAgain}
              </Button>
            ) : null}{' '}
            {needsLook(message) ? (
              <LinkButton href={paths.study(studyID)} variant="text" size="small">
                {words.seeWhy}
              </LinkButton>
            ) : null}
          </div>
        ))}
        {sending.kind === 'failed' ? (
          <p role="alert">{words.notSentAgain(describeStudyFailure(sending.failure).text)}</p>
        ) : null}
      </dd>
    </div>
  )
}

/** Returns whether the study page has a reason or a decision for a message. */
const needsLook = ({ state }: MessageView): boolean =>
  state === 'failed' || state === 'uncertain' || state === 'withdrawn'

/** Returns the last planned confirmation by email and by text message. `messages` is in the order of planning. */
const latestConfirmations = (messages: readonly MessageView[]): readonly MessageView[] =>
  (['email', 'sms'] as const).flatMap(
    (wanted) => messages.findLast(({ kind, channel }) => kind === 'confirmation' && channel === wanted) ?? [],
  )
