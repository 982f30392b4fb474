/** Returns whether the environment switches finance's adjustments on or off; undefined when it is not set. */
export const toReconciliation = (text: string | undefined): boolean | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim() === '1'
