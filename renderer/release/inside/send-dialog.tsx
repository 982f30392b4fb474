import { useEffect, useState } from 'react'
import type { ReleaseView } from '#contract/release/bridge.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import {
  describeDelivery,
  describeSendFailure,
  formatAddress,
  recipientNameOf,
  shortCommitLabel,
  whereTo,
} from './release-words.ts'
import { sendActWords } from './send-act-words.ts'
import { MemberFacts, RecipientFacts } from './send-facts.tsx'
import { SendItem, SendOptions, SendTarget } from './send-options.tsx'
import { SendPreview } from './send-preview.tsx'
import { commitReason, isUncertain } from './send-reasons.ts'
import { sendWords } from './send-words.ts'
import { type SendForm, type SendStart, useSend } from './use-send.ts'
import '../release.css'

const { leave: leaveWords } = sendWords

type Props = {
  readonly page: StudyPage<ReleaseStores>
  readonly view: ReleaseView
  readonly start: SendStart
  readonly reread: () => Promise<void>
  /** Called when the send is registered as a job, or when the user closes the dialog. */
  readonly onClose: () => void
  readonly onEditDirectory: () => void
}

/**
 * Shows the sent-report modal: the document and the recipient, with preview, confirmation and sending (study spec §2,
 * §5).
 */
export function SendDialog(props: Props) {
  const { page, view, start, onClose } = props
  const send = useSend(props)
  const [isLeaving, setLeaving] = useState(false)
  const { recipient, isBusy } = send
  const to = recipient === null ? sendWords.noRecipient : recipientNameOf(recipient)

  const leave = (): void => {
    send.putAside()
    onClose()
  }
  const close = (): void => {
    if (send.isTouched && !send.isSpent) setLeaving(true)
    else leave()
  }
  const commit = async (): Promise<void> => {
    const done = await send.send()
    if (done === null) return
    onClose()
  }
  // If the window was locked and unlocked during a send, this is a new dialog. It waits for the answer to that send.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a send that was running when the dialog opened
  useEffect(() => {
    if (isBusy) void commit()
  }, [])
  // While the result of the first try is unknown, its idempotency key admits only the same send.
  const held = isBusy ? awaitingReason : send.isLocked ? sendWords.locked : null
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        isDismissable={!isBusy}
        title={sendWords.title[start.channel]}
        width="wide"
        footer={
          <div className="rel-send__foot">
            <Failed send={send} />
            <Checkbox isSelected={send.isConfirmed} isRequired disabledReason={held} onChange={send.confirm}>
              {releaseMessages.confirm}
            </Checkbox>
            <CommitBar who={describeStudyIdentity(view, sendWords.to(to, formatAddress(start.channel, send.address)))}>
              <Button onPress={close} disabledReason={isBusy ? awaitingReason : null}>
                {sendWords.close}
              </Button>
              <Button
                variant="primary"
                isPending={isBusy}
                disabledReason={commitReason(page, send)}
                aria-label={send.label}
                onPress={() => void commit()}
              >
                {shortCommitLabel(start.channel, send.title ?? sendWords.theReport)}
              </Button>
            </CommitBar>
          </div>
        }
      >
        <div className="rel-send">
          <div className="rel-send__form">
            <Changes send={send} />
            <Resent send={send} zone={view.location.timezone} held={held} />
            <SentBefore send={send} to={to} zone={view.location.timezone} />
            <RecipientFacts send={send} view={view} held={held} onEditDirectory={props.onEditDirectory} />
            <MemberFacts view={view} />
            <SendItem page={page} view={view} send={send} held={held} />
            <SendOptions send={send} held={held} />
            {start.channel === 'cd' || start.channel === 'usb' ? (
              <SendTarget page={page} send={send} held={held} />
            ) : null}
          </div>
          <SendPreview send={send} />
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={send.isLocked ? leaveWords.titleLocked : leaveWords.title}
        tone="danger"
        cancelLabel={leaveWords.stay}
        who={describeStudyIdentity(view, sendWords.to(to, formatAddress(start.channel, send.address)))}
        confirmLabel={send.isLocked ? leaveWords.confirmLocked : leaveWords.confirm}
        onConfirm={leave}
        onClose={() => setLeaving(false)}
      >
        {send.isLocked ? leaveWords.textLocked(to) : leaveWords.text(to)}
      </ConfirmDialog>
    </>
  )
}

/**
 * Warns that the member's details, or the recipient's name or address, changed after the user opened the dialog or last
 * confirmed.
 */
function Changes({ send }: { readonly send: SendForm }) {
  const { changed } = send
  return (
    <>
      {changed.member ? (
        <Banner tone="warning" title={releaseMessages.detailsChanged}>
          {sendWords.changes.member}
        </Banner>
      ) : null}
      {changed.address ? (
        <Banner tone="warning" title={releaseMessages.addressChanged}>
          {sendWords.changes.address}
        </Banner>
      ) : null}
    </>
  )
}

/**
 * Names the earlier send that is repeated. If its result is unknown, the user must accept that the recipient may get
 * the document twice.
 */
function Resent({
  send,
  zone,
  held,
}: {
  readonly send: SendForm
  readonly zone: ZoneId
  readonly held: string | null
}) {
  const { start, choice, change } = send
  const { earlier } = start
  if (earlier === undefined) return null
  const sent = [describeDelivery(earlier, zone), sendWords.sentBy(earlier.by), whereTo(earlier)]
    .filter(Boolean)
    .join(', ')
  if (!isUncertain(start)) return <p>{sendActWords.earlier(sent)}</p>
  return (
    <>
      <Banner tone="warning" title={sendActWords.uncertainTitle}>
        {sendActWords.earlier(sent)}. {sendActWords.uncertainText}
      </Banner>
      <Checkbox
        isSelected={choice.isUncertainAccepted}
        isRequired
        disabledReason={held}
        onChange={(isUncertainAccepted) => change({ isUncertainAccepted })}
      >
        {sendActWords.acceptUncertain}
      </Checkbox>
    </>
  )
}

/**
 * Warns that the same document was already sent to this practitioner, or is being sent. The warning is above the
 * checkbox with which the user confirms.
 */
function SentBefore({ send, to, zone }: { readonly send: SendForm; readonly to: string; readonly zone: ZoneId }) {
  const { before } = send
  if (before.length === 0) return null
  const hasArrived = before.some(({ state }) => state === 'handed-over' || state === 'delivered')
  return (
    <Banner tone="warning" title={hasArrived ? sendWords.sentBefore(to) : sendWords.beingSent(to)}>
      <ul className="rel-send__before">
        {before.map((delivery) => (
          <li key={delivery.deliveryID}>
            {[describeDelivery(delivery, zone), sendWords.sentBy(delivery.by), whereTo(delivery)]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Failed({ send }: { readonly send: SendForm }) {
  const { failure, start, isBusy } = send
  if (failure === null || isBusy) return null
  const { title, text } = describeSendFailure(start.channel, failure)
  const { maybeSent, choicesKept } = sendWords.failed
  return (
    <Banner tone="error" title={title}>
      {send.isSpent ? text : send.isLocked ? maybeSent(text) : choicesKept(text)}
    </Banner>
  )
}
