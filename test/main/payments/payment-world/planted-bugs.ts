import type { CardTerminal } from '#main/devices/card-terminal/card-terminal.ts'
import type { PaymentJournal } from '#main/journal/payment-journal.ts'

/** Bugs that a test plants to check that the properties then fail. */
export type PlantedBug = 'none' | 'disconnect-is-failure' | 'cancel-is-the-end' | 'starts-without-settling'

/**
 * Returns a reader with the planted bug: the reader reports a lost connection as a declined card, or reports a payment
 * as cancelled as soon as a cancel is requested. For any other bug, returns the reader unchanged.
 */
export const plantInTerminal = (bug: PlantedBug, terminal: CardTerminal): CardTerminal => {
  if (bug === 'disconnect-is-failure') {
    return {
      ...terminal,
      collect: async (request, onProcessing) => {
        const outcome = await terminal.collect(request, onProcessing)
        return outcome.outcome === 'unknown'
          ? { outcome: 'declined', step: 'process', code: 'lost', reason: outcome.reason }
          : outcome
      },
    }
  }
  if (bug === 'cancel-is-the-end') {
    const stops = new Map<string, () => void>()
    return {
      ...terminal,
      collect: (request, onProcessing) =>
        Promise.race([
          terminal.collect(request, onProcessing),
          new Promise<{ outcome: 'cancelled' }>((resolve) => {
            stops.set(request.attemptID, () => resolve({ outcome: 'cancelled' }))
          }),
        ]),
      cancel: async (attemptID) => {
        stops.get(attemptID)?.()
        return await terminal.cancel(attemptID)
      },
    }
  }
  return terminal
}

/** Returns a journal that forgets the open attempts of an earlier run of Atrium, if that bug is planted. */
export const plantInJournal = (bug: PlantedBug, journal: PaymentJournal): PaymentJournal =>
  bug === 'starts-without-settling' ? { ...journal, open: () => [] } : journal
