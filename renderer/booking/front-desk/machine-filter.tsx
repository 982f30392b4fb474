import type { Location } from '#domain/locations/location.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { Button } from '../../kit/controls/button.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import type { TodayRow } from './today-rows.ts'

const words = frontDeskWords.board

type Props = {
  readonly location: Pick<Location, 'machines'>
  readonly rows: readonly TodayRow[]
  /** Null for all machines. */
  readonly chosen: MachineID | null
  readonly onChoose: (machineID: MachineID | null) => void
}

/** Filters the board by machine; shows nothing at a location with one machine. */
export function MachineFilter({ location, rows, chosen, onChoose }: Props) {
  if (location.machines.length < 2) return null
  const choices = [{ machineID: null, name: words.allMachines }, ...location.machines]
  return (
    <fieldset className="fd__machines">
      <legend className="w-visually-hidden">{words.machine}</legend>
      {choices.map(({ machineID, name }) => {
        const count = machineID === null ? rows.length : rows.filter((row) => row.machineID === machineID).length
        return (
          <Button
            key={machineID ?? 'all'}
            size="xsmall"
            aria-pressed={chosen === machineID}
            onPress={() => onChoose(machineID)}
          >
            {name} <span className="tabular">{count}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}
