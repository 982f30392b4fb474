import { useEffect, useRef, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Machine } from '#domain/locations/location.ts'
import { type AdministeredLocation, administeredLocationSchema } from '#domain/locations/location-draft.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import type { Notices } from '../kit/notices.ts'
import { BookedStudies } from './booked-studies.tsx'
import {
  type MachineForm,
  machineDifferences,
  machineParts,
  parseMachineForm,
  type ScanForm,
  toMachineForm,
} from './machine-form.ts'
import { machineWords as words } from './machine-words.ts'
import { VersionConflict } from './version-conflict.tsx'

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly newKey: () => string
  readonly record: AdministeredLocation
  /** The machine to change; null to add one. */
  readonly machine: Machine | null
  readonly skuNames: ReadonlyMap<number, string>
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredLocation) => void
  readonly onClose: () => void
}

/** Adds or changes a machine: its name, scan types and minutes, and whether it takes bookings. */
export function MachineDialog(props: Props) {
  const { machine, record, skuNames } = props
  const [form, setForm] = useState(() => toMachineForm(machine, skuNames.keys()))
  const { isBusy, failure, conflict, save, choose } = useMachineSaving({ ...props, form })
  const name = machine?.name ?? nameOrElse(form.name, words.newTitle)
  const who = `${name}${controlWords.between}${record.location.address.name}`
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // With many scan types the form is long, and the reason for a refusal is at its top.
    if (failure !== null || conflict !== null) top.current?.scrollIntoView({ block: 'nearest' })
  }, [failure, conflict])
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      isDismissable={!isBusy}
      title={machine === null ? words.newTitle : words.edit(machine.name)}
      subtitle={machine?.machineID ?? record.location.address.name}
      footer={
        <CommitBar who={who}>
          <Button onPress={props.onClose}>{words.cancel}</Button>
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
        <div ref={top} />
        {conflict === null ? null : (
          <VersionConflict
            lines={machineDifferences(form, conflict, skuNames)}
            onTakeSaved={() => {
              setForm(conflict)
              choose()
            }}
            onKeepMine={choose}
          />
        )}
        {failure === null ? null : (
          <Banner tone={failure.code === 'stale' ? 'warning' : 'error'} title={words.failedTitle}>
            {failure.code === 'stale' ? words.stale : failure.message}
            {failure.details?.bookings === undefined ? null : (
              <BookedStudies
                label={words.bookings}
                studies={failure.details.bookings}
                zone={record.location.timezone}
              />
            )}
          </Banner>
        )}
        <TextField
          label={words.name}
          isRequired
          autoFocus
          maxLength={60}
          value={form.name}
          onChange={(name) => setForm({ ...form, name })}
        />
        <Checkbox isSelected={form.active} onChange={(active) => setForm({ ...form, active })}>
          {words.active}
        </Checkbox>
        <ScanMinutes form={form} onChange={setForm} skuNames={skuNames} />
        {form.active && form.scans.size > 0 && ![...form.scans.values()].some(({ isOn }) => isOn) ? (
          <Banner tone="warning" title={words.noneChosenTitle}>
            {words.noneChosen}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  )
}

type MachineSaving = {
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** This machine as another administrator saved it in the meantime. */
  readonly conflict: MachineForm | null
  readonly save: () => Promise<void>
  /** Ends the conflict: the next save replaces the other administrator's version. */
  readonly choose: () => void
}

const useMachineSaving = (parts: Props & { readonly form: MachineForm }): MachineSaving => {
  const { machine, record, skuNames, form, onSaved } = parts
  const { clinics } = parts.bridge
  const toForm = (saved: Machine | null): MachineForm => toMachineForm(saved, skuNames.keys())
  const [base, setBase] = useState(() => toForm(machine))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<{
    readonly form: MachineForm
    readonly record: AdministeredLocation
  } | null>(null)
  const [key] = useState(parts.newKey)
  /**
   * Shows the conflict if another administrator changed this machine. The next save has the location's new version only
   * after the user's choice, so that a save before the choice is refused again. If the other administrator changed only
   * other parts of the location, the user only has to save again.
   */
  const takeNewer = (current: AdministeredLocation): void => {
    const saved = current.location.machines.find(({ machineID }) => machineID === machine?.machineID)
    const theirs = saved === undefined ? base : toForm(saved)
    const isOwn = [base, form].some((each) => machineDifferences(each, theirs, skuNames).length === 0)
    setConflict(isOwn ? null : { form: theirs, record: current })
    if (isOwn) onSaved(current)
  }
  const save = async (): Promise<void> => {
    const fields = parseMachineForm(form)
    if (fields === null) {
      setFailure({ code: 'invalid-input', message: words.minutesWrong })
      return
    }
    setIsBusy(true)
    const place = { locationID: record.location.locationID, version: record.version, machine: fields }
    const reply =
      machine === null
        ? // The version is part of the request, so each version has its own key.
          await clinics.addMachine({ ...place, idempotencyKey: `${key}-${record.version}` })
        : await clinics.changeMachine({ ...place, machineID: machine.machineID })
    setIsBusy(false)
    if (reply.ok) {
      parts.notices.success(words.saved(fields.name))
      onSaved(reply.value)
      parts.onClose()
      return
    }
    const current = administeredLocationSchema.safeParse(reply.failure.details?.current)
    if (current.success) takeNewer(current.data)
    setFailure(reply.failure)
  }
  return {
    isBusy,
    failure: conflict === null ? failure : null,
    conflict: conflict?.form ?? null,
    save,
    choose: () => {
      if (conflict === null) return
      setBase(conflict.form)
      onSaved(conflict.record)
      setConflict(null)
      setFailure(null)
    },
  }
}

function ScanMinutes(props: {
  readonly form: MachineForm
  readonly onChange: (form: MachineForm) => void
  readonly skuNames: ReadonlyMap<number, string>
}) {
  const { form, onChange, skuNames } = props
  const labels = { clean: words.clean, scan: words.scan, block: words.block }
  if (form.scans.size === 0) return <p className="s-clinics__quiet">{words.noSkus}</p>
  return (
    <fieldset className="s-clinics__scans">
      <legend>{words.scans}</legend>
      <p className="s-clinics__quiet">{words.minutesHint}</p>
      <div className="s-clinics__scan" aria-hidden="true">
        <span>{words.heads.scan}</span>
        <span>{words.heads.clean}</span>
        <span>{words.heads.minutes}</span>
        <span>{words.heads.block}</span>
      </div>
      {[...form.scans].map(([skuID, scan]) => {
        const name = skuNames.get(skuID) ?? String(skuID)
        const change = (changed: Partial<ScanForm>): void =>
          onChange({ ...form, scans: new Map(form.scans).set(skuID, { ...scan, ...changed }) })
        return (
          <div key={skuID} className="s-clinics__scan">
            <Checkbox isSelected={scan.isOn} onChange={(isOn) => change({ isOn })}>
              {words.scanType(skuNames.get(skuID), skuID)}
            </Checkbox>
            {machineParts.map((part) => (
              <TextField
                key={part}
                label={labels[part](name)}
                isLabelHidden
                isNumeric
                size="small"
                inputMode="numeric"
                isDisabled={!scan.isOn}
                value={scan[part]}
                onChange={(value) => change({ [part]: value })}
              />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}
