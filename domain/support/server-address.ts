const addressPattern =
  /^(?<scheme>https?):\/\/(?:[^/?#]*@)?(?<host>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?<port>:\d{1,5})?(?=[/?#]|$)/i

/** Matches what {@link toShownAddress} returns. */
export const shownAddressPattern = /^https?:\/\/(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * Returns a server's address without credentials, path and query, such as `https://atrium.clinic.example:8443`; null if
 * it is not an address of http or https.
 */
export const toShownAddress = (url: string): string | null => {
  const { scheme, host, port = '' } = addressPattern.exec(url.trim())?.groups ?? {}
  return scheme === undefined || host === undefined ? null : `${scheme}://${host}${port}`.toLowerCase()
}
