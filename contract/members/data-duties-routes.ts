import { z } from 'zod'
import { erasureSchema } from '#domain/members/erasure.ts'
import { legalHoldIDSchema, legalHoldSchema } from '#domain/members/legal-hold.ts'
import { retentionPeriodSchema } from '#domain/members/retention.ts'
import { administrators, bare, memberPath, type Route } from '../route.ts'
import {
  dataDutiesSchema,
  eraseFields,
  liftHoldFields,
  memberDutiesSchema,
  placeHoldFields,
  retentionFields,
} from './data-duties-fields.ts'

/** Legal holds and erasures of members, for administrators. */
export const dataDutiesRoutes = {
  readDataDuties: {
    ...bare,
    method: 'GET',
    path: '/api/v1/data-duties',
    access: administrators,
    audit: 'data-duties.viewed',
    answer: dataDutiesSchema,
  },
  /** 404 for an unknown member. */
  readMemberDuties: {
    ...bare,
    method: 'GET',
    path: '/api/v1/data-duties/members/:id',
    access: administrators,
    audit: 'data-duties.member-viewed',
    params: memberPath,
    answer: memberDutiesSchema,
  },
  /** 409 `act-not-allowed` for an erased member, and for a name that another hold of the member already has. */
  placeLegalHold: {
    ...bare,
    method: 'POST',
    path: '/api/v1/data-duties/members/:id/holds',
    access: administrators,
    idempotent: true,
    audit: 'legal-hold.added',
    params: memberPath,
    body: z.strictObject(placeHoldFields),
    answer: legalHoldSchema,
  },
  /** 400 with field `name` if the name is not the hold's; 409 `act-not-allowed` if the hold is already lifted. */
  liftLegalHold: {
    ...bare,
    method: 'POST',
    path: '/api/v1/data-duties/holds/:holdID/lift',
    access: administrators,
    idempotent: true,
    audit: 'legal-hold.withdrawn',
    params: z.object({ holdID: legalHoldIDSchema }),
    body: z.strictObject(liftHoldFields),
    answer: legalHoldSchema,
  },
  /**
   * Replaces everything that identifies the member, and all medical content, with a tombstone (decision 338). 409
   * `act-not-allowed` with the obstacle and what to do about it; 409 `stale` if the member has changed in the meantime.
   */
  eraseMember: {
    ...bare,
    method: 'POST',
    path: '/api/v1/data-duties/members/:id/erase',
    access: administrators,
    idempotent: true,
    audit: 'member.erased',
    params: memberPath,
    body: z.strictObject(eraseFields),
    answer: erasureSchema,
  },
  /** 400 with field `days` or `place`; 409 `stale`. */
  changeRetentionPeriod: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/data-duties/retention',
    access: administrators,
    audit: 'settings.retention-changed',
    body: z.strictObject(retentionFields),
    answer: retentionPeriodSchema,
  },
} as const satisfies Record<string, Route>
