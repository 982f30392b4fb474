import { type ReactNode, useState } from 'react'
import type { Failure, Reply } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Table } from '../kit/controls/table.tsx'
import { describeBookingFailure } from '../study/booking-failures.ts'
import { choicesOf, RecordField, type RecordFieldSpec, type RecordValues } from './record-field.tsx'
import { recordsWords as words } from './records-words.ts'

/** A form's values as the input of a call, or the refused fields with the reason. */
export type ParsedRecord<Input> =
  | { readonly ok: true; readonly input: Input }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

type Props<Input> = {
  readonly title: string
  readonly subtitle?: string
  /** The words of the save button: a verb and its object. */
  readonly saveLabel: string
  /** Returns what a save concerns, for the line above the button: the record, or the typed name of a new one. */
  readonly who: (values: RecordValues) => string
  readonly fields: readonly RecordFieldSpec[]
  readonly initial: RecordValues
  /** The version that is edited; null for a new record. */
  readonly version: number | null
  readonly parse: (values: RecordValues) => ParsedRecord<Input>
  readonly send: (input: Input, version: number) => Promise<Reply<unknown>>
  /** Returns the saved record from the details of a version conflict; null for any other failure. */
  readonly readCurrent: (current: unknown) => SavedRecord | null
  readonly offlineReason: string | null
  readonly onSaved: (values: RecordValues) => void
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Content below the fields that depends on the typed values, such as a preview. */
  readonly after?: (values: RecordValues, setValues: (values: RecordValues) => void) => ReactNode
}

/** A saved record: the values of its form, and its version. */
export type SavedRecord = { readonly values: RecordValues; readonly version: number }

/** Edits one record in a dialog. After a version conflict it shows both versions, and the user decides. */
export function RecordDialog<Input>(props: Props<Input>) {
  const { fields, initial, parse, send } = props
  const [values, setValues] = useState(initial)
  const [version, setVersion] = useState(props.version ?? 1)
  const [errors, setErrors] = useState<Readonly<{ [field: string]: string }>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<SavedRecord | null>(null)
  const [isPending, setIsPending] = useState(false)
  const save = async (): Promise<void> => {
    setFailure(null)
    const missing = fields.flatMap(({ name, isRequired }) =>
      isRequired === true && (values[name] ?? '').trim() === '' ? [[name, words.required] as const] : [],
    )
    const parsed = parse(values)
    const refused = { ...(parsed.ok ? {} : parsed.errors), ...Object.fromEntries(missing) }
    setErrors(refused)
    if (!parsed.ok || missing.length > 0) return
    setIsPending(true)
    const reply = await send(parsed.input, version)
    setIsPending(false)
    if (reply.ok) {
      props.onSaved(values)
      props.onClose()
      return
    }
    const current = reply.failure.code === 'stale' ? props.readCurrent(reply.failure.details?.current) : null
    if (current !== null) {
      setConflict(current)
      return
    }
    const known = Object.entries(reply.failure.details?.fields ?? {}).filter(([name]) =>
      fields.some((field) => field.name === name),
    )
    setErrors(Object.fromEntries(known))
    if (known.length === 0) setFailure(reply.failure)
  }
  const settle = (chosen: RecordValues): void => {
    if (conflict !== null) setVersion(conflict.version)
    // Whichever version the user chooses, values that only the saved version has are kept, such as a practice that
    // another user added.
    setValues({ ...conflict?.values, ...chosen })
    setErrors({})
    setConflict(null)
  }
  const who = props.who(values)
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      isDismissable={!isPending}
      title={props.title}
      subtitle={props.subtitle}
      footer={
        <CommitBar who={who}>
          <Button onPress={props.onClose} isDisabled={isPending}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={props.offlineReason ?? (conflict === null ? null : words.conflictFirst)}
            aria-label={controlWords.commitOf(props.saveLabel, who)}
            onPress={() => void save()}
          >
            {props.saveLabel}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-records__form">
        {props.children}
        {conflict === null ? null : (
          <BothVersions fields={fields} yours={values} saved={conflict.values} onSettle={settle} />
        )}
        {failure === null ? null : (
          <Banner tone="error" title={words.notSaved}>
            {describeBookingFailure(failure).text}
          </Banner>
        )}
        {fields.map((spec) => (
          <RecordField
            key={spec.name}
            spec={spec}
            value={values[spec.name] ?? ''}
            error={errors[spec.name]}
            onChange={(value) => setValues((before) => ({ ...before, [spec.name]: value }))}
          />
        ))}
        {props.after?.(values, setValues)}
      </div>
    </Dialog>
  )
}

/** Creates a function that returns the saved record of a version conflict, or null for any other value. */
export const createCurrentReader =
  <Value extends { readonly version: number }>(
    schema: { safeParse(value: unknown): { readonly data?: Value | undefined } },
    toValues: (value: Value) => RecordValues,
  ): ((current: unknown) => SavedRecord | null) =>
  (current) => {
    const { data } = schema.safeParse(current)
    return data === undefined ? null : { values: toValues(data), version: data.version }
  }

const shownValue = ({ kind, options = [] }: RecordFieldSpec, value: string): string => {
  if (kind === 'check') return value === 'yes' ? words.yes : words.no
  if (kind !== 'choice' && kind !== 'choices') return value === '' ? words.nothing : value
  const chosen = choicesOf(value).map((one) => options.find((option) => option.value === one)?.label ?? one)
  return chosen.length === 0 ? words.nothing : chosen.join(', ')
}

type BothProps = {
  readonly fields: readonly RecordFieldSpec[]
  readonly yours: RecordValues
  readonly saved: RecordValues
  readonly onSettle: (values: RecordValues) => void
}

function BothVersions({ fields, yours, saved, onSettle }: BothProps) {
  const differing = fields.filter(({ name }) => (yours[name] ?? '') !== (saved[name] ?? ''))
  return (
    <div className="s-records__conflict">
      <Banner
        tone="warning"
        title={words.conflictTitle}
        action={
          <span className="s-records__acts">
            <Button size="small" onPress={() => onSettle(yours)}>
              {words.keepMine}
            </Button>
            <Button size="small" onPress={() => onSettle(saved)}>
              {words.takeSaved}
            </Button>
          </span>
        }
      />
      <Table
        caption={words.conflictTable}
        density="small"
        rows={differing}
        rowKey={({ name }) => name}
        columns={[
          { id: 'field', header: words.conflictField, isRowHeader: true, cell: ({ label }) => label },
          { id: 'yours', header: words.conflictYours, cell: (spec) => shownValue(spec, yours[spec.name] ?? '') },
          { id: 'saved', header: words.conflictSaved, cell: (spec) => shownValue(spec, saved[spec.name] ?? '') },
        ]}
      />
    </div>
  )
}
