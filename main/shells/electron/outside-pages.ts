/** Longer ones are no link of ours, and not every system takes them. */
const longestAddress = 2000

/**
 * The one site outside that the app leads to: the CRM's own pages, where the workstation is told of them as its back office is.
 * Null where nothing is given, or no `https://` address.
 */
export const parseOutsideOrigin = (crmUrl: string | undefined): string | null => {
  const text = crmUrl?.trim() ?? ''
  if (!URL.canParse(text)) return null
  const { protocol, origin, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? origin : null
}

/** Whether an address may be handed to the operating system's browser: one of that site, and nothing that only looks like it. */
export const isOutsideAddress = (outsideOrigin: string | null, address: string): boolean => {
  if (outsideOrigin === null || address.length > longestAddress || !URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return protocol === 'https:' && origin === outsideOrigin && username === '' && password === ''
}
