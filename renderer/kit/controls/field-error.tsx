import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components'
import './field.css'

type FieldErrorProps = { children: ReactNode }

/** What is wrong with a field and what to do. Shows inside a field that is invalid, which names it as its description. */
export function FieldError({ children }: FieldErrorProps) {
  return (
    <AriaFieldError className="w-field__error">
      <CircleAlert aria-hidden="true" size={14} />
      <span>{children}</span>
    </AriaFieldError>
  )
}
