import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { type ClosureKind, closureKinds } from '#domain/locations/closure.ts'
import type { Location } from '#domain/locations/location.ts'
import { type AdministeredClosure, administeredClosureSchema } from '#domain/locations/location-draft.ts'
import { closureKindWords } from '#domain/locations/location-words.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import type { Notices } from '../kit/notices.ts'
import {
  type ClosureForm,
  closureDifferences,
  newClosureForm,
  parseClosureForm,
  toClosureForm,
} from './closure-form.ts'
import { closuresSectionWords } from './closures-section-words.ts'
import { VersionConflict } from './version-conflict.tsx'

const words = closuresSectionWords.form

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly newKey: () => string
  readonly location: Location
  /** Null creates a closure. */
  readonly closure: AdministeredClosure | null
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredClosure) => void
  readonly onClose: () => void
}

/** Creates or changes a closure. */
export function ClosureDialog(props: Props) {
  const { location, closure, onSaved, onClose } = props
  const [base, setBase] = useState(closure)
  const [form, setForm] = useState<ClosureForm>(closure === null ? newClosureForm : toClosureForm(closure))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [key, setKey] = useState(props.newKey)
  const change = (changed: Partial<ClosureForm>): void => {
    setForm({ ...form, ...changed })
    // A changed form is another request and needs another key.
    setKey(props.newKey())
  }
  const save = async (): Promise<void> => {
    const fields = parseClosureForm(form)
    if (fields === null) {
      setFailure({ code: 'invalid-input', message: words.wrong })
      return
    }
    setIsBusy(true)
    const { clinics } = props.bridge
    const reply =
      base === null
        ? await clinics.createClosure({ locationID: location.locationID, closure: fields, idempotencyKey: key })
        : await clinics.changeClosure({
            closureID: base.closureID,
            version: base.version,
            closure: fields,
            isActive: true,
          })
    setIsBusy(false)
    if (!reply.ok) {
      setFailure(reply.failure)
      return
    }
    const { state, reason } = reply.value
    if (state === 'pending') props.notices.warning(words.savedPending(reason))
    else props.notices.success(words.saved(reason))
    onSaved(reply.value)
    onClose()
  }
  const current = administeredClosureSchema.safeParse(failure?.details?.current)
  const conflict = failure?.code === 'stale' && current.success ? current.data : null
  const mine = parseClosureForm(form)
  const closed = location.machines.find(({ machineID }) => machineID === form.machineID)
  const who = [
    closure?.reason ?? nameOrElse(form.reason, words.newTitle),
    closed?.name ?? closuresSectionWords.wholeLocation,
    location.address.name,
  ].join(controlWords.between)
  const problems = failure?.details?.fields ?? {}
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={closure === null ? words.newTitle : words.title}
      subtitle={location.address.name}
      footer={
        <CommitBar who={who}>
          <Button onPress={onClose}>{closuresSectionWords.cancel}</Button>
          <Button
            variant="primary"
            isPending={isBusy}
            disabledReason={props.offlineReason}
            aria-label={controlWords.commitOf(words.save, who)}
            onPress={() => void save()}
          >
            {words.save}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-clinics__form">
        {conflict === null ? null : (
          <VersionConflict
            lines={mine === null ? [] : closureDifferences(mine, conflict, location)}
            onTakeSaved={() => {
              setBase(conflict)
              setForm(toClosureForm(conflict))
              onSaved(conflict)
              setFailure(null)
            }}
            onKeepMine={() => {
              setBase(conflict)
              setFailure(null)
            }}
          />
        )}
        {failure === null || conflict !== null ? null : (
          <Banner tone="error" title={words.failedTitle}>
            {failure.message}
          </Banner>
        )}
        <ClosureFieldGroup
          form={form}
          change={change}
          location={location}
          problems={problems}
          isAsked={failure !== null}
        />
      </div>
    </Dialog>
  )
}

type FieldsProps = {
  readonly form: ClosureForm
  readonly change: (changed: Partial<ClosureForm>) => void
  readonly location: Location
  readonly problems: Readonly<Record<string, string>>
  /** True after a try to save: empty required fields are then marked. */
  readonly isAsked: boolean
}

function ClosureFieldGroup({ form, change, location, problems, isAsked }: FieldsProps) {
  const need = (value: string | null): string | undefined =>
    isAsked && (value === null || value.trim() === '') ? words.required : undefined
  return (
    <div className="s-clinics__group">
      <SelectField
        label={words.kind}
        options={closureKinds.map((kind) => ({ value: kind, label: closureKindWords[kind] }))}
        value={form.kind}
        onChange={(value) => change({ kind: value as ClosureKind })}
      />
      <TextField
        label={words.reason}
        isRequired
        maxLength={120}
        value={form.reason}
        errorMessage={problems['closure.reason'] ?? need(form.reason)}
        onChange={(reason) => change({ reason })}
      />
      <SelectField
        label={words.machine}
        options={[
          { value: '', label: closuresSectionWords.wholeLocation },
          ...location.machines.map(({ machineID, name }) => ({ value: machineID, label: name })),
        ]}
        value={form.machineID}
        errorMessage={problems['closure.machineID']}
        onChange={(machineID) => change({ machineID })}
      />
      <Checkbox isSelected={form.isWholeDay} onChange={(isWholeDay) => change({ isWholeDay })}>
        {words.isWholeDay}
      </Checkbox>
      <DatePicker
        label={words.fromDate}
        isRequired
        value={form.fromDate}
        errorMessage={problems['closure.from'] ?? need(form.fromDate)}
        onChange={(fromDate) => change({ fromDate })}
      />
      <DatePicker
        label={words.toDate}
        description={words.toDateHint}
        value={form.toDate}
        errorMessage={problems['closure.to']}
        onChange={(toDate) => change({ toDate })}
      />
      {form.isWholeDay ? null : (
        <>
          <TextField
            label={words.fromTime}
            description={words.timeHint}
            value={form.fromTime}
            onChange={(fromTime) => change({ fromTime })}
          />
          <TextField label={words.toTime} value={form.toTime} onChange={(toTime) => change({ toTime })} />
        </>
      )}
      <TextField
        label={words.weeks}
        isNumeric
        inputMode="numeric"
        value={form.weeks}
        errorMessage={problems['closure.weeks']}
        onChange={(weeks) => change({ weeks })}
      />
    </div>
  )
}
