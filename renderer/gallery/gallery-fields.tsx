import { Search } from 'lucide-react'
import { useState } from 'react'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { DateField, type DateParts } from '../kit/controls/date-field.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { MonthYearPicker } from '../kit/controls/month-year-picker.tsx'
import type { SelectOption } from '../kit/controls/options.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'

const reasons: readonly SelectOption[] = [
  { value: 'cost', label: 'Cost', group: 'Financial' },
  { value: 'insurance', label: 'Lack of insurance coverage', group: 'Financial' },
  { value: 'emergency', label: 'Emergency', group: 'Medical' },
  { value: 'pregnancy', label: 'Pregnancy', group: 'Medical' },
  { value: 'undisclosed', label: 'Undisclosed', group: 'Member', isDisabled: true },
]

const clinics: readonly SelectOption[] = [
  { value: 'ca-bc-1', label: 'Vancouver', description: 'British Columbia' },
  { value: 'ca-qc-1', label: 'Montréal', description: 'Québec' },
  { value: 'us-wa-1', label: 'Seattle', description: 'Washington' },
  { value: 'us-ny-1', label: 'New York', description: 'New York' },
]

function TextFields() {
  const [name, setName] = useState('Ana Silva')
  const [detail, setDetail] = useState('')
  return (
    <Panel title="Text">
      <div className="gallery__form">
        <TextField
          label="Member"
          value={name}
          onChange={setName}
          onClear={() => setName('')}
          icon={<Search aria-hidden="true" size={16} />}
        />
        <TextField
          label="Email"
          isRequired
          value="ana@"
          errorMessage="Write a whole address, such as ana@mail.example."
        />
        <TextField label="Amount" prefix="CA$" defaultValue="1,250.00" isNumeric inputMode="decimal" />
        <TextField label="Promo code" value="" disabledReason="Choose a location, scan type and time first." />
        <TextField label="Phone number" isDisabled value="604 555 0142" />
        <TextField label="Street" placeholder="12 Elm Street" description="As on the health card." size="small" />
        <TextArea label="Detail" value={detail} onChange={setDetail} maxLength={20} description="Read by the clinic." />
        <TextArea
          label="Note"
          value="Arrives by wheelchair."
          onChange={() => {}}
          disabledReason="The study is closed."
        />
      </div>
    </Panel>
  )
}

function Selects() {
  const [reason, setReason] = useState<string | null>(null)
  const [clinic, setClinic] = useState<string | null>('ca-bc-1')
  return (
    <Panel title="Selects">
      <div className="gallery__form">
        <SelectField label="Reason" isRequired options={reasons} value={reason} onChange={setReason} />
        <ComboBox label="Location" options={clinics} value={clinic} onChange={setClinic} />
        <SelectField
          label="Machine"
          options={[{ value: 'm1', label: 'Machine 1' }]}
          value="m1"
          onChange={() => {}}
          disabledReason="This location has one machine."
        />
        <ComboBox
          label="Referrer"
          options={clinics}
          value={null}
          onChange={() => {}}
          disabledReason="Only for referred members."
        />
        <SelectField
          label="Classification"
          options={reasons}
          value={null}
          onChange={() => {}}
          errorMessage="Choose one."
        />
        <SelectField
          label="Year"
          size="small"
          options={[{ value: '2026', label: '2026' }]}
          value="2026"
          onChange={() => {}}
        />
      </div>
      <output data-testid="selects" hidden>{`${reason} ${clinic}`}</output>
    </Panel>
  )
}

function Dates() {
  const [born, setBorn] = useState<DateParts>({ year: '1980', month: '2', day: '' })
  const [day, setDay] = useState<string | null>('2026-11-24')
  const [surgery, setSurgery] = useState<string | null>(null)
  const [month, setMonth] = useState<string | null>('2026-11')
  const [year, setYear] = useState<string | null>(null)
  return (
    <Panel title="Dates">
      <div className="gallery__form">
        <DateField label="Date of birth" isRequired value={born} onChange={setBorn} />
        <DateField
          label="Date of birth (wrong)"
          value={{ year: '1980', month: '13', day: '4' }}
          onChange={() => {}}
          invalidParts={['month']}
          errorMessage="There is no month 13."
        />
        <DatePicker label="Appointment date" value={day} onChange={setDay} minValue="2026-11-21" />
        <DatePicker label="Surgery date" value={surgery} onChange={setSurgery} hasYearPicker />
        <DatePicker
          label="Paid on"
          value="2026-11-02"
          onChange={() => {}}
          disabledReason="The invoice is not issued."
        />
        <DatePicker label="Vaccine date" value={null} onChange={() => {}} hasYearPicker errorMessage="Give the date." />
        <MonthYearPicker label="Month" mode="month" value={month} onChange={setMonth} minYear={2026} maxYear={2028} />
        <MonthYearPicker label="Year of stent" mode="year" value={year} onChange={setYear} />
      </div>
      <output data-testid="dates" hidden>
        {JSON.stringify({ born, day, surgery, month, year })}
      </output>
    </Panel>
  )
}

/** Shows every field in every state. */
export function GalleryFields() {
  return (
    <>
      <TextFields />
      <Selects />
      <Dates />
    </>
  )
}
