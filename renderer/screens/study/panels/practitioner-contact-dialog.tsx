import { useState } from 'react'
import { type Failure, ok } from '#domain/contract/reply.ts'
import { faxNumberDigits } from '#domain/release/fax-number.ts'
import {
  isFaxable,
  type Practitioner,
  type PractitionerContact,
  practitionerContactSchema,
} from '#domain/study/practitioner.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { awaitingReason } from '../../../booking-parts/awaiting-reason.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Button } from '../../../widgets/button.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { TextField } from '../../../widgets/text-field.tsx'
import type { StudyPartProps } from '../study-part-props.ts'
import { ConflictSides } from './conflict-sides.tsx'
import { failureText, practiceName, practitionerName } from './panel-words.ts'
import { saySaved } from './say-saved.ts'
import { type MergedEdit, useMergedEdit } from './use-merged-edit.ts'

const labels: Readonly<Record<keyof PractitionerContact, string>> = {
  emailAddress: 'E-mail',
  faxNumber: 'Fax',
  address: 'Address',
  address2: 'Address, second line',
}
const fieldNames = ['emailAddress', 'faxNumber', 'address', 'address2'] as const

/** No refusal: whether it can be faxed to is judged when a report is sent. */
const faxHint = (faxNumber: string): string => {
  const digits = faxNumber.replace(/\D/gu, '').length
  if (faxNumber === '' || isFaxable(faxNumber)) return 'Reports can be faxed to a number of 11 digits.'
  return digits === faxNumberDigits
    ? 'Reports can be faxed to 11 digits alone, without an extension or words.'
    : `This number has ${digits} digits: reports can be faxed to one of 11 only.`
}

type Props = StudyPartProps & { readonly practitioner: Practitioner; readonly onClose: () => void }

/** Changes where a practitioner is reached, in the directory: for all studies that name them. */
export function PractitionerContactDialog({ page, practitioner, onClose }: Props) {
  const { edit, known, failure, isBusy } = useContactEdit(page, practitioner)
  const fields = edit.fields ?? known.contact
  const [conflict] = edit.conflicts
  const name = practitionerName(known)
  const refused = failure?.code === 'invalid-input' ? (failure.details?.fields ?? {}) : {}
  const save = async (): Promise<void> => {
    const end = await edit.save()
    saySaved(page.notices, `Contact of ${name} saved`, end)
    if (end === 'saved' || end === 'typed-on') void page.reload()
    if (end === 'saved') onClose()
  }
  const discard = (): void => {
    edit.discard()
    onClose()
  }
  const practiceFaxes = known.locations.filter(({ practitionerContact }) => practitionerContact.faxNumber !== '')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title="Contact in the practitioner directory"
      subtitle={[name, known.profession].filter(Boolean).join(', ')}
      footer={
        <>
          <Button onPress={discard} disabledReason={isBusy ? awaitingReason : null}>
            Discard changes
          </Button>
          <Button
            variant="primary"
            isPending={isBusy}
            disabledReason={
              page.reason('edit-practitioner-directory') ??
              (conflict !== undefined
                ? 'Choose between the two first.'
                : edit.hasChanges
                  ? null
                  : 'Nothing has been changed.')
            }
            onPress={() => void save()}
          >
            Save contact of {name}
          </Button>
        </>
      }
    >
      <div className="stp">
        {edit.isRestored ? (
          <Banner tone="info" title="You were changing this contact">
            What you typed was kept on this workstation and is not saved yet.
          </Banner>
        ) : null}
        {conflict === undefined ? null : (
          <ConflictSides
            what={labels[conflict.field]}
            mine={conflict.mine}
            theirs={conflict.theirs}
            isMetBySave={edit.hasMetConflict}
            onSettle={(whose) => edit.settle(conflict.field, whose)}
          />
        )}
        {failure === null || failure.code === 'invalid-input' ? null : (
          <Banner tone="error" title={studyMessages.savingFailed}>
            {failureText(failure)} What you typed is kept.
          </Banner>
        )}
        {fieldNames.map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            type={field === 'emailAddress' ? 'email' : field === 'faxNumber' ? 'tel' : 'text'}
            value={fields[field]}
            description={field === 'faxNumber' ? faxHint(fields.faxNumber) : undefined}
            errorMessage={refused[field] ?? refused[`contact.${field}`]}
            onChange={(value) => edit.change({ [field]: value })}
          />
        ))}
        {practiceFaxes.length === 0 ? null : (
          <p className="stp__quiet">
            Where a study names one of these practices, its own fax is used:{' '}
            {practiceFaxes
              .map((practice) => `${practiceName(practice)} (${practice.practitionerContact.faxNumber})`)
              .join('; ')}
            .
          </p>
        )}
      </div>
    </Dialog>
  )
}

type ContactEdit = {
  readonly edit: MergedEdit<PractitionerContact>
  /** The practitioner as the directory has them, as far as this window knows. */
  readonly known: Practitioner
  /** Why the last save was refused; null where it was not. */
  readonly failure: Failure | null
  readonly isBusy: boolean
}

const useContactEdit = (page: Props['page'], practitioner: Practitioner): ContactEdit => {
  const { bridge, stores } = page
  const [known, setKnown] = useState(practitioner)
  const [failure, setFailure] = useState<Failure | null>(null)
  const key = `practitioner ${practitioner.id}`
  const edit = useMergedEdit<PractitionerContact>({
    current: { fields: known.contact, version: known.version },
    draft: { drafts: stores.drafts, draftID: `practitioner:${practitioner.id}` },
    parse: (content) => practitionerContactSchema.safeParse(content).data ?? null,
    send: async (contact, version) => {
      setFailure(null)
      const reply = await page.perform(key, studyMessages.savingFailed, async () =>
        ok(await bridge.study.changePractitioner({ practitionerID: practitioner.id, version, contact })),
      )
      if (reply === null) return null
      if (reply.ok) {
        setKnown(reply.value)
        return ok(reply.value.contact)
      }
      if (reply.failure.code !== 'stale') setFailure(reply.failure)
      return reply
    },
    refresh: async () => {
      const reply = await bridge.study.searchPractitioners({ text: practitioner.lastName })
      if (!reply.ok) {
        setFailure(reply.failure)
        return null
      }
      const fresh = reply.value.find(({ id }) => id === practitioner.id)
      if (fresh === undefined) {
        setFailure({ code: 'not-found', message: 'The directory has this practitioner no more.' })
        return null
      }
      setKnown(fresh)
      return { fields: fresh.contact, version: fresh.version }
    },
  })
  return { edit, known, failure, isBusy: page.isBusy(key) }
}
