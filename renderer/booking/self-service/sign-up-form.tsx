import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { countries, countryNamesIn } from '#domain/members/country.ts'
import { type Gender, genders } from '#domain/members/member.ts'
import type { MemberFormField } from '#domain/members/member-rules.ts'
import { DateField } from '../../kit/controls/date-field.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { memberFormWords } from '../../members/member-form-words.ts'
import { fieldMark, focusField, MissingFields } from '../../members/missing-fields.tsx'
import type { SelfBookingStore, SignUp } from './self-booking-state.ts'
import { useSelfLanguage } from './self-language.tsx'
import type { selfServiceWords } from './self-service-words.ts'

/**
 * Shows the member's own sign-up form, with the same rules and messages as the staff's (booking spec §2, §5 Member
 * creation).
 */
export function SignUpForm({ store }: { readonly store: SelfBookingStore }) {
  const values = useStore(store, (state) => state.values)
  const signUp = useStore(store, (state) => state.signUp)
  const body = useRef<HTMLDivElement>(null)
  const { language, words: all } = useSelfLanguage()
  const words = all.signUp
  const { type } = store.getState()
  const errors = fieldErrors(signUp, words)
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
        <MissingFields
          check={signUp}
          onJump={(field) => focusField(body.current, field)}
          className="su__alert"
          words={missingWords(words)}
        />
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
          options={genders.map((value) => ({ value, label: words[value] }))}
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
          options={countries.map((country) => ({ value: country, label: countryNamesIn(language)[country] }))}
          value={values.country === '' ? null : values.country}
          onChange={(country) => type({ country })}
          errorMessage={errors.country}
        />
      </div>
    </div>
  )
}

type Words = typeof selfServiceWords

/** The names of the fields of this form, for the list of missing fields. */
const missingWords = (words: Words['signUp']) => ({
  missingLabel: words.missingLabel,
  fields: {
    ...memberFormWords.fields,
    ...{ firstname: words.firstName, lastname: words.lastName, email: words.email, dobYear: words.birthDate },
    ...{ gender: words.sex, phone_number: words.phone, address: words.street, city: words.city, state: words.state },
    ...{ postalCode: words.postalCode, country: words.country },
  },
})

const fieldErrors = (signUp: SignUp, words: Words['signUp']): Readonly<Partial<Record<MemberFormField, string>>> => {
  if (signUp.kind === 'incomplete') return signUp.fields
  if (signUp.kind !== 'refused') return {}
  return signUp.failure.code === 'member-exists'
    ? { email: words.emailProblem(signUp.failure.message) }
    : Object.fromEntries(
        Object.entries(signUp.failure.details?.fields ?? {}).map(([field, message]) => [field, words.problem(message)]),
      )
}
