import { type FormEvent, type ReactNode, useState } from 'react'
import type { Failure, Reply } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { entranceWords } from './entrance-words.ts'

type EntranceField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly description?: string
  readonly autoComplete?: string
}

type Props<Name extends string> = {
  /** The fields in screen order. The user must type the field `password` or `newPassword` twice. */
  readonly fields: readonly EntranceField<Name>[]
  readonly submitLabel: string
  readonly failedTitle: string
  readonly disabledReason?: string | null
  /** Shown below the button. */
  readonly more?: ReactNode
  readonly hasFocus: boolean
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<Reply<unknown>>
}

const isRepeated = (name: string): boolean => name === 'password' || name === 'newPassword'

/** Shows a form with text fields. A new password has a second field that repeats it. A failure keeps the typed text. */
export function EntranceForm<Name extends string>(props: Props<Name>) {
  const { fields, onSubmit } = props
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const typedIn = (name: string): string => values[name] ?? ''
  const set = (name: string, value: string): void => {
    setValues({ ...values, [name]: value })
    const { [name]: _gone, ...others } = errors
    setErrors(others)
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const found: Record<string, string> = {}
    for (const { name } of fields) {
      if (typedIn(name).trim() === '') found[name] = entranceWords.missing
      else if (isRepeated(name) && typedIn(name) !== typedIn('repeat')) found.repeat = entranceWords.repeatDiffers
    }
    setErrors(found)
    setFailure(null)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      const field = form.elements.namedItem(first)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    setBusy(true)
    const reply = await onSubmit(
      Object.fromEntries(fields.map(({ name }) => [name, typedIn(name)])) as Record<Name, string>,
    )
    setBusy(false)
    if (reply.ok) return setValues({})
    setErrors(reply.failure.details?.fields ?? {})
    setFailure(reply.failure.details?.fields === undefined ? reply.failure : null)
  }

  return (
    <form className="s-door__form" onSubmit={(event) => void submit(event)} noValidate>
      {failure === null ? null : (
        <Banner tone="error" title={props.failedTitle}>
          {failure.message}
        </Banner>
      )}
      {fields.map(({ name, label, type = 'text', description, autoComplete }, place) => (
        <TextField
          key={name}
          label={label}
          name={name}
          type={type}
          autoComplete={autoComplete}
          description={description}
          value={typedIn(name)}
          onChange={(value) => set(name, value)}
          errorMessage={errors[name]}
          autoFocus={props.hasFocus && place === 0}
        />
      ))}
      {fields.some(({ name }) => isRepeated(name)) ? (
        <TextField
          label={entranceWords.repeat}
          name="repeat"
          type="password"
          autoComplete="new-password"
          value={typedIn('repeat')}
          onChange={(value) => set('repeat', value)}
          errorMessage={errors.repeat}
        />
      ) : null}
      <Button type="submit" variant="primary" isPending={isBusy} disabledReason={props.disabledReason}>
        {props.submitLabel}
      </Button>
      {props.more}
    </form>
  )
}
