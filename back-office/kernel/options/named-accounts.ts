/** The maximum number of accounts in a list of the configuration: a few people, never a whole role. */
export const maxNamedAccounts = 5

/**
 * Parses a list of email addresses, separated by commas; null when it has more than {@link maxNamedAccounts} or an
 * invalid address.
 */
export const toNamedAccounts = (text: string | undefined): readonly string[] | null => {
  const addresses = (text ?? '')
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '')
  const isFine = addresses.length <= maxNamedAccounts && addresses.every((address) => /^[^@\s]+@[^@\s]+$/.test(address))
  return isFine ? addresses : null
}
