/** The maximum number of cached results. At this limit all are dropped, which costs less than finding the oldest. */
const maxKept = 20_000

/**
 * Returns `work` with a bounded cache of its results by input text, so that a text shared by thousands of records is
 * computed once.
 */
export const createMemory = <Result>(work: (text: string) => Result): ((text: string) => Result) => {
  const known = new Map<string, Result>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    if (known.size >= maxKept) known.clear()
    const result = work(text)
    known.set(text, result)
    return result
  }
}
