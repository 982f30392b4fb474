import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { type OutstandingList, type ShownRows, toOutstandingRows } from '#domain/finance/outstanding.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { refuseCardNumbers } from '../payments/offline-cash.ts'

const toQuery = (rows: ShownRows = {}): Record<OutstandingList, string> => {
  const { unissuedInvoices, outstandingInvoices, undepositedCheques, overpayments } = toOutstandingRows(rows)
  return {
    unissuedInvoices: String(unissuedInvoices),
    outstandingInvoices: String(outstandingInvoices),
    undepositedCheques: String(undepositedCheques),
    overpayments: String(overpayments),
  }
}

/** Creates the service for a location's cash-up. The server does all of it; the workstation keeps no copy. */
export const createFinanceService = (parts: { readonly calls: StaffCalls }): FinanceBridge => {
  const { calls } = parts
  return {
    readCashUp: async ({ locationID, date, rows }) =>
      await calls.call('readCashUp', { params: { locationID }, query: { date, ...toQuery(rows) } }),

    readDetails: async ({ locationID, date, rows }) =>
      await calls.call('readCashUpDetails', { params: { locationID }, query: { date, ...toQuery(rows) } }),

    count: async ({ locationID, idempotencyKey, ...body }) =>
      refuseCardNumbers({ note: body.note }) ??
      (await calls.call('countCashUp', { params: { locationID }, body }, { idempotencyKey })),

    signOff: async ({ locationID, idempotencyKey, ...body }) =>
      refuseCardNumbers({ note: body.note, reason: body.reason }) ??
      (await calls.call('signOffCashUp', { params: { locationID }, body }, { idempotencyKey })),

    reopen: async ({ locationID, idempotencyKey, ...body }) =>
      refuseCardNumbers({ reason: body.reason }) ??
      (await calls.call('reopenCashUp', { params: { locationID }, body }, { idempotencyKey })),

    exportDay: async ({ locationID, date, format, table }) =>
      await calls.call('exportCashUp', {
        params: { locationID },
        query: { date, format, ...(table === undefined ? {} : { table }) },
      }),

    depositCheques: async ({ locationID, idempotencyKey, ...body }) =>
      refuseCardNumbers({ bankReference: body.bankReference }) ??
      (await completeCall(() =>
        calls.callExactly(
          'depositCheques',
          { params: { locationID }, body: { ...body, cheques: [...body.cheques] } },
          { idempotencyKey },
        ),
      )),

    readDeposits: async ({ locationID, before }) =>
      await calls.call('readChequeDeposits', {
        params: { locationID },
        query: before === null ? {} : { before: String(before) },
      }),

    readRestoredPayments: async () => await calls.call('readRestoredPayments', {}),

    resolveRestoredPayment: async ({ paymentID, note, idempotencyKey }) =>
      refuseCardNumbers({ note }) ??
      (await calls.call(
        'resolveRestoredPayment',
        { params: { paymentId: paymentID }, body: { note } },
        { idempotencyKey },
      )),
  }
}
