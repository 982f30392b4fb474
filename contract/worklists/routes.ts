import { z } from 'zod'
import { worklistRoles } from '#domain/worklists/worklist.ts'
import { worklistCountsSchema, worklistViewSchema } from '#domain/worklists/worklist-row.ts'
import { bare, type Route } from '../route.ts'
import { ofWorklist, rowsField, worklistFilterFields } from './fields.ts'

/** The worklists of the roles (decision 271). */
export const worklistsRoutes = {
  /**
   * Returns the first rows of a list that match the filter, at the caller's locations, in the order of the list. The
   * route is a `POST`, so that no URL contains a member's name. 403 `insufficient-permissions` for the list of another
   * role.
   */
  readWorklist: {
    ...bare,
    method: 'POST',
    path: '/api/v1/worklists/:list',
    access: { session: 'staff', location: 'locationID', roles: worklistRoles },
    audit: 'worklist.viewed',
    params: z.object(ofWorklist),
    body: z.strictObject({ ...worklistFilterFields, rows: rowsField.optional() }),
    answer: worklistViewSchema,
  },
  /** Returns the counts of every list of the caller's roles at all the caller's locations, without health data. */
  countWorklists: {
    ...bare,
    method: 'GET',
    path: '/api/v1/worklists',
    access: { session: 'staff', location: 'none', roles: worklistRoles },
    audit: null,
    answer: worklistCountsSchema,
  },
} as const satisfies Record<string, Route>
