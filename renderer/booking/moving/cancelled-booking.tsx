import { describePerson } from '#domain/booking/booking-form.ts'
import { describeCancellationReason } from '#domain/booking/cancellation.ts'
import { describeCancelledMoney } from '#domain/payments/cancelled-money.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { paths } from '../../routes.ts'
import type { ReadStudy } from './study-booking-state.ts'

/** Shows a cancelled appointment: who cancelled it and why, its open money, and a link to book again. */
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
      title="This appointment is cancelled"
      isCollapsible={false}
      actions={
        <LinkButton
          href={paths.booking({ memberID: member.patientID })}
          variant="primary"
          aria-label={`Book again: ${describePerson(member)}`}
        >
          Book again
        </LinkButton>
      }
    >
      <dl className="cb__facts">
        <div>
          <dt>Cancelled</dt>
          <dd className="tabular">
            {at ?? 'Time not recorded'}
            {status.cancelledBy === null ? '' : ` by ${status.cancelledBy}`}
          </dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>
            {reason === null ? (
              (cancellation?.cancellationDetail ?? 'Not recorded')
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
          <dt>Money</dt>
          <dd>
            <strong className="tabular">{money.title}</strong>
            {money.kind === 'open' ? <Badge tone="warning">Refund open</Badge> : null}
            <p>{money.text}</p>
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>The appointment’s time was released; the activity log has it. Booking again creates a new study.</dd>
        </div>
      </dl>
    </Panel>
  )
}
