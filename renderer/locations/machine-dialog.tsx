import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Machine } from '#domain/locations/location.ts'
import {
  type AdministeredLocation,
  administeredLocationSchema,
  type MachineFields,
  machineFieldsSchema,
} from '#domain/locations/location-draft.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { Notices } from '../kit/notices.ts'
import { BookedStudies } from './booked-studies.tsx'
import { machineWords as words } from './machine-words.ts'

type Part = 'clean' | 'scan' | 'block'
const parts = ['clean', 'scan', 'block'] as const satisfies readonly Part[]
type ScanForm = Readonly<Record<Part, string>> & { readonly isOn: boolean }
type MachineForm = {
  readonly name: string
  readonly active: boolean
  readonly scans: ReadonlyMap<number, ScanForm>
}

const noMinutes: ScanForm = { clean: '', scan: '', block: '', isOn: false }

const toForm = (machine: Machine | null, skus: Iterable<number>): MachineForm => {
  const scans = new Map<number, ScanForm>()
  for (const skuID of [...skus, ...(machine?.availableSKUs ?? [])]) {
    const own = machine?.defaultTimes[String(skuID)]
    const isOn = machine?.availableSKUs.some((each) => each === skuID) ?? false
    scans.set(
      skuID,
      own === undefined
        ? { ...noMinutes, isOn }
        : { clean: String(own.clean), scan: String(own.scan), block: String(own.block), isOn },
    )
  }
  return { name: machine?.name ?? '', active: machine?.active !== false, scans }
}

/**
 * Returns the fields of the form. Returns null when a field is invalid: for example, the minutes of a scan type are not
 * whole numbers, or only some of them are given.
 */
const parseForm = ({ name, active, scans }: MachineForm): MachineFields | null => {
  const parsed = machineFieldsSchema.safeParse({
    name,
    active,
    scans: [...scans]
      .filter(([, { isOn }]) => isOn)
      .map(([skuID, form]) => {
        const isEmpty = parts.every((part) => form[part].trim() === '')
        const minute = (part: Part): number => (form[part].trim() === '' ? Number.NaN : Number(form[part]))
        return {
          skuID,
          minutes: isEmpty ? null : { clean: minute('clean'), scan: minute('scan'), block: minute('block') },
        }
      }),
  })
  return parsed.success ? parsed.data : null
}

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly newKey: () => string
  readonly record: AdministeredLocation
  /** Null adds a machine. */
  readonly machine: Machine | null
  readonly skuNames: ReadonlyMap<number, string>
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredLocation) => void
  readonly onClose: () => void
}

/** Adds or changes a machine: its name, scan types and minutes, and whether it takes bookings. */
export function MachineDialog(props: Props) {
  const { machine, record, skuNames } = props
  const [form, setForm] = useState(() => toForm(machine, skuNames.keys()))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [key] = useState(props.newKey)
  const save = async (): Promise<void> => {
    const fields = parseForm(form)
    if (fields === null) {
      setFailure({ code: 'invalid-input', message: words.minutesWrong })
      return
    }
    setIsBusy(true)
    const place = { locationID: record.location.locationID, version: record.version, machine: fields }
    const { clinics } = props.bridge
    const reply =
      machine === null
        ? // The version is part of the request, so each version has its own key.
          await clinics.addMachine({ ...place, idempotencyKey: `${key}-${record.version}` })
        : await clinics.changeMachine({ ...place, machineID: machine.machineID })
    setIsBusy(false)
    if (reply.ok) {
      props.notices.success(words.saved(fields.name))
      props.onSaved(reply.value)
      props.onClose()
      return
    }
    const current = administeredLocationSchema.safeParse(reply.failure.details?.current)
    if (current.success) props.onSaved(current.data)
    setFailure(reply.failure)
  }
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      isDismissable={!isBusy}
      title={machine === null ? words.newTitle : words.edit(machine.name)}
      subtitle={machine?.machineID ?? record.location.address.name}
      footer={
        <>
          <Button onPress={props.onClose}>{words.cancel}</Button>
          <Button variant="primary" isPending={isBusy} disabledReason={props.offlineReason} onPress={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="s-clinics__form">
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
              {`${name} (${skuID})`}
            </Checkbox>
            {parts.map((part) => (
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
