import { Clock } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { manualTimeChoices } from '#domain/booking/manual-times.ts'
import { askOutsideHours, type OutsideHours } from '#domain/booking/outside-hours.ts'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import { lastBookableDate, whyNotBookable } from '#domain/booking/week-tabs.ts'
import { formatTime, formatTimeAt, formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { findClosedTime } from '#domain/locations/closed-times.ts'
import type { Location } from '#domain/locations/location.ts'
import { closedMessageShort } from '#domain/locations/location-words.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { machineIDSchema, type SkuID } from '#domain/values/location-id.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { matchesTypedTime } from '#domain/values/typed-time.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Button } from '../../kit/controls/button.tsx'
import { ComboBox } from '../../kit/controls/combo-box.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { DatePicker } from '../../kit/controls/date-picker.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { ManualTime } from '../booking-draft.ts'
import { ConflictingEntries } from './conflicting-entries.tsx'
import { chosenTime, type HoldStore, isSameTime } from './hold-store.ts'
import { outsideHoursOf, withOutsideHours } from './outside-hours-confirmation.ts'
import './manual-time.css'
import { calendarWords } from './calendar-words.ts'

const words = calendarWords.manual

type ManualTimeProps = {
  readonly location: Location
  readonly skuID: SkuID
  readonly hold: HoldStore
  /** Reads the day, to show what conflicts with a refused time. */
  readonly readDay: Bridge['booking']['readDay']
  readonly movingStudyID?: StudyID | undefined
  /** The member of the booking, if known; named in the question about a time outside opening hours. */
  readonly person: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'> | null
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly manual: ManualTime
  readonly onChange: (manual: ManualTime) => void
  /** Only an administrator may book over another study (decisions §5). */
  readonly mayOverride: boolean
  readonly overrideReason: string
  readonly onOverrideReason: (reason: string) => void
  /** A clicked time that needs confirmation before it is held. Each new object opens the question again. */
  readonly clicked?: { readonly utcStart: Instant } | null
  /** Called when the question about the clicked time is answered or dismissed, so that it is not asked again. */
  readonly onClickedClosed?: () => void
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/**
 * Shows Add a Manual Time: a date, a time in steps of 5 minutes, and a machine (booking spec §2, §5: all three are
 * required).
 */
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
        {words.title}
      </Button>
      {isOpen ? (
        <ManualFields
          key={location.locationID}
          movingStudyID={props.movingStudyID}
          {...{ location, skuID, hold, readDay, clock, manual }}
          person={props.person}
          isOnline={props.isOnline}
          onChange={(changed) => onChange(withOutsideHours(location, skuID, changed))}
          onConfirm={(confirmed) => onChange({ ...confirmed, outsideHours: 'confirmed' })}
          clicked={props.clicked ?? null}
          onClickedClosed={() => props.onClickedClosed?.()}
          mayOverride={props.mayOverride}
          overrideReason={props.overrideReason}
          onOverrideReason={props.onOverrideReason}
        />
      ) : null}
    </div>
  )
}

type FieldsProps = Omit<ManualTimeProps, 'isOpen' | 'onOpenChange'> & {
  readonly onConfirm: (manual: ManualTime) => void
}

function ManualFields(props: FieldsProps) {
  const { location, skuID, hold, readDay, clock, manual, onChange } = props
  const minute = useStore(clock, (state) => state.minute)
  const notice = useStore(hold, (state) => state.notice)
  const state = useStore(hold, (holdStore) => holdStore.state)
  const [isAsked, setIsAsked] = useState(false)
  const [isQuestioned, setIsQuestioned] = useState(false)
  const { clicked } = props
  useEffect(() => {
    if (clicked != null) setIsQuestioned(true)
  }, [clicked])
  const closeQuestion = (): void => {
    setIsQuestioned(false)
    props.onClickedClosed?.()
  }
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a short screen the fields would be below the edge of the panel.
    fields.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const today = todayAt(minute, location.timezone)
  const refused = manual.date === null ? null : whyNotBookable(manual.date, today)
  const times = useMemo(() => {
    if (manual.date === null || refused !== null) return []
    return manualTimeChoices(manual.date, location.timezone)
      .filter((choice) => choice.instant > minute)
      .map((choice) => ({
        value: choice.instant,
        label: choice.offsetNote === undefined ? choice.label : `${choice.label} ${choice.offsetNote}`,
      }))
  }, [manual.date, refused, location.timezone, minute])
  const machines = location.machines.map((machine) => {
    const isAble = machine.active !== false && machine.availableSKUs.includes(skuID)
    return {
      value: machine.machineID,
      label: machine.name,
      isDisabled: !isAble,
      ...(isAble ? {} : { description: words.wrongMachine }),
    }
  })
  const { date, utcStart, machineID } = manual
  const chosen =
    refused !== null || utcStart === null || machineID === null
      ? null
      : {
          locationID: location.locationID,
          skuID,
          utcStart,
          candidates: [machineID],
          slotSelectionType: 'manual' as const,
        }
  const outside = outsideHoursOf(location, skuID, manual)
  const opens = date === null ? undefined : openingHoursOn(location, date)?.open
  const openAt = times.find(({ label }) => opens !== undefined && toOrder(label) >= opens)?.value
  const isHeld = chosen !== null && isSameTime(chosenTime({ state }), chosen)
  const isTaken = chosen !== null && notice?.kind === 'slot-taken' && isSameTime(notice.wanted, chosen)
  const need = (isThere: boolean): string | undefined => (isAsked && !isThere ? words.required : undefined)
  const ask = (): void => {
    setIsAsked(true)
    if (chosen !== null) {
      if (outside !== null && manual.outsideHours !== 'confirmed') setIsQuestioned(true)
      else hold.getState().choose(chosen)
      return
    }
    // Focuses the first invalid field: the day's first box, the time, or the machine's button.
    const missing =
      date === null || refused !== null ? '[role=spinbutton]' : utcStart === null ? '[role=combobox]' : '.w-select'
    fields.current?.querySelector<HTMLElement>(missing)?.focus()
  }
  return (
    <div className="mt__fields" ref={fields}>
      <DatePicker
        label={words.date}
        isRequired
        value={date}
        minValue={today}
        maxValue={lastBookableDate(today)}
        onChange={(value) => onChange({ ...manual, date: parsePlainDate(value) ?? null, utcStart: null })}
        errorMessage={refused ?? need(date !== null)}
      />
      <ComboBox
        label={words.time}
        isRequired
        options={times}
        value={utcStart}
        placeholder={words.select}
        matches={matchesTypedTime}
        openAt={openAt ?? null}
        emptyText={date === null || refused !== null ? words.dateFirst : words.noSuchTime}
        onChange={(value) => onChange({ ...manual, utcStart: parseInstant(value) ?? null })}
        errorMessage={need(utcStart !== null)}
        description={refused === null ? describeHours(location, manual) : undefined}
      />
      <SelectField
        label={words.machine}
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
        disabledReason={whyNotHeld(isHeld, outside, props)}
      >
        {words.hold}
      </Button>
      {chosen === null || outside === null ? null : (
        <OutsideHoursQuestion
          isOpen={isQuestioned && !isClosedForDesk(outside, props)}
          location={location}
          outside={outside}
          utcStart={chosen.utcStart}
          person={props.person}
          onClose={closeQuestion}
          onConfirm={() => {
            closeQuestion()
            props.onConfirm(manual)
            hold.getState().choose(chosen)
          }}
        />
      )}
      {isTaken ? (
        <ConflictingEntries
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
          label={words.overrideReason}
          description={words.overrideHint}
          value={props.overrideReason}
          onChange={props.onOverrideReason}
          maxLength={500}
        />
      ) : null}
    </div>
  )
}

/** Returns whether the chosen time is closed and this user cannot confirm it, because only an administrator can. */
const isClosedForDesk = (outside: OutsideHours | null, { mayOverride }: Pick<FieldsProps, 'mayOverride'>): boolean =>
  outside?.kind === 'closure' && !mayOverride

/** Returns why the chosen time cannot be held; null if it can. */
const whyNotHeld = (
  isHeld: boolean,
  outside: OutsideHours | null,
  props: Pick<FieldsProps, 'isOnline' | 'mayOverride'>,
): string | null => {
  if (isHeld) return words.heldAlready
  return isClosedForDesk(outside, props) ? words.askAdministrator : whyNotOffline('holdTime', props.isOnline)
}

type QuestionProps = Pick<ManualTimeProps, 'location' | 'person'> & {
  readonly isOpen: boolean
  readonly outside: OutsideHours
  readonly utcStart: Instant
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/**
 * Asks before a time outside opening hours is held: in the list of times, one key press too many chooses such a time.
 */
function OutsideHoursQuestion({ isOpen, location, outside, utcStart, person, onConfirm, onClose }: QuestionProps) {
  const { timezone, address } = location
  const time = formatTimeAt(utcStart, timezone)
  const when = formatWeekdayAndInstant(utcStart, timezone)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      tone="danger"
      title={outside.kind === 'closure' ? words.closureTitle : words.outsideTitle}
      confirmLabel={words.holdTime(time)}
      confirmName={person === null ? undefined : words.holdTimeFor(time, fullName(person))}
      who={person === null ? words.noMember(when) : describeIdentity(person, when)}
      cancelLabel={words.chooseAnother}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{askOutsideHours(address.name, outside, utcStart, timezone)}</p>
    </ConfirmDialog>
  )
}

/** Converts the label of an offered time to `HH:mm`, for comparison with opening hours. */
const toOrder = (label: string): string => {
  const hour = (Number(label.slice(0, 2)) % 12) + (label[5] === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${label.slice(3, 5)}`
}

/**
 * Returns a text about the chosen day and time: the opening hours, a time outside them, or a closure at that time.
 * Returns undefined without a date.
 */
const describeHours = (location: Location, { date, utcStart, machineID }: ManualTime): string | undefined => {
  if (date === null) return undefined
  const hours = openingHoursOn(location, date)
  if (hours === undefined) return words.closed(location.address.name)
  const open = formatTime(hours.open)
  const close = formatTime(hours.close)
  if (utcStart === null) return words.openHours(open, close)
  const closed = findClosedTime(location, machineID, utcStart, utcStart)
  if (closed !== null) return closedMessageShort(closed.closure.reason)
  const { time } = toWallTime(utcStart, location.timezone)
  return time < hours.open || time >= hours.close ? words.outsideHours(open, close) : words.openHours(open, close)
}
