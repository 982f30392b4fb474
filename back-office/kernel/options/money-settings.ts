/** Returns whether the variable's text switches finance's adjustments on: only `1` does; undefined without a text. */
export const toReconciliation = (text: string | undefined): boolean | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim() === '1'
