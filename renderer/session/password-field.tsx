import { type Ref, useState } from 'react'
import { TextField } from '../kit/controls/text-field.tsx'
import { sessionWords } from './session-words.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  errorMessage?: string | undefined
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Shows a password box with a caps-lock warning. */
export function PasswordField({ value, onChange, errorMessage, autoFocus, ref }: Props) {
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  return (
    <TextField
      label={sessionWords.password}
      type="password"
      name="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
      autoFocus={autoFocus}
      ref={ref}
      onKeyDown={(event) => setCapsLockOn(event.getModifierState('CapsLock') && event.key !== 'CapsLock')}
      onBlur={() => setCapsLockOn(false)}
      description={isCapsLockOn ? sessionWords.capsLock : undefined}
    />
  )
}
