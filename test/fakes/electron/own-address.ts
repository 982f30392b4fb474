/**
 * Chromium without Electron does not support the scheme `app:`, so the stand-in shows the app's pages at an https
 * origin. Requests to this origin never leave the machine: the handler that the product registered for `app:` answers
 * them.
 */
export const STAND_IN_ORIGIN = 'https://atrium.invalid'

/** Returns the address that the product would see in Electron, for an address in Chromium. */
export const toAppAddress = (address: string): string =>
  address === STAND_IN_ORIGIN || address.startsWith(`${STAND_IN_ORIGIN}/`)
    ? `app://atrium${address.slice(STAND_IN_ORIGIN.length)}`
    : address

/** Returns the address at which Chromium shows a page of the product. */
export const toShownAddress = (address: string): string =>
  address.startsWith('app://atrium') ? `${STAND_IN_ORIGIN}${address.slice('app://atrium'.length)}` : address

/** Returns the address that the product would see for a file that a page made in memory. */
export const toAppBlobAddress = (address: string): string =>
  address.startsWith('blob:') ? `blob:${toAppAddress(address.slice('blob:'.length))}` : toAppAddress(address)
