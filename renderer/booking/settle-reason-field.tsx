import { settleReasonMaxLength } from '#domain/safety/settle-rule.ts'
import { TextArea } from '../kit/controls/text-area.tsx'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.settle

type Props = {
  readonly label?: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Why the field takes no input now; null when it does. */
  readonly disabledReason: string | null
}

/** Shows the reason to continue before a stop is settled; `readSettleReason` decides whether the text is a reason. */
export function SettleReasonField({ label = words.reason, ...field }: Props) {
  return <TextArea label={label} rows={2} maxLength={settleReasonMaxLength} isRequired {...field} />
}
