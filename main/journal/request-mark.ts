import { createHash } from 'node:crypto'

const prefix = 'sha256:'

/**
 * What a journal keeps of a request when its call is over: rows stay for good, and what the request says of a person's health must
 * not. A mark stays as it is.
 */
export const toMark = (request: string): string =>
  request.startsWith(prefix) ? request : `${prefix}${createHash('sha256').update(request).digest('hex')}`

/** Whether a row was written for this very request, whether or not it still has it in words. */
export const isRequestOf = (row: { readonly request: string }, request: string): boolean =>
  row.request === request || row.request === toMark(request)
