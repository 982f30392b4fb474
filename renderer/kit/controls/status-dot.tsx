import { classNames } from './class-names.ts'
import './status-dot.css'

type StatusDotProps = {
  tone: 'neutral' | 'success' | 'warning' | 'danger' | 'info'
  /** The meaning of the dot, for example "Online". */
  label: string
  /** Shows the words to screen readers only, when the same words are already beside the dot. */
  isLabelHidden?: boolean | undefined
}

/** Shows a coloured dot with its words. Each tone also has its own shape, so that colour is not the only sign. */
export function StatusDot({ tone, label, isLabelHidden = false }: StatusDotProps) {
  return (
    <span className="w-status-dot">
      <span className={`w-status-dot__dot w-status-dot__dot--${tone}`} aria-hidden="true" />
      <span className={classNames(isLabelHidden && 'w-visually-hidden')}>{label}</span>
    </span>
  )
}
