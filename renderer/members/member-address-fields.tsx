import { useRef } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { countries } from '#domain/members/country.ts'
import { type MemberFormField, type MemberFormValues, needsState } from '#domain/members/member-rules.ts'
import { postalExample, readPostalCode } from '#domain/members/postal-code.ts'
import { readPhoneAgain, readTypedPhone, type WrittenPhone } from '#domain/members/typed-phone.ts'
import { SelectField } from '../kit/controls/select-field.tsx'
import { FormText } from './member-form-text.tsx'
import { memberFormWords as words } from './member-form-words.ts'

type Props = {
  readonly form: UseFormReturn<MemberFormValues>
  readonly values: MemberFormValues
  readonly errors: Readonly<Partial<Record<MemberFormField, string>>>
}

/**
 * Shows phone number and address. When the focus leaves them, phone number and postal code are formatted as in their
 * country. An unusual value stays and gets a hint. A change of the country formats a newly typed phone number again.
 */
export function AddressFields({ form, values, errors }: Props) {
  const { control } = form
  const write = (field: 'phone_number' | 'postalCode', value: string): void => {
    if (value !== form.getValues(field)) form.setValue(field, value, { shouldDirty: true })
  }
  const phone = useRef<WrittenPhone | null>(null)
  const writePhone = (country: string): void => {
    phone.current = readPhoneAgain(form.getValues('phone_number'), phone.current, country)
    write('phone_number', phone.current.written)
  }
  return (
    <>
      <FormText
        control={control}
        field="phone_number"
        error={errors.phone_number}
        isRequired
        type="tel"
        hint={phoneHint(values)}
        onLeave={() => writePhone(values.country)}
      />
      <FormText control={control} field="address" error={errors.address} isRequired />
      <FormText control={control} field="city" error={errors.city} isRequired />
      <FormText control={control} field="state" error={errors.state} isRequired={needsState(values.country)} />
      <FormText
        control={control}
        field="postalCode"
        error={errors.postalCode}
        hint={postalHint(values)}
        onLeave={() => write('postalCode', readPostalCode(values.postalCode, values.country).text)}
      />
      <div data-field="country">
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <SelectField
              label={words.fields.country}
              isRequired
              placeholder={words.chooseCountry}
              options={countries.map((country) => ({ value: country, label: country }))}
              value={field.value === '' ? null : field.value}
              onChange={(country) => {
                field.onChange(country)
                // Only a number that was typed here is formatted again; a stored number stays as it is.
                if (phone.current?.written === form.getValues('phone_number')) writePhone(country)
              }}
              errorMessage={errors.country}
            />
          )}
        />
      </div>
    </>
  )
}

const phoneHint = ({ phone_number, country }: MemberFormValues): string | undefined => {
  if (phone_number.trim() === '' || readTypedPhone(phone_number, country).isKnown) return undefined
  return country === '' ? words.phoneHintUnknown : words.phoneHint(country)
}

const postalHint = ({ postalCode, country }: MemberFormValues): string | undefined => {
  const example = postalExample(country)
  return example === undefined || readPostalCode(postalCode, country).isKnown
    ? undefined
    : words.postalHint(country, example)
}
