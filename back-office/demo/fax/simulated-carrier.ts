import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { FaxCarrier, FaxStatus } from '../../outside/fax/fax-carrier.ts'
import { openEventBook } from '../event-book.ts'

const faxEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken'),
    faxID: z.string(),
    key: z.string(),
    at: z.number(),
    to: z.string(),
    pages: z.number(),
  }),
  /** A status request for a fax in progress. The request moves the fax one step on. */
  z.object({ kind: z.literal('looked-at'), faxID: z.string() }),
  z.object({ kind: z.literal('cancelled'), faxID: z.string() }),
])
type FaxEvent = z.infer<typeof faxEvent>

type KeptFax = {
  readonly faxID: string
  readonly at: number
  readonly to: string
  readonly pages: number
  looks: number
  isCancelled: boolean
}

/** Number of status requests for which a busy line stays busy. */
const busyStatusChecks = 2

/** Returns a fax's status: the number's last four digits decide the result, so that a demo can show every result. */
const simulatedStatusOf = (fax: KeptFax): FaxStatus => {
  if (fax.isCancelled) return { kind: 'cancelled' }
  if (fax.to.endsWith('0001')) return { kind: 'failed', reason: 'No answer.' }
  if (fax.to.endsWith('0002')) return { kind: 'lost' }
  if (fax.to.endsWith('0000') && fax.looks <= busyStatusChecks) {
    return { kind: 'under-way', reason: 'The line is busy. Trying again.' }
  }
  if (fax.looks === 0) return { kind: 'under-way', reason: null }
  return { kind: 'delivered', pages: fax.pages }
}

/**
 * Creates a simulated fax carrier that sends nothing. It writes each change to its book before it answers; several
 * processes share the book, a file in the data folder. It accepts one fax per key, and each status request moves a fax
 * one step on. A number that ends in 0000 is busy twice; a number that ends in 0001 never answers. A fax to a number
 * that ends in 0002 is accepted and then lost.
 */
export const createSimulatedCarrier = (options: {
  readonly dataFolder: string
  /** Epoch seconds. */
  readonly now: () => number
}): FaxCarrier => {
  const faxes = new Map<string, KeptFax>()
  const byKey = new Map<string, string>()
  const book = openEventBook<FaxEvent>(
    join(options.dataFolder, 'simulated-faxes.jsonl'),
    (value) => faxEvent.safeParse(value).data,
    (event) => {
      if (event.kind === 'taken') {
        // Of two concurrent events with one key, every reader takes the first in the book.
        if (byKey.has(event.key)) return
        const { faxID, at, to, pages } = event
        byKey.set(event.key, faxID)
        faxes.set(faxID, { faxID, at, to, pages, looks: 0, isCancelled: false })
        return
      }
      const fax = faxes.get(event.faxID)
      if (fax === undefined) return
      if (event.kind === 'looked-at') fax.looks += 1
      else fax.isCancelled = true
    },
  )

  return {
    kind: 'simulated',
    // An accepted fax is in the book on disk before the carrier answers, and nothing is removed from the book.
    isAbsenceProof: true,
    send: async ({ key, to, pages }) => {
      book.catchUp()
      if (!byKey.has(key)) book.append({ kind: 'taken', faxID: randomUUID(), key, at: options.now(), to, pages })
      const receipt = byKey.get(key)
      return receipt === undefined ? { kind: 'unknown' } : { kind: 'accepted', receipt }
    },
    find: async (key) => {
      book.catchUp()
      const receipt = byKey.get(key)
      return receipt === undefined ? { kind: 'absent' } : { kind: 'found', receipt }
    },
    read: async (receipt) => {
      book.catchUp()
      const fax = faxes.get(receipt)
      if (fax === undefined) return { kind: 'lost' }
      if (simulatedStatusOf(fax).kind === 'under-way') book.append({ kind: 'looked-at', faxID: receipt })
      return simulatedStatusOf(fax)
    },
    cancel: async (receipt) => {
      book.catchUp()
      const fax = faxes.get(receipt)
      if (fax === undefined || simulatedStatusOf(fax).kind !== 'under-way') return { kind: 'too-late' }
      book.append({ kind: 'cancelled', faxID: receipt })
      return { kind: 'cancelled' }
    },
    readSent: () => {
      book.catchUp()
      return [...faxes.values()].reverse().map((fax) => ({
        faxID: fax.faxID,
        at: fax.at,
        to: fax.to,
        pages: fax.pages,
        state: simulatedStatusOf(fax).kind,
      }))
    },
  }
}
