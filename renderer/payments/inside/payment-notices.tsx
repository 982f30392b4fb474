import { useState } from 'react'
import { useStore } from 'zustand'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { hasRole } from '#domain/session/role.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { amountWords } from '../../kit/amount-words.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import { attemptsElsewhere, canTakePayment, describeOpenAttempt } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

/**
 * Shows what the user must know before taking money: age of the data, missing time, open card attempts, provisional
 * payments.
 */
export function PaymentNotices(props: PaymentPartProps) {
  const { desk, view, isOnline } = props
  const behind = useStore(desk, (state) => state.behind)
  const asOf = formatInstant(view.asOf, view.location.timezone)
  const { study } = view
  return (
    <>
      {isOnline && behind === null ? null : (
        <Banner
          tone="warning"
          title={`${isOnline ? 'Not up to date' : 'Offline'}: as of ${asOf}`}
          action={
            <Button size="small" onPress={() => void desk.getState().load()}>
              Try again
            </Button>
          }
        >
          {isOnline
            ? 'The ledger could not be read again.'
            : describeOffline('payment', props.gates.mayMoveMoney ? [] : ['takeCash'])}
        </Banner>
      )}
      {canTakePayment(view) || study.status.cancelled ? null : (
        <Banner
          tone="warning"
          title={paymentMessages.missingLocationAndTime}
          action={
            props.isBooking ? null : (
              <LinkButton href={paths.studyBooking(study.studyID)} size="small">
                Open the booking
              </LinkButton>
            )
          }
        >
          {paymentMessages.incompleteBooking}
        </Banner>
      )}
      <HoldNotice {...props} />
      <OpenAttempts {...props} />
      <Provisional {...props} />
    </>
  )
}

/** Warns before a payment that it will not turn the hold into a booking, and says what will. */
function HoldNotice({ view, isBooking }: PaymentPartProps) {
  const { study, payments } = view
  const { holdBlock } = payments
  if (holdBlock === null || study.status.cancelled) return null
  if (holdBlock.kind === 'forbidden') {
    return (
      <Banner tone="error" title="This hold cannot become a booking">
        <strong>{noticeLevelTitles.forbidden}.</strong> {holdBlock.text}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warning"
      title={payments.totalBalance > 0 ? 'A payment does not make this hold a booking yet' : 'Paid, and still a hold'}
      action={
        isBooking ? null : (
          <LinkButton href={paths.studyBooking(study.studyID)} size="small">
            Open the booking
          </LinkButton>
        )
      }
    >
      {holdBlock.text} Once nothing is owed, press “Convert the temporary hold” and give the reason, or have the stop
      signed off first.
    </Banner>
  )
}

/** Shows open card attempts of other workstations. An administrator can resolve one that can no longer be settled. */
function OpenAttempts(props: PaymentPartProps) {
  const { desk, view, session, isOnline, gates } = props
  const [checking, setChecking] = useState<string | null>(null)
  const [resolving, setResolving] = useState<string | null>(null)
  const open = attemptsElsewhere(view)
  const isAdmin = hasRole(session.user.roles, 'admin')
  const offline = whyNotOffline('checkPayment', isOnline)
  const resolved = open.find(({ attemptID }) => attemptID === resolving)
  return (
    <>
      {open.map((attempt) => (
        <Banner
          key={attempt.attemptID}
          tone="warning"
          title={describeOpenAttempt(attempt, view)}
          action={
            <span className="pp-row">
              {gates.mayMoveMoney ? (
                <Button
                  size="small"
                  isPending={checking === attempt.attemptID}
                  disabledReason={offline}
                  onPress={() => {
                    setChecking(attempt.attemptID)
                    void desk
                      .getState()
                      .checkAttempt(attempt.attemptID)
                      .then(() => setChecking(null))
                  }}
                >
                  Check
                </Button>
              ) : null}
              {isAdmin ? (
                <Button size="small" disabledReason={offline} onPress={() => setResolving(attempt.attemptID)}>
                  Resolve
                </Button>
              ) : null}
            </span>
          }
        >
          Nothing else is charged on this study before it has ended.
        </Banner>
      ))}
      {resolved === undefined ? null : (
        <ResolveDialog {...props} attempt={resolved} onClose={() => setResolving(null)} />
      )}
    </>
  )
}

/** Shows provisional payments until they are recorded, or refused and dismissed. */
function Provisional({ desk, view }: PaymentPartProps) {
  return view.provisional.map(({ idempotencyKey, paymentType, amount, takenAt, failure }) => {
    const what = `${amountWords(amount, view.payments.currency)} ${ruleOfPaymentType(paymentType).label.toLowerCase()} taken ${formatInstant(takenAt, view.location.timezone)}`
    return failure === null ? (
      <Banner key={idempotencyKey} title={`${what} waits to be recorded`}>
        It is kept on this workstation and not in the balance yet. It is recorded by itself once the back office
        answers.
      </Banner>
    ) : (
      <Banner
        key={idempotencyKey}
        tone="error"
        title={`${what} could not be recorded`}
        action={
          <Button size="small" onPress={() => void desk.getState().dismissProvisional(idempotencyKey)}>
            I have read this
          </Button>
        }
      >
        {failure.message} The money is in the drawer and not in the ledger: tell an administrator, or give it back.
      </Banner>
    )
  })
}
