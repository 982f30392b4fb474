import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { countries } from '#domain/members/country.ts'
import { type Gender, genders } from '#domain/members/member.ts'
import type { MemberFormField } from '#domain/members/member-rules.ts'
import { DateField } from '../../kit/controls/date-field.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { fieldMark, focusField, MissingFields } from '../../members/missing-fields.tsx'
import type { SelfBookingStore, SignUp } from './self-booking-state.ts'
import { selfServiceWords } from './self-service-words.ts'

const words = selfServiceWords.signUp

const genderNames: Readonly<Record<Gender, string>> = { female: words.female, male: words.male }

/**
 * Shows the member's own sign-up form, with the same rules and messages as the staff's (booking spec §2, §5 Member
 * creation).
 */
export function SignUpForm({ store }: { readonly store: SelfBookingStore }) {
  const values = useStore(store, (state) => state.values)
  const signUp = useStore(store, (state) => state.signUp)
  const body = useRef<HTMLDivElement>(null)
  const { type } = store.getState()
  const errors = fieldErrors(signUp)
  const isIncomplete = signUp.kind === 'incomplete'
  useEffect(() => {
    if (isIncomplete) body.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
  }, [isIncomplete])

  const text = (
    field: MemberFormField,
    label: string,
    more: { isRequired?: boolean; type?: 'email' | 'tel'; autoComplete: string },
  ) => (
    <TextField
      label={label}
      value={values[field]}
      onChange={(value) => type({ [field]: value })}
      errorMessage={errors[field]}
      isRequired={more.isRequired}
      type={more.type}
      autoComplete={more.autoComplete}
      name={field}
    />
  )
  return (
    <div className="su" ref={body}>
      {signUp.kind === 'incomplete' ? (
        <MissingFields check={signUp} onJump={(field) => focusField(body.current, field)} className="su__alert" />
      ) : null}
      {text('firstname', words.firstName, { isRequired: true, autoComplete: 'given-name' })}
      {text('lastname', words.lastName, { isRequired: true, autoComplete: 'family-name' })}
      {text('email', words.email, { isRequired: true, type: 'email', autoComplete: 'email' })}
      <div {...{ [fieldMark]: 'dobYear' }}>
        <DateField
          label={words.birthDate}
          isRequired
          value={{ year: values.dobYear, month: values.dobMonth, day: values.dobDay }}
          onChange={({ year, month, day }) => type({ dobYear: year, dobMonth: month, dobDay: day })}
          errorMessage={errors.dobYear}
        />
      </div>
      <div {...{ [fieldMark]: 'gender' }}>
        <RadioGroup<Gender>
          label={words.sex}
          variant="segmented"
          isRequired
          options={genders.map((value) => ({ value, label: genderNames[value] }))}
          value={genders.find((value) => value === values.gender) ?? null}
          onChange={(gender) => type({ gender })}
          errorMessage={errors.gender}
        />
      </div>
      {text('phone_number', words.phone, { isRequired: true, type: 'tel', autoComplete: 'tel' })}
      {text('address', words.street, { isRequired: true, autoComplete: 'street-address' })}
      {text('city', words.city, { isRequired: true, autoComplete: 'address-level2' })}
      {text('state', words.state, {
        isRequired: values.country !== 'United Kingdom',
        autoComplete: 'address-level1',
      })}
      {text('postalCode', words.postalCode, { autoComplete: 'postal-code' })}
      <div {...{ [fieldMark]: 'country' }}>
        <SelectField
          label={words.country}
          isRequired
          placeholder={words.chooseCountry}
          options={countries.map((country) => ({ value: country, label: country }))}
          value={values.country === '' ? null : values.country}
          onChange={(country) => type({ country })}
          errorMessage={errors.country}
        />
      </div>
    </div>
  )
}

const fieldErrors = (signUp: SignUp): Readonly<Partial<Record<MemberFormField, string>>> => {
  if (signUp.kind === 'incomplete') return signUp.fields
  if (signUp.kind !== 'refused') return {}
  return signUp.failure.code === 'member-exists'
    ? { email: signUp.failure.message }
    : ((signUp.failure.details?.fields ?? {}) as Partial<Record<MemberFormField, string>>)
}
