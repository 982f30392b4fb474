import { settleReasonMaxLength } from '#domain/safety/settle-rule.ts'
import { TextArea } from '../kit/controls/text-area.tsx'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.settle

type Props = {
  readonly label?: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Why the field is disabled; null if it is enabled. */
  readonly disabledReason: string | null
}

/**
 * Shows the field in which staff give the reason for going ahead with a stop that is not settled yet.
 * `readSettleReason` decides whether the text counts as a reason.
 */
export function SettleReasonField({ label = words.reason, ...field }: Props) {
  return <TextArea label={label} rows={2} maxLength={settleReasonMaxLength} isRequired {...field} />
}
