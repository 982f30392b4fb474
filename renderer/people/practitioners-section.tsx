import { useMemo, useState } from 'react'
import type { Failure } from '#contract/reply.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import {
  type AdministeredPractitioner,
  administeredPractitionerSchema,
} from '#domain/people/administered-practitioner.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { ComboBox } from '../kit/controls/combo-box.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { nameOrElse } from '../kit/name-or-else.ts'
import { RecordDialog } from '../records/record-dialog.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import { recordsWords } from '../records/records-words.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { describeBookingFailure } from '../study/booking-failures.ts'
import type { PeopleFactories } from './people-factories.ts'
import {
  parsePractitionerForm,
  practitionerFormFields,
  readCurrentPractitioner,
  toPractitionerValues,
} from './practitioner-form.ts'
import { practitionersSectionWords as words } from './practitioners-section-words.ts'

type Stores = PeopleFactories & WithConnectivity

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'entry'; readonly entry: AdministeredPractitioner }
  | { readonly kind: 'merge'; readonly entry: AdministeredPractitioner }

const joinName = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')

const nameOf = ({ salutation, firstName, lastName }: AdministeredPractitioner): string =>
  joinName(salutation, firstName, lastName)

/** Returns the fax numbers of an entry, its own first, without repetitions. */
const faxesOf = ({ contact, locations }: AdministeredPractitioner): readonly string[] => {
  const numbers = [contact.faxNumber, ...locations.map(({ practitionerContact }) => practitionerContact.faxNumber)]
  return [...new Set(numbers.map(formatPhone))].filter((number) => number !== '')
}

const addressOf = ({ contact: { address, address2 } }: AdministeredPractitioner): string =>
  [address, address2].filter((part) => part !== '').join(', ')

/** Shows where the reports of an entry go, so that practitioners with similar names can be told apart. */
function Contact({ entry }: { readonly entry: AdministeredPractitioner }) {
  const faxes = faxesOf(entry)
  const address = addressOf(entry)
  return (
    <span className="s-records__lines">
      {faxes.length === 0 ? <span className="s-records__quiet">{words.noFax}</span> : null}
      {faxes.map((number) => (
        <span key={number} className="s-records__whole tabular">
          {number}
        </span>
      ))}
      {address === '' ? null : <span className="s-records__quiet">{address}</span>}
    </span>
  )
}

/** Shows the directory of practitioners, with forms to add, change and merge entries. */
export function PractitionersSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newPractitionerRecords(), [stores])
  const [open, setOpen] = useState<Open | null>(null)
  const { save, load } = store.getState()
  /** The version that another user saved while this dialog was open. That version may have an additional practice. */
  const [saved, setSaved] = useState<AdministeredPractitioner | null>(null)
  const close = (): void => {
    setOpen(null)
    setSaved(null)
  }
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(entries) => entries}
      keyOf={({ id }) => id}
      textOf={(entry) =>
        [
          ...[nameOf(entry), entry.profession, ...entry.locations.map(practiceName)],
          ...[...faxesOf(entry), addressOf(entry)],
        ].join(' ')
      }
      columnsOf={(entries) => [
        { id: 'name', header: words.name, isRowHeader: true, cell: nameOf },
        { id: 'profession', header: words.profession, cell: ({ profession }) => profession },
        {
          id: 'practices',
          header: words.practices,
          cell: ({ locations, mergedInto }) => {
            const into = entries.find(({ id }) => id === mergedInto)
            return into === undefined ? locations.map(practiceName).join('; ') : words.mergedInto(nameOf(into))
          },
        },
        { id: 'contact', header: words.faxAndAddress, cell: (entry) => <Contact entry={entry} /> },
        stateColumn(),
        actsColumn(
          nameOf,
          (entry) => setOpen({ kind: 'entry', entry }),
          (entry) =>
            entry.mergedInto === null ? (
              <Button
                size="small"
                aria-label={words.mergeOf(nameOf(entry))}
                onPress={() => setOpen({ kind: 'merge', entry })}
              >
                {words.merge}
              </Button>
            ) : null,
        ),
      ]}
      onAdd={() => setOpen({ kind: 'new' })}
    >
      {(entries, offlineReason) => {
        if (open === null) return null
        if (open.kind === 'merge') {
          const { entry } = open
          return (
            <MergeDialog
              entry={entry}
              others={entries.filter(({ id, active }) => active && id !== entry.id)}
              offlineReason={offlineReason}
              send={async (into) => {
                const input = {
                  practitionerID: entry.id,
                  version: entry.version,
                  into: into.id,
                  intoVersion: into.version,
                }
                const reply = await save(`merge ${entry.id} ${into.id}`, (idempotencyKey) =>
                  bridge.practitioners.merge({ ...input, idempotencyKey }),
                )
                if (reply.ok) notices.success(words.merged(nameOf(entry), nameOf(into)))
                else if (reply.failure.code === 'stale') void load()
                return reply.ok ? null : reply.failure
              }}
              onClose={close}
            />
          )
        }
        const entry = open.kind === 'entry' ? (saved ?? open.entry) : null
        return (
          <RecordDialog
            title={entry === null ? words.addTitle : words.editTitle(nameOf(entry))}
            saveLabel={words.save}
            who={({ salutation, firstName, lastName, profession = '' }) =>
              entry === null
                ? words.who(nameOrElse(joinName(salutation, firstName, lastName), words.unnamed), profession)
                : words.who(nameOf(entry), entry.profession)
            }
            fields={practitionerFormFields(entry)}
            initial={entry === null ? {} : toPractitionerValues(entry)}
            version={entry?.version ?? null}
            parse={(values) => parsePractitionerForm(values, entry?.locations ?? [])}
            send={({ active, ...fields }, version) =>
              entry === null
                ? save('new', (idempotencyKey) => bridge.practitioners.create({ ...fields, idempotencyKey }))
                : save(entry.id, () =>
                    bridge.practitioners.change({ practitionerID: entry.id, ...fields, active, version }),
                  )
            }
            readCurrent={(current) => {
              const { data } = administeredPractitionerSchema.safeParse(current)
              if (data !== undefined) setSaved(data)
              return readCurrentPractitioner(current)
            }}
            offlineReason={offlineReason}
            onSaved={({ lastName = '' }) => notices.success(words.saved(lastName))}
            onClose={close}
          />
        )
      }}
    </RecordsSection>
  )
}

type MergeProps = {
  readonly entry: AdministeredPractitioner
  readonly others: readonly AdministeredPractitioner[]
  readonly offlineReason: string | null
  readonly send: (into: AdministeredPractitioner) => Promise<Failure | null>
  readonly onClose: () => void
}

function MergeDialog({ entry, others, offlineReason, send, onClose }: MergeProps) {
  const [intoID, setIntoID] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setIsPending] = useState(false)
  const into = others.find(({ id }) => id === intoID)
  const who = into === undefined ? nameOf(entry) : words.mergeWho(nameOf(entry), nameOf(into))
  const merge = async (): Promise<void> => {
    if (into === undefined) return
    setIsPending(true)
    const failed = await send(into)
    setIsPending(false)
    setFailure(failed)
    if (failed === null) onClose()
  }
  return (
    <Dialog
      isOpen
      isDismissable={!isPending}
      onClose={onClose}
      title={words.mergeTitle(nameOf(entry))}
      footer={
        <CommitBar who={who}>
          <Button onPress={onClose} isDisabled={isPending}>
            {recordsWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={offlineReason ?? (into === undefined ? words.chooseEntry : null)}
            aria-label={controlWords.commitOf(words.mergeConfirm, who)}
            onPress={() => void merge()}
          >
            {words.mergeConfirm}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-records__form">
        <p>{words.mergeText}</p>
        {failure === null ? null : (
          <Banner tone="error" title={words.mergeFailed}>
            {failure.code === 'stale' ? words.mergeStale : describeBookingFailure(failure).text}
          </Banner>
        )}
        <ComboBox
          label={words.mergeInto}
          isRequired
          options={others.map((other) => ({
            value: other.id,
            label: nameOf(other),
            description: [...other.locations.map(practiceName), ...faxesOf(other), addressOf(other)]
              .filter((part) => part !== '')
              .join('; '),
          }))}
          value={intoID}
          onChange={setIntoID}
        />
      </div>
    </Dialog>
  )
}
