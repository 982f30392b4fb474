/** Results that are kept; then all are dropped, which costs less than knowing which one is oldest. */
const mostKept = 20_000

/** Returns `work` with its results kept by their text, so that what thousands share is worked out once. Bounded. */
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
