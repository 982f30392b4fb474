import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import {
  isReconciliationAmountTyping,
  parseReconciliation,
  reconciliationClassifications,
} from '#domain/payments/reconciliation.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Panel } from '../../kit/controls/panel.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { CommitButton } from './commit-button.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'

const words = paymentPanelWords.reconcile

/** Returns a classification in words: `late-cancellation` as `Late cancellation`. */
const nameOf = (classification: string): string => {
  const words = classification.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shows Finance Only (booking spec §2, section 7): an adjustment of the ledger, with its classification and reason. */
export function ReconcileForm({ desk, view, gates }: PaymentPartProps) {
  const form = useStore(desk, (state) => state.forms.reconcile)
  const commit = useStore(desk, (state) => state.commits.reconcile)
  const { payments } = view
  if (!payments.mayReconcile) return null
  const decision = parseReconciliation({
    amountText: form.amount,
    classification: form.classification,
    reason: form.reason,
  })
  const frozen = commit === 'idle' ? null : awaitingReason
  const { update, say, reconcile } = desk.getState()
  const adjust = async (): Promise<void> => {
    if (decision.ok) {
      const { amount, classification, reason } = decision
      await reconcile({ amount: toDecimalAmount(amount), classification, reason })
      return
    }
    if (desk.getState().isJustDone('reconcile')) return
    // Shows only the first problem, in the order of the form's fields.
    const { amount, classification, reason } = decision.problems
    const first = amount ?? classification ?? reason
    if (first !== undefined) say({ title: first.title, text: first.message })
  }
  const effect = !decision.ok
    ? words.adjust
    : decision.amount > 0
      ? words.add(formatMoney(decision.amount, payments.currency))
      : words.takeOff(formatMoney(toMoney(-decision.amount), payments.currency))
  return (
    <Panel title={words.title} defaultExpanded={false}>
      <div className="pp-form">
        <TextField
          label={words.amount}
          isRequired
          isNumeric
          inputMode="decimal"
          prefix={payments.currency}
          value={form.amount}
          onChange={(amount) => update('reconcile', { amount })}
          description={words.amountHint}
          errorMessage={isReconciliationAmountTyping(form.amount) ? undefined : words.amountRange}
          disabledReason={frozen}
        />
        <SelectField
          label={words.classification}
          isRequired
          options={reconciliationClassifications.map((value) => ({ value, label: nameOf(value) }))}
          value={form.classification}
          onChange={(value) =>
            update('reconcile', {
              classification: reconciliationClassifications.find((each) => each === value) ?? null,
            })
          }
          disabledReason={frozen}
        />
        <TextField
          label={words.reason}
          isRequired
          value={form.reason}
          onChange={(reason) => update('reconcile', { reason })}
          disabledReason={frozen}
        />
        <CommitButton
          commit={commit}
          what="reconciliation"
          variant="outline"
          reason={gates.change}
          act={effect}
          view={view}
          onPress={() => void adjust()}
        />
      </div>
    </Panel>
  )
}
