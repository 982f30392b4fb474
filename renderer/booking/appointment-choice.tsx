import type { ReactNode } from 'react'
import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Location } from '#domain/locations/location.ts'
import { countryNamesIn } from '#domain/members/country.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { type LocationID, type SkuID, skuIDSchema } from '#domain/values/location-id.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { Countdown } from '../kit/countdown.tsx'
import { AddonChoice, TotalWithAddons } from './addon-choice.tsx'
import type { HoldState, HoldStore } from './calendar/hold-store.ts'
import { useLanguage } from './text-language.ts'
import './appointment-choice.css'
import { useBookingWords } from './member-booking-words.ts'

type PlaceProps = {
  readonly locations: readonly Location[]
  readonly location: Location
  readonly skuID: SkuID | null
  readonly purpose: 'assisted' | 'self-service'
  readonly onLocation: (location: Location) => void
  readonly onScanType: (skuID: SkuID) => void
  /** Why the location cannot be changed; null when it can. */
  readonly locationLockedReason?: string | null
  readonly lockedReason?: string | null
  /** The chosen add-ons, where they can be chosen. */
  readonly addons?: { readonly chosen: readonly SkuID[]; readonly onChange: (chosen: SkuID[]) => void }
}

/**
 * Shows the choice of location and scan type, with the price at that location (booking spec §2 Appointment scheduling).
 */
export function PlaceChoice(props: PlaceProps) {
  const { locations, location, skuID } = props
  const language = useLanguage()
  const { appointment: words } = useBookingWords()
  // A withdrawn scan type is listed only for a booking that already has it.
  const chosen = location.catalog.primary.filter((sold) => sold.skuID === skuID && sold.withdrawn === true)
  const scans = [...decideSoldScans(location, props.purpose), ...chosen]
  const scan = scans.find((sold) => sold.skuID === skuID)
  return (
    <div className="ac">
      <ComboBox
        label={words.location}
        isRequired
        options={locations.map((each) => ({
          value: each.locationID,
          label: each.address.name,
          description: [each.address.state, countryIn(each.address.country, language)]
            .filter((part) => part !== '')
            .join(', '),
        }))}
        value={location.locationID}
        onChange={(value) => {
          const chosen = locations.find((each) => each.locationID === (value as LocationID | null))
          if (chosen !== undefined) props.onLocation(chosen)
        }}
        disabledReason={props.locationLockedReason ?? props.lockedReason ?? null}
      />
      <SelectField
        label={words.scanType}
        isRequired
        placeholder={words.chooseScanType}
        options={scans.map((sold) => ({
          value: String(sold.skuID),
          label: sold.name,
          description: priceOf(sold.price, location, language),
        }))}
        value={scan === undefined ? null : String(skuID)}
        onChange={(value) => props.onScanType(skuIDSchema.parse(Number(value)))}
        disabledReason={props.lockedReason ?? null}
      />
      {scan === undefined ? null : (
        <p className="ac__price">
          <span>{words.price}</span>
          <span className="money">{priceOf(scan.price, location, language)}</span>
        </p>
      )}
      {props.addons === undefined ? null : (
        <AddonChoice {...props.addons} location={location} lockedReason={props.lockedReason ?? null} />
      )}
      {props.addons === undefined || scan === undefined ? null : (
        <TotalWithAddons location={location} price={scan.price} chosen={props.addons.chosen} />
      )}
      {location.referralRequired ? <p className="ac__note">{words.needsReferral(location.address.name)}</p> : null}
    </div>
  )
}

const priceOf = (price: number, location: Location, language: TextLanguage): string =>
  formatsIn(language).amount(price, location.currency.currency)

/** Returns the name of a country in a language; a country outside the list keeps its name. */
const countryIn = (country: string, language: TextLanguage): string =>
  Object.entries(countryNamesIn(language)).find(([name]) => name === country)?.[1] ?? country

type TimeProps = {
  readonly state: HoldState
  readonly hold: HoldStore
  readonly location: Location
  readonly clock: ClockStore
  /**
   * The name of the time's holder, as other workstations show it; null on a member's own page, which names neither a
   * holder nor a machine.
   */
  readonly owner: string | null
  /** Shown while no time is chosen. */
  readonly empty: ReactNode
  /** A time that an administrator books although another study has it. Such a time has no hold. */
  readonly overridden?: Instant | null
  /** Whether the time can be given up here. Default true. */
  readonly isReleasable?: boolean
}

/** Shows the chosen time with its hold: the holder and the time until the hold expires. */
export function TimeChoice({ state, hold, location, clock, owner, empty, overridden, isReleasable = true }: TimeProps) {
  const zone = location.timezone
  const { appointment: words } = useBookingWords()
  const { weekdayAndInstant } = formatsIn(useLanguage())
  if (state.kind === 'none' && overridden != null) {
    return (
      <div className="ac__when ac__when--override">
        <p className="ac__time">{weekdayAndInstant(overridden, zone)}</p>
        <p className="ac__hold">{words.overridesAnother}</p>
      </div>
    )
  }
  if (state.kind === 'none' || state.kind === 'releasing') return <div className="ac__when ac__when--none">{empty}</div>
  if (state.kind === 'asking') {
    return (
      <div className="ac__when">
        <p className="ac__time">{weekdayAndInstant(state.chosen.utcStart, zone)}</p>
        <p className="ac__hold">{owner === null ? words.askingMember : words.asking}</p>
      </div>
    )
  }
  const machine = location.machines.find((each) => each.machineID === state.hold.machineID)
  return (
    <div className="ac__when ac__when--held">
      <p className="ac__time">{weekdayAndInstant(state.chosen.utcStart, zone)}</p>
      <p className="ac__hold">
        {owner === null ? words.heldForMember : words.heldBy(machine?.name ?? state.hold.machineID, owner)}{' '}
        <strong>
          <Countdown until={state.hold.expiresAt} clock={clock} />
        </strong>{' '}
        {words.left}
      </p>
      {isReleasable ? (
        <Button size="micro" onPress={() => void hold.getState().clear()}>
          {owner === null ? words.chooseAnother : words.release}
        </Button>
      ) : null}
    </div>
  )
}
