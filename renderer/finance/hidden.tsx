import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import { financeWords } from './finance-words.ts'

type Props = {
  /** The text in place of the figure. */
  readonly until?: string
  /** Shows a sign in place of the text, which screen readers still get. */
  readonly isShort?: boolean
}

/** Replaces a figure that must not be shown before the count. */
export function Hidden({ until = financeWords.hidden.line, isShort = false }: Props) {
  if (!isShort) return <span className="s-finance__hidden">{until}</span>
  return (
    <span className="s-finance__hidden" title={until}>
      <span aria-hidden="true">{financeWords.hidden.sign}</span>
      <VisuallyHidden>{until}</VisuallyHidden>
    </span>
  )
}
