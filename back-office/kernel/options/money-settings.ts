/** Whether the environment switches finance's adjustments on or off; undefined where it says nothing. */
export const toReconciliation = (text: string | undefined): boolean | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim() === '1'
