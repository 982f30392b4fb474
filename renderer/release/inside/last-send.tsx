import type { ReactNode } from 'react'
import type { Delivery } from '#domain/release/delivery.ts'
import type { LastSend as Last } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
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
  /** Leaves out the document's title, the recipient, the sender, the note about the password and the queue link. */
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

/**
 * Shows the state of the last send, the reason for a failure or an unknown result, and a link to the queue unless the
 * send was delivered or cancelled.
 */
export function LastSendStatus({ last, zone, sentAs = null, isShort = false, isNamed = false, acts }: Props) {
  if (last === null) return <span className="stp__quiet">{words.none}</span>
  const { latest, reached } = last
  const send = describeDelivery(latest, zone)
  const about = isShort
    ? whereTo(latest)
    : listed(latest.title, isNamed ? releaseWords.to(latest.recipientName) : '', whereTo(latest), words.by(latest.by))
  return (
    <div className="rel-last">
      <StatusDot tone={deliveryTone(latest)} label={send} />
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
    </div>
  )
}

function Reason({ delivery }: { readonly delivery: Delivery }) {
  const reason = delivery.reason ?? (delivery.state === 'uncertain' ? releaseMessages.uncertain : null)
  return reason === null ? null : <span className="rel-last__reason">{reason}</span>
}
