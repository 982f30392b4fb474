import { financeWords } from './finance-words.ts'

/** Replaces a figure that must not be shown before the count. `until` is the text in its place. */
export function Hidden({ until = financeWords.hidden.line }: { readonly until?: string }) {
  return <span className="s-finance__hidden">{until}</span>
}
