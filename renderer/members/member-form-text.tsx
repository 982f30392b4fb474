import { useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import type { MemberFormField, MemberFormValues } from '#domain/members/member-rules.ts'
import { TextField } from '../kit/controls/text-field.tsx'
import { memberFormWords as words } from './member-form-words.ts'

type FormTextProps = {
  control: Control<MemberFormValues>
  field: MemberFormField
  error: string | undefined
  isRequired?: boolean
  type?: 'email' | 'tel'
  autoFocus?: boolean
  /** A note about unusual text. It does not prevent saving. */
  hint?: string | undefined
  /** Called when the focus leaves the field. */
  onLeave?: () => void
}

/** Shows a text field of the member form. Its hint appears once the focus has left it. */
export function FormText(props: FormTextProps) {
  const [isLeft, setLeft] = useState(false)
  const { control, field: name, error, isRequired = false, type, autoFocus = false } = props
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <TextField
          label={words.fields[name]}
          isRequired={isRequired}
          type={type}
          name={name}
          value={field.value}
          onChange={field.onChange}
          errorMessage={error}
          autoFocus={autoFocus}
          description={error === undefined && isLeft ? props.hint : undefined}
          onBlur={() => {
            setLeft(true)
            props.onLeave?.()
          }}
        />
      )}
    />
  )
}
