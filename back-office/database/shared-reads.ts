/** A `patient` call waits until the pace allows the next read, so that more calls share that read. */
export type ReadUrgency = 'urgent' | 'patient'

type Read<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

/** Returns the value of a key; undefined if the read did not find it. */
type Ask<Key, Value> = (key: Key, urgency: ReadUrgency) => Promise<Value | undefined>

/** Calls that share one read. */
type Batch<Key, Value> = {
  readonly keys: Set<Key>
  readonly found: Promise<ReadonlyMap<Key, Value>>
  readonly resolve: (found: Promise<ReadonlyMap<Key, Value>>) => void
  isUrgent: boolean
  /** Begins the read when the pace allows it. */
  timer: NodeJS.Timeout | undefined
  /** Whether the read begins at the end of this turn of the event loop. */
  isBeginning: boolean
}

/** A read that takes longer does not delay the next one, because its connection may be lost. */
const slowMs = 1_000

const shareReads = <Key, Value>(read: Read<Key, Value>, paceMs: number): Ask<Key, Value> => {
  let waiting: Batch<Key, Value> | undefined
  let reading: Batch<Key, Value> | undefined
  let begunAt = Number.NEGATIVE_INFINITY

  const open = (): Batch<Key, Value> => {
    const { promise: found, resolve } = Promise.withResolvers<ReadonlyMap<Key, Value>>()
    return { keys: new Set(), found, resolve, isUrgent: false, timer: undefined, isBeginning: false }
  }

  const begin = (batch: Batch<Key, Value>): void => {
    waiting = undefined
    reading = batch
    begunAt = performance.now()
    const end = (): void => {
      if (reading === batch) reading = undefined
      plan()
    }
    const found = read([...batch.keys])
    batch.resolve(found)
    found.then(end, end)
  }

  /** Plans the read for the calls that wait. */
  const plan = (): void => {
    const batch = waiting
    if (batch === undefined || batch.isBeginning) return
    clearTimeout(batch.timer)
    const pauseMs = reading !== undefined ? slowMs : batch.isUrgent ? 0 : paceMs
    const waitMs = begunAt + pauseMs - performance.now()
    if (waitMs > 0) {
      batch.timer = setTimeout(begin, waitMs, batch)
      return
    }
    // The calls that arrive in the same turn of the event loop share this read.
    batch.isBeginning = true
    setImmediate(begin, batch)
  }

  return async (key, urgency) => {
    const batch = waiting ?? open()
    const isPlanned = waiting !== undefined && (urgency === 'patient' || batch.isUrgent)
    waiting = batch
    batch.keys.add(key)
    batch.isUrgent ||= urgency === 'urgent'
    if (!isPlanned) plan()
    return (await batch.found).get(key)
  }
}

/**
 * Creates a read that many calls share. Calls that come while a read is under way share the next one. A call never gets
 * what was read before the call began, so it sees every change that was committed before. If all waiting calls are
 * patient, the next read begins at the earliest `paceMs` milliseconds after the beginning of the one before, so that
 * the number of reads has a limit, whatever the number of calls. Calls with different databases share nothing. If a
 * read fails, all calls that share it fail.
 */
export const createSharedReads = <Owner extends object, Key, Value>(
  read: (database: Owner, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { paceMs }: { readonly paceMs: number },
): ((database: Owner, key: Key, urgency: ReadUrgency) => Promise<Value | undefined>) => {
  const asks = new WeakMap<Owner, Ask<Key, Value>>()
  return (database, key, urgency) => {
    const ask = asks.get(database) ?? shareReads((keys) => read(database, keys), paceMs)
    asks.set(database, ask)
    return ask(key, urgency)
  }
}
