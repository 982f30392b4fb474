/**
 * Returns whether the text of `ATRIUM_RECONCILIATION` turns finance's adjustments on: only `1` does; undefined without
 * a text.
 */
export const toReconciliation = (text: string | undefined): boolean | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim() === '1'
