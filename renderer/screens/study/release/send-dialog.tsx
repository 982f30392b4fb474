import { useState } from 'react'
import type { ReleaseView } from '#domain/contract/bridge.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { awaitingReason } from '../../../booking-parts/awaiting-reason.ts'
import { whoOf } from '../../../study-parts/named-notices.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Button } from '../../../widgets/button.tsx'
import { Checkbox } from '../../../widgets/checkbox.tsx'
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import type { StudyPage } from '../study-part-props.ts'
import { addressReason, commitLabel, describeSendFailure, recipientName } from './release-words.ts'
import { MemberFacts, RecipientFacts } from './send-facts.tsx'
import { SendItem, SendOptions, SendTarget } from './send-options.tsx'
import { type Preview, previewProblem, SendPreview, usePreview } from './send-preview.tsx'
import { SentPassword } from './sent-password.tsx'
import { isRetypedRightly, type Send, type SendStart, type Sent, useSend } from './use-send.ts'
import './release.css'

const titles = {
  fax: 'Fax a report',
  email: 'E-mail a report',
  cd: 'Write a report to a CD',
  usb: 'Write a report to a USB stick',
} as const

/** Until it is known whether it went out, nothing else may go under the same name. */
const lockedReason = 'No answer came to what was sent: only the very same can be tried again.'

type Props = {
  readonly page: StudyPage
  readonly view: ReleaseView
  readonly start: SendStart
  readonly reread: () => Promise<void>
  /** It was registered and goes its way. */
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
  readonly onEditDirectory: () => void
}

/** The sent-report modal: what goes to whom, looked at, confirmed and sent (study spec §2, §5). */
export function SendDialog(props: Props) {
  const { page, view, start, onSent, onClose } = props
  const send = useSend(props)
  const preview = usePreview(page, send)
  const [sent, setSent] = useState<Sent | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const { recipient, item, isBusy } = send
  const who = whoOf(view.member)
  const to = recipient === null ? 'nobody' : recipientName(recipient)

  const close = (): void => {
    if (sent === null && send.isTouched) setLeaving(true)
    else onClose()
  }
  const commit = async (): Promise<void> => {
    const done = await send.send()
    if (done === null) return
    onSent(done)
    if (done.password === null) onClose()
    else setSent(done)
  }
  if (sent !== null && sent.password !== null) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="The password of what is being sent"
        subtitle={`${sent.delivery.title} of ${who}, to ${sent.delivery.recipientName}`}
        footer={
          <Button variant="primary" onPress={onClose}>
            I have the password
          </Button>
        }
      >
        <SentPassword password={sent.password} channel={start.channel} to={sent.delivery.recipientName} />
      </Dialog>
    )
  }
  const held = isBusy ? awaitingReason : send.isLocked ? lockedReason : null
  const label = commitLabel(start.channel, {
    title: item?.title ?? 'the report',
    who,
    to,
    address: send.address,
  })
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        isDismissable={!isBusy}
        title={titles[start.channel]}
        subtitle={`${who}, study ${view.study.studyID}, to ${to}`}
        footer={
          <>
            <Button onPress={close} disabledReason={isBusy ? awaitingReason : null}>
              Close
            </Button>
            <Button
              variant="primary"
              className="rel-send__commit"
              isPending={isBusy}
              disabledReason={commitReason(page, send, preview)}
              onPress={() => void commit()}
            >
              {label}
            </Button>
          </>
        }
      >
        <Changes send={send} />
        <div className="rel-send__sides">
          <MemberFacts view={view} />
          <RecipientFacts send={send} view={view} held={held} onEditDirectory={props.onEditDirectory} />
        </div>
        <SendItem page={page} view={view} send={send} held={held} />
        <SendOptions send={send} held={held} />
        {start.channel === 'cd' || start.channel === 'usb' ? <SendTarget page={page} send={send} held={held} /> : null}
        <SendPreview preview={preview} send={send} />
        <Checkbox isSelected={send.isConfirmed} isRequired disabledReason={held} onChange={send.confirm}>
          {releaseMessages.confirm}
        </Checkbox>
        <Failed send={send} />
      </Dialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Close without sending?"
        tone="danger"
        cancelLabel="Go on"
        confirmLabel="Close without sending"
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        What was chosen and typed for {to} is not kept. Nothing has been sent.
      </ConfirmDialog>
    </>
  )
}

/** The record or the directory says something else than what was looked at. */
function Changes({ send }: { readonly send: Send }) {
  const { changed } = send
  return (
    <>
      {changed.member ? (
        <Banner tone="warning" title={releaseMessages.detailsChanged}>
          What is shown is what the record says now.
        </Banner>
      ) : null}
      {changed.address ? (
        <Banner tone="warning" title={releaseMessages.addressChanged}>
          What is shown is what the directory says now.
        </Banner>
      ) : null}
    </>
  )
}

function Failed({ send }: { readonly send: Send }) {
  const { failure, start, isBusy } = send
  if (failure === null || isBusy) return null
  const { title, text } = describeSendFailure(start.channel, failure)
  return (
    <Banner tone="error" title={title}>
      {text}
      {send.isLocked ? ' It may have been sent: trying again with this window never sends it twice.' : ''} What you
      chose is kept.
    </Banner>
  )
}

/** Why it cannot be sent as it is; null where it can. */
const commitReason = (page: StudyPage, send: Send, preview: Preview): string | null => {
  const { start, recipient, item, choice } = send
  const { channel } = start
  const refused = page.reason('send-to-practitioner')
  if (refused !== null) return refused
  if (recipient === null) return 'The study names this practitioner no more.'
  const problem = addressReason(
    channel,
    recipient.addresses.find((each) => each.channel === channel),
  )
  if (problem !== null) return problem
  if (item === null) return choice.mode === 'manual' ? 'Choose what is sent first.' : studyMessages.missingReport
  const unseen = previewProblem(preview)
  if (unseen !== null) return describeSendFailure(channel, unseen).text
  if (!isRetypedRightly(send)) {
    return `Type the ${channel === 'fax' ? 'fax number' : 'e-mail address'} again first: nothing has been sent there before.`
  }
  if ((channel === 'cd' || channel === 'usb') && choice.target === null) return 'Choose where it is written to first.'
  return send.isConfirmed ? null : `Tick “${releaseMessages.confirm}” first.`
}
