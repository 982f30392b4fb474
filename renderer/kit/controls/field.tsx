import { CircleAlert, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Label, Text } from 'react-aria-components'
import { FieldError } from './field-error.tsx'
import './field.css'

/** What every field takes. */
export type FieldProps = {
  /** The words above the field; always there for screen readers. */
  label: string
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean | undefined
  /** A hint below the field. */
  description?: ReactNode
  /** What is wrong. Given, the field is drawn and announced as invalid. */
  errorMessage?: ReactNode
  /** Marks the label with * and tells screen readers. Checking is the screen's. */
  isRequired?: boolean | undefined
  /** Plainly disabled. Prefer `disabledReason`, which can say why. */
  isDisabled?: boolean | undefined
  /** Takes no input and says why below the field and to screen readers; it stays in the tab order. */
  disabledReason?: string | null | undefined
  className?: string | undefined
}

/** The label of a field, with the * of a required one. */
export function FieldLabel({
  label,
  isRequired,
  isLabelHidden,
}: Pick<FieldProps, 'label' | 'isRequired' | 'isLabelHidden'>) {
  return (
    <Label className={isLabelHidden ? 'w-visually-hidden' : 'w-field__label'}>
      {label}
      {isRequired ? (
        <span className="w-field__star" aria-hidden="true">
          *
        </span>
      ) : null}
    </Label>
  )
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <>
      <LockKeyhole aria-hidden="true" size={13} />
      <span>{children}</span>
    </>
  )
}

/** The lines below a field: why it is disabled or else its hint, then what is wrong with it. Inside a React Aria field. */
export function FieldNotes(props: Pick<FieldProps, 'description' | 'errorMessage' | 'disabledReason'>) {
  return (
    <>
      {props.disabledReason ? (
        <Text slot="description" elementType="div" className="w-field__hint w-field__reason">
          <Reason>{props.disabledReason}</Reason>
        </Text>
      ) : props.description ? (
        <Text slot="description" elementType="div" className="w-field__hint">
          {props.description}
        </Text>
      ) : null}
      {props.errorMessage ? <FieldError>{props.errorMessage}</FieldError> : null}
    </>
  )
}

type GroupNotesProps = Pick<FieldProps, 'description' | 'errorMessage' | 'disabledReason'> & {
  hintId: string
  errorId: string
}

/** The same lines for a field that names them itself, by these ids, in its aria-describedby. */
export function GroupNotes(props: GroupNotesProps) {
  return (
    <>
      {props.disabledReason ? (
        <div id={props.hintId} className="w-field__hint w-field__reason">
          <Reason>{props.disabledReason}</Reason>
        </div>
      ) : props.description ? (
        <div id={props.hintId} className="w-field__hint">
          {props.description}
        </div>
      ) : null}
      {props.errorMessage ? (
        <div id={props.errorId} className="w-field__error">
          <CircleAlert aria-hidden="true" size={14} />
          <span>{props.errorMessage}</span>
        </div>
      ) : null}
    </>
  )
}
