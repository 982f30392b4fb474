import { useEffect, useRef, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import {
  type AdministeredLocation,
  administeredLocationSchema,
  type BookedStudy,
} from '#domain/locations/location-draft.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import type { Notices } from '../kit/notices.ts'
import { BookedStudies } from './booked-studies.tsx'
import { LocationFieldGroups } from './location-fields.tsx'
import {
  differences,
  type LocationForm,
  newLocationForm,
  parseLocationForm,
  problemsByField,
  toLocationForm,
} from './location-form.ts'
import { locationFormWords as words } from './location-form-words.ts'
import { MachinesPanel } from './machines-panel.tsx'
import { mergeLocationForms } from './merge-location-forms.ts'
import { VersionConflict } from './version-conflict.tsx'

type Props = {
  readonly bridge: Pick<Bridge, 'clinics'>
  readonly notices: Notices
  readonly newKey: () => string
  /** Null creates a location. */
  readonly record: AdministeredLocation | null
  readonly skuNames: ReadonlyMap<number, string>
  readonly offlineReason: string | null
  readonly onSaved: (saved: AdministeredLocation) => void
  readonly onClose: () => void
}

/** Creates or changes a location, with its machines. */
export function LocationDialog(props: Props) {
  const { record, onClose } = props
  const [base, setBase] = useState(record)
  const [form, setForm] = useState<LocationForm>(record === null ? newLocationForm() : toLocationForm(record.location))
  const edit = useSaving({ ...props, base, form })
  const name = base === null ? words.newTitle : words.title(base.location.address.name)
  const who =
    base === null
      ? nameOrElse(form.texts.name, words.newTitle)
      : `${base.location.address.name}${controlWords.between}${base.location.locationID}`
  const act = base === null ? words.create : words.save
  const { conflict, failure } = edit
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form is long, and the reason for a refusal is at its top.
    if (failure !== null) top.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!edit.isBusy}
      title={name}
      subtitle={base?.location.locationID}
      footer={
        <CommitBar who={who}>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            isPending={edit.isBusy}
            disabledReason={props.offlineReason}
            aria-label={controlWords.commitOf(act, who)}
            onPress={() => void edit.save()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-clinics__form">
        <div ref={top} />
        {conflict === null ? null : (
          <VersionConflict
            lines={differences(form, toLocationForm(conflict.location))}
            onTakeSaved={() => {
              setBase(conflict)
              setForm(toLocationForm(conflict.location))
              props.onSaved(conflict)
              edit.clear()
            }}
            onKeepMine={() => {
              setBase(conflict)
              edit.clear()
            }}
          />
        )}
        {failure === null || conflict !== null ? null : (
          <Banner tone="error" title={words.failedTitle}>
            {failure.message}
            {edit.booked.length === 0 || base === null ? null : (
              <BookedStudies label={words.bookingsTitle} studies={edit.booked} zone={base.location.timezone} />
            )}
          </Banner>
        )}
        <LocationFieldGroups form={form} onChange={setForm} problems={edit.problems} isNew={base === null} />
        {base === null ? null : (
          <MachinesPanel
            {...props}
            record={conflict ?? base}
            onSaved={(saved) => {
              props.onSaved(saved)
              // The version may contain another administrator's changes, which the next save must not undo.
              const newer = toLocationForm(saved.location)
              const merged = mergeLocationForms(toLocationForm(base.location), form, newer)
              if (merged === null || conflict !== null) {
                edit.showConflict(saved)
                return
              }
              setBase(saved)
              setForm(merged)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

type Saving = {
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly problems: Readonly<Record<string, string>>
  readonly booked: readonly BookedStudy[]
  /** The version that another administrator saved in the meantime. */
  readonly conflict: AdministeredLocation | null
  readonly save: () => Promise<void>
  /** Shows the conflict with a version that a change of a machine returned, as after a refused save. */
  readonly showConflict: (saved: AdministeredLocation) => void
  readonly clear: () => void
}

/**
 * Saves the form. If the user sends an unchanged form again, the request has the same key, so that a retry after a lost
 * answer does not create a second location.
 */
const useSaving = (
  parts: Props & { readonly base: AdministeredLocation | null; readonly form: LocationForm },
): Saving => {
  const { bridge, notices, base, form, onSaved, onClose } = parts
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [sent, setSent] = useState<{ readonly key: string; readonly body: string } | null>(null)
  const fail = (why: Failure): void => {
    setFailure(why)
    setProblems(problemsByField(why.details?.fields ?? {}))
  }
  const save = async (): Promise<void> => {
    const parsed = parseLocationForm(form, base === null)
    if ('problems' in parsed) {
      fail({ code: 'invalid-input', message: words.checkFields })
      setProblems(parsed.problems)
      return
    }
    setIsBusy(true)
    const { fields } = parsed
    const body = JSON.stringify([form.country, form.texts.state, fields])
    // A changed form is another request and needs another key.
    const key = sent?.body === body ? sent.key : parts.newKey()
    setSent({ key, body })
    const reply =
      base === null
        ? await bridge.clinics.create({ country: form.country, state: form.texts.state, fields, idempotencyKey: key })
        : await bridge.clinics.change({ locationID: base.location.locationID, version: base.version, fields })
    setIsBusy(false)
    if (!reply.ok) {
      fail(reply.failure)
      return
    }
    const { location } = reply.value
    const { name } = location.address
    notices.success(base === null ? words.created(name, location.locationID) : words.saved(name))
    onSaved(reply.value)
    onClose()
  }
  const current = administeredLocationSchema.safeParse(failure?.details?.current)
  return {
    isBusy,
    failure,
    problems,
    booked: failure?.details?.bookings ?? [],
    conflict: failure?.code === 'stale' && current.success ? current.data : null,
    save,
    showConflict: (saved) => fail({ code: 'stale', message: words.conflict, details: { current: saved } }),
    clear: () => {
      setFailure(null)
      setProblems({})
    },
  }
}
