import { createHash } from 'node:crypto'

const prefix = 'sha256:'

/**
 * Returns the form in which a journal keeps a request after its call has ended. Rows are never deleted, but health data
 * in the request must not be kept. A mark is returned unchanged.
 */
export const toMark = (request: string): string =>
  request.startsWith(prefix) ? request : `${prefix}${createHash('sha256').update(request).digest('hex')}`

/** Returns whether a row was written for this request, even if the row has only its mark left. */
export const isRequestOf = (row: { readonly request: string }, request: string): boolean =>
  row.request === request || row.request === toMark(request)
