import { ok } from '#contract/reply.ts'
import type { ResultsBridge } from '#contract/results/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** Time limit for a report, which may have the maximum size of a file. */
const fileMs = 60_000

/** Creates the service for results that need a decision by staff. The workstation keeps no copy. */
export const createResultsService = (parts: {
  readonly calls: StaffCalls
  readonly keeper: RecordKeeper
}): ResultsBridge => {
  const { calls, keeper } = parts
  return {
    list: () => calls.call('readWaitingResults', {}),
    count: () => calls.call('countWaitingResults', {}),
    ofStudy: ({ studyID }) => calls.call('countStudyResults', { params: { studyId: studyID } }),
    readFile: async ({ resultID }) => {
      const reply = await calls.call('readResultFile', { params: { resultId: resultID } }, { timeoutMs: fileMs })
      return reply.ok ? ok({ base64: reply.value.base64, pages: reply.value.pages }) : reply
    },
    attach: async ({ resultID, idempotencyKey, ...body }) => {
      const reply = await completeCall(() =>
        calls.callExactly('attachResult', { params: { resultId: resultID }, body }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      keeper.noteStudy(body.studyID)
      return ok({})
    },
    reject: async ({ resultID, idempotencyKey, reason }) => {
      const reply = await completeCall(() =>
        calls.callExactly('rejectResult', { params: { resultId: resultID }, body: { reason } }, { idempotencyKey }),
      )
      return reply.ok ? ok({}) : reply
    },
    listRefused: () => calls.call('readRefusedDeliveries', {}),
    closeRefused: async ({ refusalID, idempotencyKey, ...body }) => {
      const reply = await completeCall(() =>
        calls.callExactly('closeRefusedDelivery', { params: { refusalId: refusalID }, body }, { idempotencyKey }),
      )
      return reply.ok ? ok({}) : reply
    },
  }
}
