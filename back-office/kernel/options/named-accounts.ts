/** How many accounts a list of the configuration may name: a few people, never a whole role. */
export const mostNamedAccounts = 5

/** Reads such a list of e-mail addresses, divided by commas; null where it names more than {@link mostNamedAccounts}, or what is no address. */
export const toNamedAccounts = (text: string | undefined): readonly string[] | null => {
  const addresses = (text ?? '')
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '')
  const isFine =
    addresses.length <= mostNamedAccounts && addresses.every((address) => /^[^@\s]+@[^@\s]+$/.test(address))
  return isFine ? addresses : null
}
