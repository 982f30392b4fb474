import { useState } from 'react'
import { useStore } from 'zustand'
import { formatAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { hasRole } from '#domain/session/role.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import { attemptsElsewhere, canTakePayment, describeOpenAttempt } from './payment-gates.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

const words = paymentPanelWords.notices

/**
 * Shows what the user must know before taking money: age of the data, missing time, a scan that is ruled out, open card
 * attempts, provisional payments.
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
          title={isOnline ? words.behind(asOf) : words.offline(asOf)}
          action={
            <Button size="small" onPress={() => void desk.getState().load()}>
              {paymentPanelWords.tryAgain}
            </Button>
          }
        >
          {isOnline ? words.behindDetail : describeOffline('payment', props.gates.mayMoveMoney ? [] : ['takeCash'])}
        </Banner>
      )}
      {canTakePayment(view) || study.status.cancelled ? null : (
        <Banner
          tone="warning"
          title={paymentMessages.missingLocationAndTime}
          action={
            props.isBooking ? null : (
              <LinkButton href={paths.studyBooking(study.studyID)} size="small">
                {paymentPanelWords.openBooking}
              </LinkButton>
            )
          }
        >
          {paymentMessages.incompleteBooking}
        </Banner>
      )}
      <ForbiddenNotice {...props} />
      <HoldNotice {...props} />
      <OpenAttempts {...props} />
      <Provisional {...props} />
    </>
  )
}

/** Warns before money is taken for a scan that a safety notice rules out. A hold has a warning of its own. */
function ForbiddenNotice({ view: { study, payments } }: PaymentPartProps) {
  const { cancelled, scanned } = study.status
  if (!knownSafety(study.safety).isProhibited || payments.holdBlock !== null || cancelled || scanned) return null
  return (
    <Banner tone="error" title={noticeLevelTitles.forbidden}>
      {words.forbidden}
    </Banner>
  )
}

/** Warns that a payment alone does not turn the hold into a booking, and shows why. */
function HoldNotice({ view, isBooking }: PaymentPartProps) {
  const { study, payments } = view
  const { holdBlock } = payments
  if (holdBlock === null || study.status.cancelled) return null
  if (holdBlock.kind === 'forbidden') {
    return (
      <Banner tone="error" title={words.holdForbidden}>
        <strong>{noticeLevelTitles.forbidden}.</strong> {holdBlock.text}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warning"
      title={payments.totalBalance > 0 ? words.holdOwed : words.holdPaid}
      action={
        isBooking ? null : (
          <LinkButton href={paths.studyBooking(study.studyID)} size="small">
            {paymentPanelWords.openBooking}
          </LinkButton>
        )
      }
    >
      {words.holdDetail(holdBlock.text)}
    </Banner>
  )
}

/**
 * Shows open card attempts of other workstations. An administrator can resolve an attempt that can no longer be
 * completed.
 */
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
                  {words.check}
                </Button>
              ) : null}
              {isAdmin ? (
                <Button size="small" disabledReason={offline} onPress={() => setResolving(attempt.attemptID)}>
                  {words.resolve}
                </Button>
              ) : null}
            </span>
          }
        >
          {words.openAttemptDetail}
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
    const what = words.provisional(
      formatAmount(amount, view.payments.currency),
      ruleOfPaymentType(paymentType).label.toLowerCase(),
      formatInstant(takenAt, view.location.timezone),
    )
    return failure === null ? (
      <Banner key={idempotencyKey} title={words.waiting(what)}>
        {words.waitingDetail}
      </Banner>
    ) : (
      <Banner
        key={idempotencyKey}
        tone="error"
        title={words.refused(what)}
        action={
          <Button size="small" onPress={() => void desk.getState().dismissProvisional(idempotencyKey)}>
            {words.dismiss}
          </Button>
        }
      >
        {words.refusedDetail(failure.message)}
      </Banner>
    )
  })
}
