import type { Location } from '../locations/location.ts'

/** Whether a location's images can be requested (study spec §7: USA locations only), by the names its country goes by. */
export const canRequestImages = ({ address }: { readonly address: Pick<Location['address'], 'country'> }): boolean =>
  /^(?:us|usa|united states(?: of america)?)$/i.test(address.country.trim())
