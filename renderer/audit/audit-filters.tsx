import { UserSearch, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Account } from '#domain/accounts/account.ts'
import { type AuditFilter, type AuditKind, auditKinds } from '#domain/audit/audit-filter.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { Instant } from '#domain/values/instant.ts'
import { startOfDay, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import type { AccountsFactories } from '../accounts/accounts-factories.ts'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { auditWords } from './audit-words.ts'
import { MemberChoice } from './member-choice.tsx'

const words = auditWords.filters
const all = 'all'

/** The member in the filter of the log: a member that the user chose, or the member of a row. */
export type FilterMember = {
  readonly memberID: Member['patientID']
  readonly name: string
  readonly dob: string | null
}

type Props = {
  readonly filter: AuditFilter
  readonly member: FilterMember | null
  readonly zone: ZoneId
  readonly stores: AccountsFactories & MemberFactories & WithLocations
  readonly onChange: (filter: AuditFilter) => void
  readonly onMember: (member: FilterMember | null) => void
  /** Removes all filters. */
  readonly onClear: () => void
  /** The buttons at the end of the line of the member. */
  readonly children: ReactNode
}

/** Returns the filter with one part replaced, or removed if `value` is undefined. */
const withPart = <Name extends keyof AuditFilter>(
  filter: AuditFilter,
  name: Name,
  value: AuditFilter[Name] | undefined,
): AuditFilter => {
  const { [name]: _, ...rest } = filter
  return value === undefined ? rest : { ...rest, [name]: value }
}

const dateOf = (instant: Instant | undefined, zone: ZoneId, days = 0): PlainDate | null =>
  instant === undefined ? null : addDays(toWallTime(instant, zone).date, days)

/** Shows the filters of the log: kind, person, location, days, workstation and member. */
export function AuditFilters(props: Props) {
  const { filter, member, stores, onChange, onMember, onClear } = props
  const [isChoosing, setIsChoosing] = useState(false)
  const accounts = useAccounts(stores)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const zoneAt = (id: LocationID | undefined): ZoneId =>
    locations.find(({ locationID }) => locationID === id)?.timezone ?? props.zone
  // If a location is chosen, days begin at midnight of its own zone, in which the times of its entries are also shown.
  const zone = zoneAt(filter.locationID)
  const set = <Name extends keyof AuditFilter>(name: Name, value: AuditFilter[Name] | undefined): void =>
    onChange(withPart(filter, name, value))
  const setDay = (name: 'from' | 'to', text: string | null): void => {
    const date = parsePlainDate(text)
    // The filter includes the whole last day, so it ends at the start of the next day.
    set(name, date === undefined ? undefined : startOfDay(name === 'from' ? date : addDays(date, 1), zone))
  }
  /** Chooses a location. The chosen dates stay, and now mean days in the zone of that location. */
  const setLocation = (locationID: LocationID | undefined): void => {
    const at = (instant: Instant | undefined): Instant | undefined => {
      const date = dateOf(instant, zone)
      return date === null ? undefined : startOfDay(date, zoneAt(locationID))
    }
    const days = withPart(withPart(filter, 'from', at(filter.from)), 'to', at(filter.to))
    onChange(withPart(days, 'locationID', locationID))
  }
  return (
    <fieldset className="s-audit__filters">
      <legend className="w-visually-hidden">{words.label}</legend>
      <div className="s-audit__fields">
        <SelectField
          label={words.kind}
          value={filter.kind ?? all}
          options={[
            { value: all, label: words.all },
            ...auditKinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
          ]}
          onChange={(value) => set('kind', value === all ? undefined : (value as AuditKind))}
        />
        <ComboBox
          label={words.person}
          placeholder={words.all}
          value={filter.userID ?? null}
          options={withChosen(accounts, filter.userID)}
          onChange={(value) => set('userID', value ?? undefined)}
        />
        <SelectField
          label={words.location}
          value={filter.locationID ?? all}
          options={[
            { value: all, label: words.all },
            ...locations.map((one) => ({ value: one.locationID as string, label: one.address.name })),
          ]}
          onChange={(value) => setLocation(value === all ? undefined : (value as LocationID))}
        />
        <DatePicker label={words.from} value={dateOf(filter.from, zone)} onChange={(text) => setDay('from', text)} />
        <DatePicker label={words.to} value={dateOf(filter.to, zone, -1)} onChange={(text) => setDay('to', text)} />
        <WorkstationField
          value={filter.workstationID ?? ''}
          onChange={(id) => set('workstationID', id === '' ? undefined : id)}
        />
      </div>
      <div className="s-audit__member">
        <span className="w-field__label">{words.member}</span>
        {member === null ? (
          <span className="s-audit__quiet">{words.anyMember}</span>
        ) : (
          <>
            <strong>{member.name}</strong>
            <span className="tabular">{member.dob}</span>
            <Button
              size="small"
              icon={<X aria-hidden="true" />}
              aria-label={words.removeMember(member.name)}
              onPress={() => onMember(null)}
            >
              {words.all}
            </Button>
          </>
        )}
        <Button size="small" icon={<UserSearch aria-hidden="true" />} onPress={() => setIsChoosing(true)}>
          {words.chooseMember}
        </Button>
        <Button
          size="small"
          disabledReason={Object.keys(filter).length === 0 ? words.nothingToClear : null}
          onPress={onClear}
        >
          {words.clear}
        </Button>
        {props.children}
      </div>
      {isChoosing ? (
        <MemberChoice
          stores={stores}
          onChoose={(chosen) => {
            setIsChoosing(false)
            const dob = auditWords.bornOn(formatDate(chosen.dob))
            onMember({ memberID: chosen.patientID, name: fullName(chosen), dob })
          }}
          onClose={() => setIsChoosing(false)}
        />
      ) : null}
    </fieldset>
  )
}

const nameOf = ({ firstname, lastname }: Account): string => `${firstname} ${lastname}`

const useAccounts = (stores: AccountsFactories): readonly { readonly value: string; readonly label: string }[] => {
  const [store] = useState(() => stores.newAccounts())
  const accounts = useStore(store, (state) => state.accounts)
  useEffect(() => void store.getState().load(), [store])
  return accounts.kind === 'ready'
    ? accounts.value
        .map((account) => ({ value: account.userID, label: nameOf(account) }))
        .sort((a, b) => a.label.localeCompare(b.label))
    : []
}

/** Adds the chosen person to the options if that person has no staff account, such as a member with a sign-in. */
const withChosen = (
  options: ReturnType<typeof useAccounts>,
  userID: string | undefined,
): ReturnType<typeof useAccounts> =>
  userID === undefined || options.some(({ value }) => value === userID)
    ? options
    : [...options, { value: userID, label: userID }]

/** Shows the field for the id of a workstation. The list changes on Enter, or when the focus leaves the field. */
function WorkstationField({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = (next: string): void => {
    if (next.trim() !== value) onChange(next.trim())
  }
  return (
    <TextField
      label={words.workstation}
      value={text}
      placeholder={words.all}
      maxLength={64}
      onChange={setText}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text)
      }}
      onClear={() => {
        setText('')
        apply('')
      }}
    />
  )
}
