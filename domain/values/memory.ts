/** The most results that are kept. Then all are dropped, which costs less than finding the oldest. */
const mostKept = 20_000

/**
 * Returns `work` with its results cached by their text, so that a text shared by thousands is computed once. Bounded.
 */
export const createMemory = <Result>(work: (text: string) => Result): ((text: string) => Result) => {
  const known = new Map<string, Result>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    if (known.size >= mostKept) known.clear()
    const result = work(text)
    known.set(text, result)
    return result
  }
}
