import type { FinanceBridge } from '#domain/contract/bridge.ts'
import { refuseCardNumbers } from './offline-cash.ts'
import type { StaffCalls } from './staff-calls.ts'

/** The day as finance counts and closes it: the back office's word, nothing of it is kept here. */
export const createFinanceService = (parts: { readonly calls: StaffCalls }): FinanceBridge => {
  const { calls } = parts
  return {
    readCashUp: async ({ locationID, date }) =>
      await calls.call('readCashUp', { params: { locationID }, query: { date } }),

    count: async ({ locationID, date, userID, paymentType, counted, note, idempotencyKey }) => {
      const body = { date, userID, paymentType, counted, note }
      const typed = refuseCardNumbers({ note })
      if (typed !== null) return typed
      return await calls.call('countCashUp', { params: { locationID }, body }, { idempotencyKey })
    },

    signOff: async ({ locationID, date, note, idempotencyKey }) =>
      refuseCardNumbers({ note }) ??
      (await calls.call('signOffCashUp', { params: { locationID }, body: { date, note } }, { idempotencyKey })),

    exportDay: async ({ locationID, date, format }) =>
      await calls.call('exportCashUp', { params: { locationID }, query: { date, format } }),
  }
}
