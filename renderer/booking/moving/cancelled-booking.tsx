import { describePerson } from '#domain/booking/booking-form.ts'
import { describeCancellationReason } from '#domain/booking/cancellation.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { describeCancelledMoney } from '#domain/payments/cancelled-money.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { paths } from '../../routes.ts'
import { movingWords } from './moving-words.ts'
import type { ReadStudy } from './study-booking-state.ts'

const words = movingWords.cancelled

/** Shows a cancelled appointment: who cancelled it and why, whether a refund is due, and a link to book again. */
export function CancelledBooking({ read }: { readonly read: ReadStudy }) {
  const { study, member, location } = read
  const { status, cancellation } = study
  const at = status.cancelledTime === null ? null : formatInstant(status.cancelledTime, location.timezone)
  const reason = cancellation === null ? null : describeCancellationReason(cancellation.cancellationReason)
  const money = describeCancelledMoney(
    parseDecimalAmount(study.paymentAmount) ?? toMoney(0),
    parseDecimalAmount(Math.max(0, study.balance)) ?? toMoney(0),
    location.currency.currency,
  )
  return (
    <Panel
      title={words.title}
      isCollapsible={false}
      actions={
        <LinkButton
          href={paths.booking({ memberID: member.patientID })}
          variant="primary"
          aria-label={words.bookAgainFor(describePerson(member))}
        >
          {words.bookAgain}
        </LinkButton>
      }
    >
      <dl className="cb__facts">
        <div>
          <dt>{words.cancelled}</dt>
          <dd className="tabular">{words.at(at, status.cancelledBy)}</dd>
        </div>
        <div>
          <dt>{words.reason}</dt>
          <dd>
            {reason === null ? (
              (cancellation?.cancellationDetail ?? words.notRecorded)
            ) : (
              <>
                <span className="si__reason">
                  {reason.words}
                  {cancellation?.cancellationDetail ? `. ${cancellation.cancellationDetail}` : ''}
                </span>
                {reason.meaning === null ? null : <span className="cb__quiet"> ({reason.meaning})</span>}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.money}</dt>
          <dd>
            <strong className="tabular">{money.title}</strong>
            {money.kind === 'open' ? <Badge tone="warning">{words.refundOpen}</Badge> : null}
            <p>{money.text}</p>
          </dd>
        </div>
        <div>
          <dt>{words.time}</dt>
          <dd>{words.timeNote}</dd>
        </div>
      </dl>
    </Panel>
  )
}
