import { type ReactNode, useId, useState } from 'react'
import type { Delivery } from '#domain/release/delivery.ts'
import type { LastSend as Last } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { StatusDot } from '../../kit/controls/status-dot.tsx'
import { paths } from '../../routes.ts'
import { deliveryTone, describeDelivery, releaseWords, whereTo } from './release-words.ts'
import { sendActWords } from './send-act-words.ts'

const words = releaseWords.lastSend

/** Returns whether the queue has nothing left to do. The job of a disc ends when its image is written. */
const isSettled = ({ state, channel }: Delivery): boolean =>
  state === 'delivered' || state === 'cancelled' || (state === 'handed-over' && channel === 'cd')

const listed = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

type Props = {
  /** Null: nothing was sent. */
  readonly last: Last | null
  readonly zone: ZoneId
  /** The title of the document that was sent, if the page shows a different title beside this status. */
  readonly sentAs?: string | null | undefined
  /** Omits the document's title, the recipient, the sender, the note about the password and the queue link. */
  readonly isShort?: boolean | undefined
  /** Names the recipient, if the page does not show the name beside this status. */
  readonly isNamed?: boolean | undefined
  /** The buttons of the latest send. */
  readonly acts?: ((delivery: Delivery) => ReactNode) | undefined
}

/** Shows the last send of each channel, the newest first: a later email does not hide an earlier fax. */
export function LastSends({ lasts, sentAs, ...props }: Omit<Props, 'last'> & { readonly lasts: readonly Last[] }) {
  if (lasts.length === 0) return <LastSendStatus last={null} {...props} />
  return lasts.map((last, place) => (
    <LastSendStatus key={last.latest.channel} last={last} sentAs={place === 0 ? sentAs : null} {...props} />
  ))
}

/** Returns whether staff must act on the send, so that its details are open at first. */
const needsStaff = ({ state, channel }: Delivery): boolean =>
  state === 'failed' || state === 'uncertain' || (state === 'handed-over' && channel === 'cd')

/**
 * Shows the last send by one channel on one line. Its details open below the line: the document, the address, the
 * sender, the reason for a failure or an unknown result, a link to the queue unless the send was delivered or
 * cancelled, and the buttons.
 */
export function LastSendStatus(props: Props) {
  const { last, zone, isShort = false } = props
  const [isOpen, setOpen] = useState(false)
  const [wasNeeded, setWasNeeded] = useState(false)
  const detailsID = useId()
  const isNeeded = last !== null && needsStaff(last.latest)
  // Opens when staff must act, and stays open when they have acted, so that nothing moves under the pointer.
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  if (last === null) return <span className="stp__quiet">{words.none}</span>
  const { latest } = last
  const send = describeDelivery(latest, zone)
  const dot = <StatusDot tone={deliveryTone(latest)} label={send} />
  const details = <Details {...props} last={last} send={send} />
  if (isShort) {
    return (
      <div className="rel-last">
        {dot}
        {details}
      </div>
    )
  }
  return (
    <div className="rel-last">
      <div className="rel-last__line">
        {dot}
        <Button
          size="micro"
          variant="plain"
          aria-expanded={isOpen}
          aria-controls={detailsID}
          aria-label={words.detailsOf(send)}
          onPress={() => setOpen(!isOpen)}
        >
          {words.details}
        </Button>
      </div>
      <div id={detailsID} className="rel-last__details" hidden={!isOpen}>
        {details}
      </div>
    </div>
  )
}

function Details({
  last,
  zone,
  send,
  sentAs = null,
  isShort = false,
  isNamed = false,
  acts,
}: Props & { readonly last: Last; readonly send: string }) {
  const { latest, reached } = last
  const to = isNamed ? releaseWords.to(latest.recipientName) : ''
  const about = isShort ? listed(to, whereTo(latest)) : listed(latest.title, to, whereTo(latest), words.by(latest.by))
  return (
    <>
      {sentAs === null ? null : <span className="stp__below">{words.as(sentAs)}</span>}
      {about === '' ? null : <span className="stp__below">{about}</span>}
      {latest.resendOf === undefined ? null : <span className="stp__below">{sendActWords.isResend}</span>}
      {latest.confirmedBy === undefined ? null : (
        <span className="stp__below">{sendActWords.confirmedBy(latest.confirmedBy)}</span>
      )}
      <Reason delivery={latest} />
      {isShort || latest.channel !== 'cd' || latest.state !== 'handed-over' ? null : (
        <span className="stp__below">{sendActWords.discHint}</span>
      )}
      {reached === null ? null : (
        <span className="stp__below">{words.before(listed(describeDelivery(reached, zone), whereTo(reached)))}</span>
      )}
      {isShort || !latest.isEncrypted ? null : <span className="stp__below">{words.locked}</span>}
      {isShort || isSettled(latest) ? null : (
        <LinkButton href={paths.queues()} variant="text" aria-label={words.showInQueueOf(send)}>
          {words.showInQueue}
        </LinkButton>
      )}
      {acts?.(latest)}
    </>
  )
}

function Reason({ delivery }: { readonly delivery: Delivery }) {
  const reason = delivery.reason ?? (delivery.state === 'uncertain' ? releaseMessages.uncertain : null)
  return reason === null ? null : <span className="rel-last__reason">{reason}</span>
}
