import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { closeRefusedDelivery, readRefusedDeliveries } from './refused-deliveries.ts'
import {
  attachResult,
  countStudyResults,
  countWaitingResults,
  readWaitingFile,
  readWaitingResults,
  rejectResult,
} from './waiting-results.ts'

/** The handlers of the results and refused messages that wait for a person (decisions 281, 311). */
export const resultsHandlers = {
  readWaitingResults: (_input, context) => readWaitingResults(context),
  countWaitingResults: (_input, context) => countWaitingResults(context),
  countStudyResults: ({ params }, context) => countStudyResults(params.studyId, context),
  readResultFile: ({ params }, context) => readWaitingFile(params.resultId, context),
  attachResult: ({ params, body }, context) => attachResult(params.resultId, body, context),
  rejectResult: ({ params, body }, context) => rejectResult(params.resultId, body, context),
  readRefusedDeliveries: (_input, context) => readRefusedDeliveries(context),
  closeRefusedDelivery: ({ params, body }, context) => closeRefusedDelivery(params.refusalId, body, context),
} satisfies Partial<Handlers<RouteName>>
