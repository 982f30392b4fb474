import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { EmailConfirmationStore, EmailQuestion } from './email-confirmation.ts'

/**
 * Asks for confirmation of a member's e-mail address while a send waits for it. Locking the window cancels the send.
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
      title="Confirm the e-mail address first"
      subtitle={`${email.memberName}, born ${formatDate(email.dob)}`}
      width="narrow"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={callOff} isDisabled={isPending}>
            Do not send
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={isTicked ? null : 'Tick the box once the member has confirmed the address.'}
            onPress={() => void confirm()}
          >
            Confirm and send
          </Button>
        </>
      }
    >
      <div className="s-email-confirmation">
        {failure === null ? null : (
          <Banner tone={failure.code === 'stale' ? 'warning' : 'error'} title={failureTitle(failure.code)}>
            {failure.code === 'stale' ? failure.message : describeStudyFailure(failure).text}
          </Banner>
        )}
        <p>
          {email.changedAtLocation === null
            ? 'This address was changed, and the location is not known.'
            : `This address was changed at ${email.changedAtLocation}.`}{' '}
          Ask the member whether it is right before {email.locationName} sends anything to it.
        </p>
        <FactList>
          <Fact label="New address" isWide>
            {email.email}
          </Fact>
          <Fact label="Address before" isWide missing="None">
            {email.previousEmail}
          </Fact>
          <Fact label="Changed by">{email.changedBy}</Fact>
          <Fact label="Changed">{formatInstant(email.changedAt, email.timezone)}</Fact>
        </FactList>
        <Checkbox isSelected={isTicked} onChange={setIsTicked} autoFocus>
          I confirmed this address with the member
        </Checkbox>
      </div>
    </Dialog>
  )
}

const failureTitle = (code: string): string => (code === 'stale' ? 'The address was changed again' : 'Nothing was sent')
