import { formatMoney } from '#domain/format/format-money.ts'
import { type Addon, decideAddons, totalWithAddons } from '#domain/locations/addon.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import './addon-choice.css'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.addons

type Props = {
  readonly location: Pick<Location, 'catalog' | 'currency'>
  readonly chosen: readonly SkuID[]
  readonly onChange: (chosen: SkuID[]) => void
  /** Why the add-ons cannot be changed; null when they can. */
  readonly lockedReason: string | null
}

/** Shows the add-ons that a location sells, with their prices (booking spec §3 catalog); nothing where it sells none. */
export function AddonChoice({ location, chosen, onChange, lockedReason }: Props) {
  const { catalog, currency } = location
  if (catalog.addons.length === 0) return null
  const toggle = ({ skuID }: Addon, isIn: boolean): void =>
    onChange(isIn ? [...chosen, skuID] : chosen.filter((each) => each !== skuID))
  return (
    <fieldset className="ad">
      <legend className="ad__legend">{words.legend}</legend>
      {catalog.addons.map((addon) => (
        <div key={addon.skuID} className="ad__line">
          <Checkbox
            isSelected={chosen.includes(addon.skuID)}
            onChange={(isIn) => toggle(addon, isIn)}
            disabledReason={lockedReason}
          >
            {addon.name}
          </Checkbox>
          <span className="money">{formatMoney(roundToMoney(addon.price), currency.currency)}</span>
        </div>
      ))}
    </fieldset>
  )
}

/** Shows the total of the scan and the chosen add-ons; nothing without an add-on. */
export function TotalWithAddons({
  location,
  price,
  chosen,
}: Pick<Props, 'location' | 'chosen'> & { readonly price: number }) {
  const { addons } = decideAddons(location, chosen)
  if (addons.length === 0) return null
  return (
    <p className="ac__price ad__total">
      <span>{words.total}</span>
      <span className="money">{formatMoney(totalWithAddons(price, addons), location.currency.currency)}</span>
    </p>
  )
}
