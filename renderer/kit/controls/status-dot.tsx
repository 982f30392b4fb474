import { classNames } from './class-names.ts'
import './status-dot.css'

type StatusDotProps = {
  tone: 'neutral' | 'success' | 'warning' | 'danger' | 'info'
  /** What the dot says, for example "Online". */
  label: string
  /** Keeps the words for screen readers only; where the same words already stand beside it. */
  isLabelHidden?: boolean | undefined
}

/** A coloured dot and its word. Each tone has a shape of its own too: colour is never alone. */
export function StatusDot({ tone, label, isLabelHidden = false }: StatusDotProps) {
  return (
    <span className="w-status-dot">
      <span className={`w-status-dot__dot w-status-dot__dot--${tone}`} aria-hidden="true" />
      <span className={classNames(isLabelHidden && 'w-visually-hidden')}>{label}</span>
    </span>
  )
}
