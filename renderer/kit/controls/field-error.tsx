import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components'
import './field.css'

type FieldErrorProps = { children: ReactNode }

/** Shows a field's error and what to do. React Aria draws it only in an invalid field, as that field's description. */
export function FieldError({ children }: FieldErrorProps) {
  return (
    <AriaFieldError className="w-field__error">
      <CircleAlert aria-hidden="true" size={14} />
      <span>{children}</span>
    </AriaFieldError>
  )
}
