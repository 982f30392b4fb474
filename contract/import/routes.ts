import { z } from 'zod'
import { importProgressSchema, importReportSchema } from '#domain/import/import-report.ts'
import { bare, type Route, type RouteAccess } from '../route.ts'
import { importBodyBytes, importFields } from './fields.ts'

const administrator: RouteAccess = { session: 'staff', roles: ['admin'], location: 'none' }

const importPath = z.object({ importID: z.string().regex(/^[A-Za-z0-9-]{8,80}$/) })

/** The import of files (decisions section 6). */
export const importRoutes = {
  /**
   * Checks a CSV or JSON file and stores all records of the file, unless the call is a dry run or a row is refused.
   * Records that were imported earlier stay unchanged. 400 for a file that cannot be read; 403 for an administrator of
   * only some locations; 409 `stale`, without storing anything, if the data has changed in the meantime.
   */
  importFile: {
    ...bare,
    method: 'POST',
    path: '/api/v1/import/:importID',
    access: administrator,
    idempotent: 'outside',
    audit: 'import.run',
    bodyBytes: importBodyBytes,
    params: importPath,
    body: z.strictObject(importFields),
    answer: importReportSchema,
  },
  /** The progress of an import on this server; `waiting` until the import reports progress, and for an unknown id. */
  readImportProgress: {
    ...bare,
    method: 'GET',
    path: '/api/v1/import/:importID/progress',
    access: administrator,
    audit: null,
    params: importPath,
    answer: importProgressSchema,
  },
} as const satisfies Record<string, Route>
