import { describeAppointmentInFull } from '#domain/booking/booking-form.ts'
import type { Location } from '#domain/locations/location.ts'
import { packageName } from '#domain/study/package-name.ts'
import { Button } from '../../widgets/button.tsx'
import type { StandingAppointment } from './details-draft.ts'

type Props = {
  readonly mine: StandingAppointment
  readonly theirs: StandingAppointment
  readonly locations: readonly Location[]
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** Two desks moved one study: both places in words, and one key for either. Nothing is saved before one is pressed. */
export function DetailsConflict({ mine, theirs, locations, onMine, onTheirs }: Props) {
  return (
    <section className="sdc" role="alert" aria-labelledby="details-conflict-title">
      <h3 id="details-conflict-title" className="sdc__title">
        Another desk changed the appointment meanwhile
      </h3>
      <div className="sdc__sides">
        <div className="sdc__side">
          <p className="sdc__whose">Your choice</p>
          <p className="sdc__answer tabular">{describe(mine, locations)}</p>
          <Button size="small" onPress={onMine}>
            Keep mine
          </Button>
        </div>
        <div className="sdc__side">
          <p className="sdc__whose">As it stands now</p>
          <p className="sdc__answer tabular">{describe(theirs, locations)}</p>
          <Button size="small" onPress={onTheirs}>
            Take theirs
          </Button>
        </div>
      </div>
    </section>
  )
}

const describe = (place: StandingAppointment, locations: readonly Location[]): string => {
  const location = locations.find(({ locationID }) => locationID === place.locationID)
  if (location === undefined) return 'Another location'
  const machine = location.machines.find(({ machineID }) => machineID === place.machineID)
  const when = place.utcStart === null ? 'No time' : describeAppointmentInFull(place.utcStart, location.timezone)
  const scan = location.catalog.primary.find(({ skuID }) => skuID === place.skuID)
  const words = [
    when,
    location.address.name,
    machine?.name,
    scan === undefined ? '' : packageName(scan.skuID, location),
  ]
  return words.filter(Boolean).join(', ')
}
