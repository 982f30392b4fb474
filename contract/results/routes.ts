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
   * The results that wait, the oldest first, without their reports. Those of studies out of the caller's reach are left
   * out.
   */
  readWaitingResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results',
    access: matchers,
    audit: 'results.listed',
    answer: z.array(waitingResultSchema),
  },
  /** How many results of the caller's locations, and refused messages, wait: numbers and times, without health data. */
  countWaitingResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results/count',
    access: matchers,
    audit: null,
    answer: waitingCountSchema,
  },
  /** How many results about a study are not matched yet, for those who publish its reports (decision 314). */
  countStudyResults: {
    ...bare,
    method: 'GET',
    path: '/api/v1/studies/:studyId/waiting-results',
    access: { ...staffAtStudy, roles: publisherRoles },
    audit: 'study.results-counted',
    params: studyPath,
    answer: studyResultsSchema,
  },
  /** The report of a result that waits, as a PDF. 409 `report-missing` for a cancellation; 422 `pdf-refused`. */
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
   * Accepts a result for a study, as if it had matched. `memberDetails` are those of the study's member that the person
   * confirmed; 409 `stale` if they are not. 409 `act-not-allowed` without a reason where the identities differ, and for
   * a result that no longer waits; 409 `already-cancelled`; 422 `pdf-refused`.
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
  /** Takes a result off the list without attaching it; it stays in the database. 409 `act-not-allowed` as above. */
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
  /** The refused messages of other systems that wait for a person, the oldest first. They have no health data. */
  readRefusedDeliveries: {
    ...bare,
    method: 'GET',
    path: '/api/v1/results/refused',
    access: matchers,
    audit: null,
    answer: z.array(refusedDeliverySchema),
  },
  /**
   * Takes a refused message off the list. 409 `act-not-allowed` if it was closed in another way, or if its sender has
   * sent it again since.
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
