import { Clock } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import type { StudyID } from '#domain/booking/study-id.ts'
import { lastBookableDate } from '#domain/booking/week-tabs.ts'
import type { Bridge } from '#domain/contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { machineIDSchema, type SkuID } from '#domain/locations/location-id.ts'
import { formatTime } from '#domain/time/format-time.ts'
import { parseInstant } from '#domain/time/instant.ts'
import { manualTimeChoices, today as todayAt, toWallTime } from '#domain/time/location-clock.ts'
import { parsePlainDate } from '#domain/time/plain-date.ts'
import type { ClockStore } from '../stores/clock-store.ts'
import { Button } from '../widgets/button.tsx'
import { ComboBox } from '../widgets/combo-box.tsx'
import { DatePicker } from '../widgets/date-picker.tsx'
import { SelectField } from '../widgets/select-field.tsx'
import { TextField } from '../widgets/text-field.tsx'
import type { ManualTime } from './booking-draft.ts'
import { chosenTime, type HoldStore, isSameTime } from './hold-store.ts'
import { InTheWay } from './in-the-way.tsx'
import './manual-time.css'

export type ManualTimeProps = {
  readonly location: Location
  readonly skuID: SkuID
  readonly hold: HoldStore
  /** For saying what stands in the way of a time that was refused. */
  readonly readDay: Bridge['booking']['readDay']
  readonly movingStudyID?: StudyID | undefined
  readonly clock: ClockStore
  readonly manual: ManualTime
  readonly onChange: (manual: ManualTime) => void
  /** Only an administrator may book over another study (decisions §5). */
  readonly mayOverride: boolean
  readonly overrideReason: string
  readonly onOverrideReason: (reason: string) => void
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Add a Manual Time: a date, a time every 5 minutes, and a machine (booking spec §2, §5: all three are required). */
export function ManualTimePanel(props: ManualTimeProps) {
  const { location, skuID, hold, readDay, clock, manual, onChange, isOpen, onOpenChange } = props
  return (
    <div className="mt">
      <Button
        size="small"
        variant="plain"
        icon={<Clock aria-hidden="true" />}
        aria-pressed={isOpen}
        onPress={() => onOpenChange(!isOpen)}
      >
        Add a Manual Time
      </Button>
      {isOpen ? (
        <ManualFields
          key={location.locationID}
          movingStudyID={props.movingStudyID}
          {...{ location, skuID, hold, readDay, clock, manual, onChange }}
          mayOverride={props.mayOverride}
          overrideReason={props.overrideReason}
          onOverrideReason={props.onOverrideReason}
        />
      ) : null}
    </div>
  )
}

function ManualFields(props: Omit<ManualTimeProps, 'isOpen' | 'onOpenChange'>) {
  const { location, skuID, hold, readDay, clock, manual, onChange } = props
  const minute = useStore(clock, (state) => state.minute)
  const notice = useStore(hold, (state) => state.notice)
  const state = useStore(hold, (holdStore) => holdStore.state)
  const [isAsked, setIsAsked] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const today = todayAt(minute, location.timezone)
  const times = useMemo(() => {
    if (manual.date === null) return []
    return manualTimeChoices(manual.date, location.timezone)
      .filter((choice) => choice.instant > minute)
      .map((choice) => ({
        value: choice.instant,
        label: choice.offsetNote === undefined ? choice.label : `${choice.label} ${choice.offsetNote}`,
      }))
  }, [manual.date, location.timezone, minute])
  const machines = location.machines.map((machine) => {
    const isAble = machine.availableSKUs.includes(skuID)
    return {
      value: machine.machineID,
      label: machine.name,
      isDisabled: !isAble,
      ...(isAble ? {} : { description: 'Does not do this scan' }),
    }
  })
  const { date, utcStart, machineID } = manual
  const chosen =
    utcStart === null || machineID === null
      ? null
      : {
          locationID: location.locationID,
          skuID,
          utcStart,
          candidates: [machineID],
          slotSelectionType: 'manual' as const,
        }
  const isHeld = chosen !== null && isSameTime(chosenTime({ state }), chosen)
  const isTaken = chosen !== null && notice?.kind === 'slot-taken' && isSameTime(notice.wanted, chosen)
  const need = (isThere: boolean): string | undefined => (isAsked && !isThere ? 'This field is required' : undefined)
  const ask = (): void => {
    setIsAsked(true)
    if (chosen !== null) {
      hold.getState().choose(chosen)
      return
    }
    // The first field to mend gets the focus: the day's first box, the time, or the machine's button.
    const missing = date === null ? '[role=spinbutton]' : utcStart === null ? '[role=combobox]' : '.w-select'
    fields.current?.querySelector<HTMLElement>(missing)?.focus()
  }
  return (
    <div className="mt__fields" ref={fields}>
      <DatePicker
        label="Date"
        isRequired
        value={date}
        minValue={today}
        maxValue={lastBookableDate(today)}
        onChange={(value) => onChange({ ...manual, date: parsePlainDate(value) ?? null, utcStart: null })}
        errorMessage={need(date !== null)}
      />
      <ComboBox
        label="Time"
        isRequired
        options={times}
        value={utcStart}
        placeholder="Select"
        emptyText={date === null ? 'Choose the date first' : 'No such time on this day'}
        onChange={(value) => onChange({ ...manual, utcStart: parseInstant(value) ?? null })}
        errorMessage={need(utcStart !== null)}
        description={describeHours(location, manual)}
      />
      <SelectField
        label="Machine"
        isRequired
        options={machines}
        value={machineID}
        onChange={(value) => onChange({ ...manual, machineID: machineIDSchema.parse(value) })}
        errorMessage={need(machineID !== null)}
      />
      <Button
        className="mt__hold"
        onPress={ask}
        isPending={isHeld && state.kind === 'asking'}
        disabledReason={isHeld ? 'You hold this time already.' : null}
      >
        Hold this time
      </Button>
      {isTaken ? (
        <InTheWay
          location={location}
          chosen={chosen}
          readDay={readDay}
          clock={clock}
          movingStudyID={props.movingStudyID}
        />
      ) : null}
      {props.mayOverride && (isTaken || props.overrideReason !== '') ? (
        <TextField
          className="mt__override"
          label="Reason for booking over it"
          description="Another appointment or hold is in the way. As an administrator you may book over it; the reason is logged."
          value={props.overrideReason}
          onChange={props.onOverrideReason}
          maxLength={500}
        />
      ) : null}
    </div>
  )
}

/** The opening hours of the chosen day, and whether the chosen time lies outside of them. */
const describeHours = (location: Location, { date, utcStart }: ManualTime): string | undefined => {
  if (date === null) return undefined
  const hours = openingHoursOn(location, date)
  if (hours === undefined) return `${location.address.name} is closed on this day`
  const words = `open ${formatTime(hours.open)} to ${formatTime(hours.close)}`
  if (utcStart === null) return words
  const { time } = toWallTime(utcStart, location.timezone)
  return time < hours.open || time >= hours.close ? `Outside opening hours: ${words}` : words
}
