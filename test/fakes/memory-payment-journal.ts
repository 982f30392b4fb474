import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { PaymentJournal } from '#main/journal/payment-journal.ts'

/** A payment journal without a file; it passes the contract suite of the real one. */
export const createMemoryPaymentJournal = (): PaymentJournal => {
  const rows = new Map<string, { text: string; isOpen: boolean; isAcknowledged: boolean }>()
  const parse = ({ text }: { text: string }): PaymentAttempt => JSON.parse(text) as PaymentAttempt
  const inOrder = (keep: (row: { isOpen: boolean; isAcknowledged: boolean }) => boolean): readonly PaymentAttempt[] =>
    [...rows.values()]
      .filter(keep)
      .map(parse)
      .sort((one, other) => (one.begunAt < other.begunAt ? -1 : one.begunAt > other.begunAt ? 1 : 0))
  return {
    begin: (attempt) => {
      if (rows.has(attempt.attemptID)) return 'known'
      const isStudyBusy = [...rows.values()].some((row) => row.isOpen && parse(row).studyID === attempt.studyID)
      if (isStudyBusy) return 'in-progress'
      rows.set(attempt.attemptID, { text: JSON.stringify(attempt), isOpen: true, isAcknowledged: false })
      return 'begun'
    },
    read: (attemptID) => {
      const row = rows.get(attemptID)
      return row === undefined ? null : parse(row)
    },
    save: (attempt) => {
      if (!rows.has(attempt.attemptID)) return
      rows.set(attempt.attemptID, {
        text: JSON.stringify(attempt),
        isOpen: isOpenAttempt(attempt),
        isAcknowledged: false,
      })
    },
    unreadable: () => [],
    open: () => inOrder((row) => row.isOpen),
    unacknowledged: () => inOrder((row) => row.isOpen || !row.isAcknowledged),
    acknowledge: (attemptID) => {
      const row = rows.get(attemptID)
      if (row === undefined || row.isOpen || row.isAcknowledged) return false
      row.isAcknowledged = true
      return true
    },
  }
}
