import { Search } from 'lucide-react'
import type { Location } from '#domain/locations/location.ts'
import { type BoardFilter, boardFilters, showsOnBoard } from '#domain/study/board-filter.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { Button } from '../../kit/controls/button.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { MachineFilter } from './machine-filter.tsx'
import { describeDay, findRows, type TodayRow } from './today-rows.ts'

const words = frontDeskWords.filter

/** What the user looks for on the board. */
type BoardView = {
  /** Null for all machines. */
  readonly machineID: MachineID | null
  /** A row must match every filter. */
  readonly filters: readonly BoardFilter[]
  /** The typed text. It must match the row's member or study. */
  readonly text: string
}

export const wholeBoard: BoardView = { machineID: null, filters: [], text: '' }

/** Returns the rows that the view shows. A machine that the location no longer has is ignored. */
export const rowsInView = (
  rows: readonly TodayRow[],
  { machineID, filters, text }: BoardView,
  { machines }: Pick<Location, 'machines'>,
): readonly TodayRow[] => {
  const isKnown = machines.some((machine) => machine.machineID === machineID)
  const onMachine = isKnown ? rows.filter((row) => row.machineID === machineID) : rows
  const found = findRows(onMachine, text)
  return found.filter(({ study }) => filters.every((filter) => showsOnBoard(study, filter)))
}

type BoardFilterBarProps = {
  readonly location: Location
  readonly rows: readonly TodayRow[]
  /** The rows that match the view. */
  readonly found: readonly TodayRow[]
  readonly view: BoardView
  readonly onChange: (view: BoardView) => void
}

/** Filters the board by machine, by the state of the study, and by member. Each choice shows its number of rows. */
export function BoardFilterBar({ location, rows, found, view, onChange }: BoardFilterBarProps) {
  const isFiltered = view.filters.length > 0 || view.text !== '' || view.machineID !== null
  const here = rowsInView(rows, { ...view, filters: [] }, location)
  return (
    <div className="fd__bar">
      <MachineFilter
        location={location}
        rows={rows}
        chosen={view.machineID}
        onChoose={(machineID) => onChange({ ...view, machineID })}
      />
      <fieldset className="fd__machines">
        <legend className="w-visually-hidden">{words.legend}</legend>
        {boardFilters.map((filter) => {
          const isOn = view.filters.includes(filter)
          const count = here.filter(({ study }) => showsOnBoard(study, filter)).length
          return (
            <Button
              key={filter}
              size="xsmall"
              aria-pressed={isOn}
              onPress={() =>
                onChange({
                  ...view,
                  filters: isOn ? view.filters.filter((each) => each !== filter) : [...view.filters, filter],
                })
              }
            >
              {words.names[filter]} <span className="tabular">{count}</span>
            </Button>
          )
        })}
      </fieldset>
      <TextField
        className="fd__find"
        label={words.find}
        isLabelHidden
        size="small"
        type="search"
        icon={<Search aria-hidden="true" size={16} />}
        placeholder={words.find}
        value={view.text}
        onChange={(text) => onChange({ ...view, text })}
        onClear={() => onChange({ ...view, text: '' })}
      />
      <p className="fd__date fd__counts tabular" role="status">
        {isFiltered ? words.shown(found.length, rows.length) : describeDay(rows)}
      </p>
      {isFiltered ? (
        <Button size="xsmall" variant="plain" onPress={() => onChange(wholeBoard)}>
          {words.showAll}
        </Button>
      ) : null}
    </div>
  )
}
