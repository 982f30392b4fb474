import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type AssignmentFilter, assignmentFilters, type Worklist } from '#domain/worklists/worklist.ts'
import { hidesRows, noWorklistFilter, type WorklistFilter } from '#domain/worklists/worklist-filter.ts'
import { tasksOf, type WorklistTask } from '#domain/worklists/worklist-task.ts'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import { worklistWords } from './worklist-words.ts'

const words = worklistWords.filters
const every = 'all'

type Props = {
  readonly list: Worklist
  readonly filter: WorklistFilter
  readonly stores: WithLocations
  readonly onChange: (filter: WorklistFilter) => void
  /** How many rows the filters show. */
  readonly children: ReactNode
}

/**
 * Shows the filters of a worklist. Omits a filter that has only one choice, such as the kind of work on a list
 * with one kind.
 */
export function WorklistFilters({ list, filter, stores, onChange, children }: Props) {
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const choose = (change: Partial<WorklistFilter>): void => onChange({ ...filter, ...change })
  return (
    <fieldset className="wl__filters" aria-label={words.label}>
      {locations.length < 2 && filter.locationID === null ? null : (
        <SelectField
          label={words.location}
          value={filter.locationID ?? every}
          options={[
            { value: every, label: words.allLocations },
            ...locations.map(({ locationID, address }) => ({ value: locationID as string, label: address.name })),
          ]}
          onChange={(value) => choose({ locationID: value === every ? null : (value as LocationID) })}
        />
      )}
      {tasksOf[list].length < 2 ? null : (
        <SelectField
          label={words.task}
          value={filter.task ?? every}
          options={[
            { value: every, label: words.allTasks },
            ...tasksOf[list].map((task) => ({ value: task as string, label: worklistWords.tasks[task] })),
          ]}
          onChange={(value) => choose({ task: value === every ? null : (value as WorklistTask) })}
        />
      )}
      {list === 'reading' ? (
        <RadioGroup<AssignmentFilter>
          label={words.assigned}
          variant="segmented"
          value={filter.assigned}
          options={assignmentFilters.map((value) => ({ value, label: words.choices[value] }))}
          onChange={(assigned) => choose({ assigned })}
        />
      ) : null}
      <MemberText value={filter.member} onChange={(member) => choose({ member })} />
      <div className="wl__days">
        <DatePicker
          label={words.scanFrom}
          value={filter.scanFrom}
          onChange={(day) => choose({ scanFrom: day as PlainDate | null })}
        />
        <DatePicker
          label={words.scanTo}
          value={filter.scanTo}
          onChange={(day) => choose({ scanTo: day as PlainDate | null })}
        />
      </div>
      <div className="wl__late">
        <Checkbox isSelected={filter.lateOnly} onChange={(lateOnly) => choose({ lateOnly })}>
          {words.lateOnly}
        </Checkbox>
        {hidesRows(filter) ? (
          <Button size="small" onPress={() => onChange(noWorklistFilter)}>
            {words.clear}
          </Button>
        ) : null}
      </div>
      {children}
    </fieldset>
  )
}

/** Milliseconds after the last key until the typed text filters the list. */
const typingMs = 300

type TextProps = { readonly value: string; readonly onChange: (text: string) => void }

/** Shows the field that filters by member: name or birth date. */
function MemberText({ value, onChange }: TextProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useRef(onChange)
  send.current = onChange
  // Another control has changed the filter, for example Show all.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      send.current(text)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      type="search"
      label={words.member}
      placeholder={words.memberHint}
      icon={<Search aria-hidden="true" size={16} />}
      maxLength={100}
      value={text}
      onChange={setText}
      onClear={() => setText('')}
    />
  )
}
