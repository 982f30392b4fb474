import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { EmailConfirmationStore, EmailQuestion } from './email-confirmation.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.email

/**
 * Asks for confirmation of a member's email address while a send waits for it. Locking the window cancels the send.
 */
export function EmailConfirmationDialog({ store }: { readonly store: EmailConfirmationStore }) {
  const question = useStore(store, (state) => state.question)
  useEffect(() => () => store.getState().callOff(), [store])
  if (question === null) return null
  const { email } = question
  return <Question key={`${email.memberID} ${email.email}`} store={store} question={question} />
}

function Question({ store, question }: { readonly store: EmailConfirmationStore; readonly question: EmailQuestion }) {
  const [isTicked, setIsTicked] = useState(false)
  const { email, failure, isPending } = question
  const { confirm, callOff } = store.getState()
  return (
    <Dialog
      isOpen
      onClose={callOff}
      title={words.title}
      width="narrow"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <CommitBar who={words.who(email.memberName, formatDate(email.dob))}>
          <Button onPress={callOff} isDisabled={isPending}>
            {words.doNotSend}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={isTicked ? null : words.tickFirst}
            aria-label={words.sendTo(email.memberName, formatDate(email.dob))}
            onPress={() => void confirm()}
          >
            {words.send}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-email-confirmation">
        {failure === null ? null : (
          <Banner tone={failure.code === 'stale' ? 'warning' : 'error'} title={failureTitle(failure.code)}>
            {failure.code === 'stale' ? failure.message : describeStudyFailure(failure).text}
          </Banner>
        )}
        <p>
          {email.changedAtLocation === null ? words.changedSomewhere : words.changedAt(email.changedAtLocation)}{' '}
          {words.askMember(email.locationName)}
        </p>
        <FactList>
          <Fact label={words.newAddress} isWide>
            {email.email}
          </Fact>
          <Fact label={words.addressBefore} isWide missing={words.noAddress}>
            {email.previousEmail}
          </Fact>
          <Fact label={words.changedBy}>{email.changedBy}</Fact>
          <Fact label={words.changed}>{formatInstant(email.changedAt, email.timezone)}</Fact>
        </FactList>
        <Checkbox isSelected={isTicked} onChange={setIsTicked} autoFocus>
          {words.confirmed}
        </Checkbox>
      </div>
    </Dialog>
  )
}

const failureTitle = (code: string): string => (code === 'stale' ? words.changedAgain : words.notSent)
