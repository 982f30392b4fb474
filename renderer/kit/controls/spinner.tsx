import { ProgressBar } from 'react-aria-components'
import { classNames } from './class-names.ts'
import './spinner.css'

type SpinnerProps = {
  /** The reason for the wait, for screen readers. Default "Loading". */
  label?: string | undefined
  /** `small` 16 px (inside a control), `medium` 24 px, `large` 40 px. Default `medium`. */
  size?: 'small' | 'medium' | 'large' | undefined
}

/**
 * Shows a spinner for a wait of unknown length. It is invisible for the first 150 ms, so that short waits do not
 * flicker.
 */
export function Spinner({ label = 'Loading', size = 'medium' }: SpinnerProps) {
  return (
    <ProgressBar aria-label={label} isIndeterminate className={classNames('w-spinner', `w-spinner--${size}`)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle className="w-spinner__track" cx="12" cy="12" r="9.5" />
        <circle className="w-spinner__arc" cx="12" cy="12" r="9.5" pathLength="100" />
      </svg>
    </ProgressBar>
  )
}
