import { useState } from 'react'
import { useStore } from 'zustand'
import { formatAmount, formatMoney, toFieldAmount } from '#domain/format/format-money.ts'
import {
  checkPaidStep,
  meaningOfStatus,
  type StepsState,
  stepOfferReason,
  stepReference,
  toggledStatus,
} from '#domain/payments/invoice-steps.ts'
import {
  type InvoiceStep,
  invoiceStepNames,
  stepPaymentMethods,
  type Transaction,
} from '#domain/payments/transaction.ts'
import { describeTypedAmountProblem, parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { roundToMoney, toDecimalAmount } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { CommitButton } from './commit-button.tsx'
import type { PaymentPartProps } from './payment-part-props.ts'
import { momentOf, transactionWords } from './transaction-words.ts'

type Props = PaymentPartProps & { readonly transaction: Transaction }

const words = transactionWords.steps

/** Shows the steps issued, deposit and paid of a transaction, with their rules (booking spec §4). */
export function TransactionSteps(props: Props) {
  const { desk, transaction, gates } = props
  const form = useStore(desk, (state) => state.forms.step)
  const commit = useStore(desk, (state) => state.commits.step)
  const { steps, transactionID } = transaction
  if (steps === null) return null
  const state: StepsState = {
    issued: steps.issued.isDone,
    deposit: steps.deposit.isDone,
    paid: steps.paid.isDone,
  }
  const isHere = form.transactionID === transactionID && form.status !== null
  return (
    <section aria-label={words.title}>
      <h3 className="pp-subtitle">{words.title}</h3>
      <ul className="pp-steps">
        {invoiceStepNames.map((name) => {
          const reason = stepOfferReason(state, name, transaction.paymentType)
          const isChosen = isHere && form.status !== null && meaningOfStatus(form.status).step === name
          return (
            <li key={name}>
              <span className="pp-steps__name">
                {words.names[name]}{' '}
                <Badge tone={state[name] ? 'success' : 'neutral'}>{state[name] ? words.done : words.notDone}</Badge>
              </span>
              <span className="pp-quiet">{historyOf(steps[name], transaction)}</span>
              {gates.mayMoveMoney ? (
                <Button
                  size="small"
                  aria-pressed={isChosen}
                  disabledReason={commit !== 'idle' ? awaitingReason : (reason ?? gates.change)}
                  onPress={() =>
                    desk.getState().update('step', {
                      transactionID,
                      status: toggledStatus(state, name),
                      method: null,
                      referenceID: '',
                      amount: toFieldAmount(roundToMoney(transaction.amount)),
                    })
                  }
                >
                  {(state[name] ? words.unmark : words.mark)[name]}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {isHere && gates.mayMoveMoney ? <StepForm {...props} /> : null}
    </section>
  )
}

/** Describes when, by whom and how a step was last set; empty if it never was. */
const historyOf = (step: InvoiceStep, { currency, timezone }: Transaction): string => {
  if (step.transactionTime === null) return ''
  return [
    step.amount === null ? '' : formatAmount(step.amount, currency),
    step.paymentMethod ?? '',
    step.referenceID,
    momentOf(step.transactionTime, timezone),
    step.processedByPII === null ? '' : words.by(step.processedByPII),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/**
 * Shows the form that changes a step. To mark a transaction as paid it asks for method, amount and reference. Every
 * other change has no fields, only the buttons.
 */
function StepForm({ desk, view, transaction, gates }: Props) {
  const form = useStore(desk, (state) => state.forms.step)
  const commit = useStore(desk, (state) => state.commits.step)
  const [isAsked, setIsAsked] = useState(false)
  if (form.status === null) return null
  const { step, isDone } = meaningOfStatus(form.status)
  const isPaying = step === 'paid' && isDone
  const typed = parseTypedAmount(form.amount, { min: 'above-zero' })
  const { currency } = transaction
  const problems = isPaying
    ? checkPaidStep({
        paymentMethod: form.method,
        referenceID: form.referenceID,
        amount: typed.ok ? typed.amount : null,
        transactionAmount: roundToMoney(transaction.amount),
      })
    : {}
  const amountProblem = typed.ok ? problems.amount : describeTypedAmountProblem(typed.problem, null, currency)
  const isComplete = !isPaying || (typed.ok && Object.keys(problems).length === 0)
  const referenceLabel = form.method === null ? null : stepReference(form.method)
  const frozen = commit === 'idle' ? null : awaitingReason
  const { update, reset, toggleStep } = desk.getState()
  const set = async (): Promise<void> => {
    setIsAsked(true)
    if (form.status === null || (commit === 'idle' && !isComplete)) return
    await toggleStep({
      transactionID: transaction.transactionID,
      status: form.status,
      amount: typed.ok ? toDecimalAmount(typed.amount) : null,
      paymentMethod: isPaying ? form.method : null,
      referenceID: isPaying ? form.referenceID.trim() : '',
    })
  }
  return (
    <div className="pp-form pp-stepform">
      {isPaying ? (
        <div className="pp-pair pp-pair--even">
          <SelectField
            label={words.method}
            isRequired
            options={stepPaymentMethods.map((value) => ({
              value,
              label: words.methods[value],
            }))}
            value={form.method}
            onChange={(value) =>
              update('step', { method: stepPaymentMethods.find((each) => each === value) ?? null, referenceID: '' })
            }
            errorMessage={isAsked ? problems.paymentMethod : undefined}
            disabledReason={frozen}
          />
          <TextField
            label={words.amount}
            isRequired
            isNumeric
            inputMode="decimal"
            prefix={currency}
            value={form.amount}
            onChange={(amount) => update('step', { amount })}
            errorMessage={amountProblem}
            disabledReason={frozen}
          />
          {referenceLabel === null ? null : (
            <TextField
              label={referenceLabel}
              isRequired
              value={form.referenceID}
              onChange={(referenceID) => update('step', { referenceID })}
              errorMessage={isAsked ? problems.referenceID : undefined}
              disabledReason={frozen}
            />
          )}
        </div>
      ) : null}
      <CommitButton
        commit={commit}
        what="step"
        reason={gates.change}
        act={words.commit(
          (isDone ? words.mark : words.unmark)[step],
          formatMoney(roundToMoney(transaction.amount), currency),
        )}
        view={view}
        onPress={() => void set()}
      />
      <Button size="small" variant="plain" disabledReason={frozen} onPress={() => reset('step')}>
        {words.leave}
      </Button>
    </div>
  )
}
