import type { WebContents, WindowOpenHandlerResponse } from 'electron'

/** None of Atrium's links is longer, and not every system accepts longer URLs. */
const maxAddressChars = 2000

/**
 * Parses the origin of the one outside site that the app links to: the CRM's own pages, from the same setting that the
 * back office reads. Returns null when it is absent, not an `https://` URL, or contains a user name or password.
 */
export const parseOutsideOrigin = (crmUrl: string | undefined): string | null => {
  const text = crmUrl?.trim() ?? ''
  if (!URL.canParse(text)) return null
  const { protocol, origin, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? origin : null
}

/** The path of an opportunity's page, the only page of the CRM that the app links to. The site may be in a folder. */
const opportunityPath = /^(?:\/[\w-]+)*\/lightning\/r\/Opportunity\/[A-Za-z0-9]{1,40}\/view$/

/**
 * Returns whether a URL may be opened in the operating system's browser: only an opportunity's page on that site. Any
 * other page of the site could act for the person who is signed in there.
 */
const isOutsideAddress = (outsideOrigin: string | null, address: string): boolean => {
  if (outsideOrigin === null || address.length > maxAddressChars || !URL.canParse(address)) return false
  const { protocol, origin, username, password, pathname, search, hash } = new URL(address)
  const isOfSite = protocol === 'https:' && origin === outsideOrigin && username === '' && password === ''
  return isOfSite && opportunityPath.test(pathname) && search === '' && hash === '' && !/[?#]$/.test(address)
}

/**
 * A call or a text message to one number in its international form. Other addresses of these schemes, such as a text
 * message with a body, are not opened.
 */
const phoneAddress = /^(?:tel:\+\d{7,15}(?:;ext=\d{1,7})?|sms:\+\d{7,15})$/

/**
 * Creates the rule for an address that a page opens in another window. A window of the app may open the outside site in
 * the system's browser, and a phone number in the system's program for calls. `decideOnOpen` decides on everything
 * else.
 */
export const createOpenRule =
  (parts: {
    readonly outsideOrigin: string | null
    readonly isOwnWindow: (contents: WebContents) => boolean
    readonly openOutside: (address: string) => void
    readonly decideOnOpen: (contents: WebContents, address: string) => WindowOpenHandlerResponse
  }) =>
  (contents: WebContents, address: string): WindowOpenHandlerResponse => {
    if (!parts.isOwnWindow(contents)) return parts.decideOnOpen(contents, address)
    if (!phoneAddress.test(address) && !isOutsideAddress(parts.outsideOrigin, address)) {
      return parts.decideOnOpen(contents, address)
    }
    parts.openOutside(new URL(address).href)
    return { action: 'deny' }
  }
