import { Trash2 } from 'lucide-react'
import type { Practitioner, PractitionerRef } from '#domain/people/practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import type { SelectOption } from '../kit/controls/options.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { practitionerName } from '../study/panel-words.ts'
import { practitionerWords, toPractitionerRef } from './practitioner-words.ts'

const words = practitionerWords.choice

const nowhere = 'none'

/** Returns practitioners as options of a combo box. Profession and practices distinguish two of the same name. */
export const practitionerOptions = (known: readonly Practitioner[]): SelectOption[] =>
  known.map((practitioner) => ({
    value: practitioner.id,
    label: practitionerName(practitioner),
    description: [practitioner.profession, ...practitioner.locations.map(practiceName)].filter(Boolean).join(' · '),
  }))

type PractitionerChoiceProps = {
  /** Labels the practitioner field, as in "Primary practitioner". */
  readonly label: string
  /** Labels the practice field, as in "Practice of the primary practitioner". */
  readonly practiceLabel: string
  readonly value: PractitionerRef | null
  readonly known: readonly Practitioner[]
  readonly onChange: (value: PractitionerRef | null) => void
}

/** Selects a practitioner of the directory, and one of their practices. */
export function PractitionerChoice({ label, practiceLabel, value, known, onChange }: PractitionerChoiceProps) {
  const chosen = known.find(({ id }) => id === value?.practitionerID)
  return (
    <div className="stp-choice">
      <ComboBox
        label={label}
        options={practitionerOptions(known)}
        value={value?.practitionerID ?? null}
        placeholder={words.none}
        emptyText={words.noMatch}
        onChange={(id) => {
          const next = known.find((each) => each.id === id)
          onChange(next === undefined ? null : toPractitionerRef(next))
        }}
      />
      <PracticeChoice label={practiceLabel} value={value} chosen={chosen} onChange={onChange} />
    </div>
  )
}

type PracticeChoiceProps = {
  readonly label: string
  readonly value: PractitionerRef | null
  readonly chosen: Practitioner | undefined
  readonly onChange: (value: PractitionerRef) => void
}

function PracticeChoice({ label, value, chosen, onChange }: PracticeChoiceProps) {
  const practices = chosen?.locations ?? []
  return (
    <SelectField
      label={label}
      options={[
        { value: nowhere, label: words.noPractice },
        ...practices.map((practice) => ({ value: practice.id, label: practiceName(practice) })),
      ]}
      value={value?.locationID ?? nowhere}
      disabledReason={value === null ? words.practitionerFirst : practices.length === 0 ? words.hasNoPractice : null}
      onChange={(id) => {
        if (value !== null) onChange({ ...value, locationID: id === nowhere ? null : id })
      }}
    />
  )
}

type AdditionalProps = {
  readonly value: PractitionerRef
  readonly known: readonly Practitioner[]
  readonly onChange: (value: PractitionerRef) => void
  readonly onRemove: () => void
}

/** Shows one additional practitioner: the name, the practice, and a button to remove it. */
export function AdditionalPractitioner({ value, known, onChange, onRemove }: AdditionalProps) {
  const chosen = known.find(({ id }) => id === value.practitionerID)
  const name = chosen === undefined ? value.practitionerID : practitionerName(chosen)
  return (
    <li className="stp-choice stp-choice--additional">
      <div>
        <p className="stp__label">{words.additionalName}</p>
        <p className="stp__text">{name}</p>
      </div>
      <PracticeChoice label={words.practiceOf(name)} value={value} chosen={chosen} onChange={onChange} />
      <IconButton label={words.remove(name)} icon={<Trash2 aria-hidden="true" />} size="small" onPress={onRemove} />
    </li>
  )
}
