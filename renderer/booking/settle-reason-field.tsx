import { settleReasonMaxLength } from '#domain/safety/settle-rule.ts'
import { TextArea } from '../kit/controls/text-area.tsx'

type Props = {
  readonly label?: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Why nothing can be typed now; null where it can. */
  readonly disabledReason: string | null
}

/** The reason for going on before a stop is settled; `readSettleReason` decides whether what was typed is one. */
export function SettleReasonField({ label = 'Reason', ...field }: Props) {
  return <TextArea label={label} rows={2} maxLength={settleReasonMaxLength} isRequired {...field} />
}
