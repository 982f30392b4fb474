import { MapPin } from 'lucide-react'
import { useStore } from 'zustand'
import { formatTime } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton } from '../kit/controls/skeleton.tsx'
import { chosenLocation } from '../locations/locations-store.ts'
import { canOpenLocation } from '../locations/no-location.tsx'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameWords } from './frame-words.ts'

type Props = { user: StaffUser; stores: Pick<AppStores, 'locations' | 'clock'> }

/** Lets the user choose the location to work at, and shows that location's clock. */
export function LocationSwitcher({ user, stores }: Props) {
  const state = useStore(stores.locations)
  const { catalogue } = state
  switch (catalogue.kind) {
    case 'idle':
    case 'loading':
      return <Skeleton shape="block" width="16rem" height="32px" />
    case 'failed':
      return (
        <Button size="small" tone="danger" onPress={() => void state.load()} tooltip={catalogue.failure.message}>
          {frameWords.location.notLoaded}
        </Button>
      )
    case 'ready': {
      const location = chosenLocation(state)
      if (location === undefined) {
        return canOpenLocation(user) ? (
          <LinkButton size="small" href={paths.administration('locations')} icon={<MapPin aria-hidden="true" />}>
            {frameWords.location.openFirst}
          </LinkButton>
        ) : (
          <span className="s-location__none">{frameWords.location.none}</span>
        )
      }
      return (
        <div className="s-location">
          <ComboBox
            label={frameWords.location.label}
            isLabelHidden
            size="small"
            icon={<MapPin aria-hidden="true" size={16} />}
            className="s-location__choice"
            options={catalogue.value.locations.map((choice) => ({
              value: choice.locationID,
              label: choice.address.name,
              description: `${choice.address.state}, ${choice.address.country}`,
            }))}
            value={location.locationID}
            onChange={(value) => {
              const wanted = catalogue.value.locations.find((choice) => choice.locationID === value)
              if (wanted !== undefined) state.choose(wanted.locationID)
            }}
            emptyText={frameWords.location.noMatch}
          />
          <LocationTime location={location} clock={stores.clock} />
        </div>
      )
    }
  }
}

function LocationTime({ location, clock }: { location: Location } & Pick<AppStores, 'clock'>) {
  const minute = useStore(clock, (state) => state.minute)
  const wall = toWallTime(minute, location.timezone)
  return (
    <time
      className="s-location__time tabular"
      dateTime={minute}
      title={frameWords.location.timeIn(location.address.name)}
    >
      {formatTime(wall.time)} {wall.abbreviation}
    </time>
  )
}
