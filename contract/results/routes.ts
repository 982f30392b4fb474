import { z } from 'zod'
import {
  resultIDSchema,
  studyResultsSchema,
  waitingCountSchema,
  waitingResultSchema,
} from '#domain/results/incoming-result.ts'
import { refusedDeliverySchema } from '#domain/results/refused-delivery.ts'
import { resultRoles as roles } from '#domain/results/result-roles.ts'
import type { Role } from '#domain/session/role.ts'
import { acknowledged, bare, type Route, staffAnywhere, staffAtStudy, studyPath } from '../route.ts'
import { attachFields, closeFields, hasNeededNote, rejectFields } from './fields.ts'

/** The roles of the study action `publish-report`. */
const publisherRoles = ['hi', 'report_qc', 'radiologist'] as const satisfies readonly Role[]
const matchers = { ...staffAnywhere, roles } as const
const resultPath = z.object({ resultId: resultIDSchema })

/** Results and refused messages of other systems that wait for a person (decisions 281, 311). */
export const resultsRoutes = {
  /**
   * Returns the waiting results, oldest first, without their reports. Results of studies that the caller may not access
   * are omitted.
   */
  readWaitingResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results',
    access: matchers,
    audit: 'results.listed',
    answer: z.array(waitingResultSchema),
  },
  /**
   * Returns how many results wait at the caller's locations and how many refused messages there are, with the time of
   * the newest of each. Contains no health data.
   */
  countWaitingResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results/count',
    access: matchers,
    audit: null,
    answer: waitingCountSchema,
  },
  /**
   * Returns the number of unmatched results about a study, for users who publish the study's reports (decision 314).
   */
  countStudyResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/waiting-results',
    access: { ...staffAtStudy, roles: publisherRoles },
    audit: 'study.results-counted',
    params: studyPath,
    answer: studyResultsSchema,
  },
  /** Returns the report of a waiting result, as a PDF. 409 `report-missing` for a cancellation; 422 `pdf-refused`. */
  readResultFile: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results/:resultId/file',
    access: matchers,
    audit: 'result.viewed',
    params: resultPath,
    answer: z.object({ fileName: z.string(), base64: z.string(), pages: z.number().int() }),
    isPdf: true,
  },
  /**
   * Accepts a result for a study, as if it had matched. `memberDetails` are the details of the study's member that the
   * person confirmed; 409 `stale` if they are out of date. 409 `act-not-allowed` if the identities differ and no reason
   * is given, and for a result that no longer waits; 409 `already-cancelled`; 422 `pdf-refused`.
   */
  attachResult: {
    ...bare,
    method: 'POST',
    path: '/api/v1/results/:resultId/attach',
    access: { ...staffAtStudy, roles },
    idempotent: 'outside',
    audit: 'result.attached',
    params: resultPath,
    body: z.strictObject(attachFields),
    answer: acknowledged,
  },
  /**
   * Removes a result from the list without attaching it; the result stays in the database. 409 `act-not-allowed` for a
   * result that no longer waits.
   */
  rejectResult: {
    ...bare,
    method: 'POST',
    path: '/api/v1/results/:resultId/reject',
    access: matchers,
    idempotent: true,
    audit: 'result.rejected',
    params: resultPath,
    body: z.strictObject(rejectFields),
    answer: acknowledged,
  },
  /**
   * Returns the refused messages of other systems that wait for a person, oldest first. They contain no health data.
   */
  readRefusedDeliveries: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results/refused',
    access: matchers,
    audit: null,
    answer: z.array(refusedDeliverySchema),
  },
  /**
   * Removes a refused message from the list. 409 `act-not-allowed` if the message was already closed by another person
   * or with another `end`, or if its sender has since sent it again.
   */
  closeRefusedDelivery: {
    ...bare,
    method: 'POST',
    path: '/api/v1/results/refused/:refusalId/close',
    access: matchers,
    idempotent: true,
    audit: 'result.refusal-closed',
    params: z.object({ refusalId: resultIDSchema }),
    body: z.strictObject(closeFields).refine(hasNeededNote, { path: ['note'], error: 'must not be empty' }),
    answer: acknowledged,
  },
} as const satisfies Record<string, Route>
