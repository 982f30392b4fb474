import { Ban, CircleCheck, CircleX, HandCoins, SearchCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { fullName } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { autoCancelAfterMs, cardFieldsCancelAfterMs, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { roundToMoney, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Spinner } from '../../kit/controls/spinner.tsx'
import { Countdown } from '../../kit/countdown.tsx'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { shownAttempt, type WithAttempts } from '../attempts-store.ts'
import { paymentPageWords } from '../payment-page-words.ts'
import { SimulatedBadge } from '../reader-badge.tsx'
import { type WithTerminal, whyNoReader } from '../terminal-store.ts'
import { describeRefusal } from './payment-failures.ts'
import {
  describeAttempt,
  isClosable,
  isResultPending,
  type ProcessWords,
  processPaymentWords,
} from './process-payment-words.ts'
import './process-payment.css'

type Stores = WithAttempts & WithClock & WithConnectivity & WithTerminal

type ProcessPaymentProps = Pick<ScreenProps<Stores>, 'stores'> & {
  readonly view: PaymentView
  /** Called when the user closes the result: with `paid` after a success, with `change` after a failed attempt. */
  readonly onDone: (end: 'paid' | 'change') => void
  /** Shows the actions for the receipt of the recorded payment. */
  readonly receiptOf: (transactionID: TransactionID) => ReactNode
}

/**
 * Shows the Process Payment modal (booking spec §2) while a card attempt of this study is open or its result was not
 * seen. This includes attempts of another window or from before a reload. While money may move, the user can leave the
 * modal only at the stage where Atrium finds out the result.
 */
export function ProcessPayment(props: ProcessPaymentProps) {
  const { stores, view } = props
  const { studyID } = view.study
  const attempt = useStore(stores.attempts, (state) => shownAttempt(state.attempts, studyID))
  const [leftID, setLeftID] = useState<string | null>(null)
  useEffect(() => stores.attempts.getState().watch(studyID), [stores, studyID])
  const isOut = attempt !== undefined && isResultPending(attempt)
  // When the result is known, the modal opens again, even if the user closed it while Atrium was finding out.
  useEffect(() => {
    if (!isOut) setLeftID(null)
  }, [isOut])
  if (attempt === undefined || attempt.attemptID === leftID) return null
  return <Process {...props} key={attempt.attemptID} attempt={attempt} onLeave={() => setLeftID(attempt.attemptID)} />
}

type ProcessProps = ProcessPaymentProps & { readonly attempt: PaymentAttempt; readonly onLeave: () => void }

function Process({ stores, view, attempt, onDone, onLeave, receiptOf }: ProcessProps) {
  const { member, study } = view
  const attempts = useStore(stores.attempts)
  const connectivity = useStore(stores.connectivity, (state) => state.connectivity)
  const [pending, setPending] = useState<'cancel' | 'check' | 'again' | 'seen' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const cannotTry = useRetryObstacle({ stores, view, attempt })
  const isProviderWindow = attempt.route === 'card-fields' && connectivity?.cardProcessor === 'stripe'
  const words = describeAttempt(attempt, { hasCard: attempts.hasCard(attempt.attemptID), isProviderWindow })
  const look = words.isOwnCancel ? 'cancelled' : words.stage
  const money = formatMoney(toMoney(attempt.amountMinor), attempt.currency)

  const work = async (what: NonNullable<typeof pending>, call: () => Promise<Reply<unknown>>): Promise<boolean> => {
    if (pending !== null) return false
    setPending(what)
    setFailure(null)
    const reply = await call()
    setPending(null)
    if (!reply.ok) setFailure(reply.failure)
    return reply.ok
  }
  const { attemptID, studyID, kind, refundOf, memo } = attempt
  const end = async (how: 'paid' | 'change'): Promise<void> => {
    if (await work('seen', () => attempts.acknowledge(attemptID))) onDone(how)
  }
  /** Starts a new attempt. Acknowledges the old attempt only after the new one has started. */
  const tryAgain = async (): Promise<void> => {
    // A card typed in the stand-in's fields is no longer in memory, so the user has to type it again.
    if (attempt.route === 'card-fields' && !isProviderWindow) return end('change')
    const amount = toDecimalAmount(toMoney(attempt.amountMinor))
    const isBegun = await work('again', () =>
      kind === 'refund' && refundOf !== null
        ? attempts.startRefund({ studyID, transactionID: refundOf, amount, memo })
        : attempts.start({ studyID, amount, through: attempt.route === 'card-fields' ? 'card-fields' : 'terminal' }),
    )
    if (isBegun) await attempts.acknowledge(attemptID)
  }

  const footers: Readonly<Record<ProcessWords['stage'], ReactNode>> = {
    waiting: <Cancel words={words} isPending={pending === 'cancel'} onPress={() => void cancel()} />,
    working: <Cancel words={words} isPending={pending === 'cancel'} onPress={() => void cancel()} />,
    'finding-out': (
      <>
        <Button onPress={onLeave}>{processPaymentWords.leave}</Button>
        <Button
          variant="primary"
          isPending={pending === 'check'}
          onPress={() => void work('check', () => attempts.check(attemptID))}
        >
          {processPaymentWords.ask}
        </Button>
      </>
    ),
    done: (
      <Button variant="primary" autoFocus isPending={pending === 'seen'} onPress={() => void end('paid')}>
        {processPaymentWords.continue}
      </Button>
    ),
    failed: (
      <>
        <Button autoFocus isPending={pending === 'seen'} onPress={() => void end('change')}>
          {kind === 'refund' ? processPaymentWords.changeRefund : processPaymentWords.changePayment}
        </Button>
        <Button
          variant="primary"
          isPending={pending === 'again'}
          disabledReason={cannotTry}
          onPress={() => void tryAgain()}
        >
          {processPaymentWords.tryAgain}
        </Button>
      </>
    ),
  }
  function cancel(): Promise<boolean> {
    return work('cancel', () => attempts.cancel(attemptID))
  }
  return (
    <Dialog
      isOpen
      onClose={() => void end(words.stage === 'done' ? 'paid' : 'change')}
      isDismissable={isClosable(attempt)}
      width="narrow"
      title={words.title}
      subtitle={paymentPageWords.person(fullName(member), formatDate(member.dob), study.studyID)}
      footer={footers[words.stage]}
    >
      <div className={`pp-process pp-process--${look}`}>
        <Mark look={look} />
        <p className="pp-process__amount">{money}</p>
        <p className="pp-process__text" role="status">
          {words.text}
        </p>
        <TimeLeft words={words} attempt={attempt} stores={stores} />
        <Training attempt={attempt} stores={stores} />
        {words.stage === 'done' && kind === 'payment' && attempt.transactionID !== null
          ? receiptOf(attempt.transactionID)
          : null}
        {words.failure === null ? null : <Banner tone={words.isOwnCancel ? 'info' : 'error'} title={words.failure} />}
        {words.stage === 'failed' && cannotTry !== null ? (
          <p className="pp-process__count">{processPaymentWords.failed.cannotTry(cannotTry)}</p>
        ) : null}
        {failure === null ? null : (
          <Banner tone="warning" title={failureWords(failure)}>
            {isClosable(attempt) ? processPaymentWords.callFailed.pressAgain : processPaymentWords.callFailed.goesOn}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

const failureWords = (failure: Failure): string => {
  const { title, text } = describeRefusal('payment', failure)
  return text === '' ? title : text
}

function Cancel({ words, isPending, onPress }: { words: ProcessWords; isPending: boolean; onPress: () => void }) {
  return (
    <Button
      isPending={isPending}
      disabledReason={words.mayCancel ? null : processPaymentWords.cancelAsked(paymentMessages.cancellationInitiated)}
      onPress={onPress}
    >
      {processPaymentWords.cancel}
    </Button>
  )
}

/** Shows the state as an icon. A cancel by staff is not a failure, so it has a neutral mark. */
function Mark({ look }: { readonly look: ProcessWords['stage'] | 'cancelled' }) {
  const icons = {
    waiting: <HandCoins aria-hidden="true" size={40} />,
    working: <Spinner size="large" label={paymentTitles.processingPayment} />,
    'finding-out': <SearchCheck aria-hidden="true" size={40} />,
    done: <CircleCheck aria-hidden="true" size={40} />,
    failed: <CircleX aria-hidden="true" size={40} />,
    cancelled: <Ban aria-hidden="true" size={40} />,
  }
  return <div className="pp-process__mark">{icons[look]}</div>
}

function TimeLeft({ words, attempt, stores }: Pick<ProcessProps, 'stores' | 'attempt'> & { words: ProcessWords }) {
  const { handedOffAt, route } = attempt
  if (!words.isCounting || handedOffAt === null) return null
  const afterMs = route === 'card-fields' ? cardFieldsCancelAfterMs : autoCancelAfterMs
  return (
    <p className="pp-process__count">
      {processPaymentWords.timeLeft}{' '}
      <Countdown until={toInstant(toEpochMs(handedOffAt) + afterMs)} clock={stores.clock} />
    </p>
  )
}

/** Marks every payment that charges no real card, so that no user takes it for a real one. */
function Training({ attempt, stores }: Pick<ProcessProps, 'stores' | 'attempt'>) {
  const processor = useStore(stores.connectivity, (state) => state.connectivity?.cardProcessor)
  if (attempt.route === 'simulated') return <SimulatedBadge words={processPaymentWords.simulatedReader} />
  if (attempt.route === 'card-fields' && processor === 'simulated') {
    return <SimulatedBadge words={processPaymentWords.training} />
  }
  return null
}

/** Returns why the same payment cannot be tried again; null if it can. */
function useRetryObstacle({ stores, view, attempt }: Pick<ProcessProps, 'stores' | 'view' | 'attempt'>): string | null {
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const terminal = useStore(stores.terminal, (state) => state.terminal)
  if (!isReached) return whyNotOffline('otherMoney', isReached)
  if (attempt.route !== 'card-fields') {
    const reason = whyNoReader(terminal)
    if (reason !== null) return reason
  }
  return attempt.kind === 'payment' && attempt.amountMinor > roundToMoney(view.payments.totalBalance)
    ? processPaymentWords.failed.aboveBalance
    : null
}
