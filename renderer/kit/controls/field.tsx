import { CircleAlert, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Label, Text } from 'react-aria-components'
import { FieldError } from './field-error.tsx'
import './field.css'

/** The props of every field. */
export type FieldProps = {
  /** The label above the field; always available to screen readers. */
  label: string
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean | undefined
  /** A hint below the field. */
  description?: ReactNode
  /** The error. If set, the field is drawn and announced as invalid. */
  errorMessage?: ReactNode
  /** Marks the label with * and announces it to screen readers. The screen does the validation. */
  isRequired?: boolean | undefined
  /** Disables the field without a reason. Prefer `disabledReason`. */
  isDisabled?: boolean | undefined
  /** Takes no input and shows the reason below the field and to screen readers; the field stays in the tab order. */
  disabledReason?: string | null | undefined
  className?: string | undefined
}

/** Shows the label of a field, with the * of a required one. */
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
      <LockKeyhole aria-hidden="true" size={14} />
      <span>{children}</span>
    </>
  )
}

/** Shows the lines below a field, inside a React Aria field: the disabled reason or else the hint, then the error. */
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

/**
 * Shows the lines of {@link FieldNotes} for a field that is not a React Aria field. That field's aria-describedby must
 * have `hintId` and `errorId`.
 */
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
