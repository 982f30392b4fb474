/**
 * Creates a queue per key in this process: `inTurn('a', x)` and `inTurn('a', y)` run one after the other, `inTurn('b',
 * z)` in parallel. Returns the work's result; a failure does not block the next work.
 */
export const serializeByKey = (): (<Result>(key: string, work: () => Promise<Result>) => Promise<Result>) => {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    const forget = (): void => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
