/** E-mail addresses of who may use open-type promos in production: named people, five at most (booking spec §5). */
export const mostOpenPromoUsers = 5

/** Reads such a list, divided by commas; null where it names more than {@link mostOpenPromoUsers}, or what is no address. */
export const toOpenPromoUsers = (text: string | undefined): readonly string[] | null => {
  const addresses = (text ?? '')
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '')
  const isFine =
    addresses.length <= mostOpenPromoUsers && addresses.every((address) => /^[^@\s]+@[^@\s]+$/.test(address))
  return isFine ? addresses : null
}

/** Whether the environment switches finance's adjustments on or off; undefined where it says nothing. */
export const toReconciliation = (text: string | undefined): boolean | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim() === '1'
