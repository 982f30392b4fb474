import { financeWords } from './finance-words.ts'

/** Replaces a figure that must not be shown before the count. */
export function Hidden() {
  return <span className="s-finance__hidden">{financeWords.hiddenFigure}</span>
}
