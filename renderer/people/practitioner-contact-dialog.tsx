import { useRef, useState } from 'react'
import { type Failure, ok } from '#contract/reply.ts'
import { decideDirectoryChange } from '#domain/people/directory-change.ts'
import { directoryProposed, directoryWillPropose } from '#domain/people/directory-words.ts'
import { faxNumberDigits } from '#domain/people/fax-number.ts'
import { isFaxable, type Practitioner } from '#domain/people/practitioner.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { awaitingReason } from '../kit/awaiting-reason.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { WithDrafts } from '../session/drafts.ts'
import { ConflictSides } from '../study/conflict-sides.tsx'
import { failureText, practitionerName } from '../study/panel-words.ts'
import { saySaved } from '../study/say-saved.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { type MergedEdit, useMergedEdit } from '../study/use-merged-edit.ts'
import {
  type ContactFields,
  contactChanges,
  contactFieldRows,
  contactFieldsOf,
  parseContactFields,
} from './practitioner-contact-fields.ts'
import { practitionerContactWords as words } from './practitioner-contact-words.ts'

const inputTypes = { email: 'email', fax: 'tel', text: 'text' } as const

/** Returns a hint, not an error: the directory also stores a number to which a report cannot be faxed. */
const faxHint = (faxNumber: string): string => {
  const digits = faxNumber.replace(/\D/gu, '').length
  if (faxNumber === '' || isFaxable(faxNumber)) return words.faxHint
  return digits === faxNumberDigits ? words.faxHintNotAlone : words.faxHintDigits(digits)
}

type Props = StudyPartProps<WithDrafts> & { readonly practitioner: Practitioner; readonly onClose: () => void }

/** Edits a practitioner's contact in the directory, for all studies that name them. */
export function PractitionerContactDialog({ page, practitioner, onClose }: Props) {
  const { edit, known, failure, isBusy, wasProposed } = useContactEdit(page, practitioner)
  // `true` assumes that a study at one of the user's locations names the practitioner. If no such study exists, the
  // server stores a front-desk change as a proposal, and the server's answer reports the proposal.
  const willPropose = decideDirectoryChange(page.session.user.roles, true) === 'proposal'
  const fields = edit.fields ?? contactFieldsOf(known)
  const rows = contactFieldRows(known, page.view.study.details.practitioners, fields)
  const [conflict] = edit.conflicts
  const name = practitionerName(known)
  const who = [name, known.profession].filter(Boolean).join(controlWords.between)
  const act = willPropose ? words.propose : words.save
  const refusedFields = failure?.code === 'invalid-input' ? (failure.details?.fields ?? {}) : {}
  const refusalOf = (path: string): string | undefined => refusedFields[path] ?? refusedFields[`contact.${path}`]
  const isShownAtField = rows.some(({ path }) => refusalOf(path) !== undefined)
  const save = async (): Promise<void> => {
    const end = await edit.save()
    if (end === 'saved' && wasProposed()) {
      page.notices.success({ title: words.proposed(name), description: directoryProposed })
    } else saySaved(page.notices, words.saved(name), end)
    if (end === 'saved' || end === 'typed-on') void page.reload()
    if (end === 'saved') onClose()
  }
  const discard = (): void => {
    edit.discard()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={words.title}
      subtitle={[name, known.profession].filter(Boolean).join(', ')}
      footer={
        <CommitBar who={who}>
          <Button
            onPress={discard}
            disabledReason={isBusy ? awaitingReason : null}
            aria-label={controlWords.commitOf(words.discard, who)}
          >
            {words.discard}
          </Button>
          <Button
            variant="primary"
            isPending={isBusy}
            disabledReason={
              page.reason('edit-practitioner-directory') ??
              (conflict !== undefined ? words.conflictFirst : edit.hasChanges ? null : words.noChanges)
            }
            aria-label={controlWords.commitOf(act, who)}
            onPress={() => void save()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      <div className="stp">
        {willPropose ? (
          <Banner tone="info" title={words.willProposeTitle}>
            {directoryWillPropose}
          </Banner>
        ) : null}
        {edit.isRestored ? (
          <Banner tone="info" title={words.restoredTitle}>
            {words.restored}
          </Banner>
        ) : null}
        {conflict === undefined ? null : (
          <ConflictSides
            what={rows.find(({ field }) => field === conflict.field)?.label ?? words.goneFax}
            mine={conflict.mine ?? ''}
            theirs={conflict.theirs ?? ''}
            isFoundBySave={edit.hasMetConflict}
            onSettle={(whose) => edit.settle(conflict.field, whose)}
          />
        )}
        {failure === null || isShownAtField ? null : (
          <Banner tone="error" title={studyMessages.savingFailed}>
            {words.failed(failureText(failure))}
          </Banner>
        )}
        {rows.map(({ field, label, kind, use, path }) => (
          <TextField
            key={field}
            label={label}
            type={inputTypes[kind]}
            value={fields[field] ?? ''}
            description={kind === 'fax' ? [use, faxHint(fields[field] ?? '')].filter(Boolean).join(' ') : undefined}
            errorMessage={refusalOf(path)}
            onChange={(value) => edit.change({ [field]: value })}
          />
        ))}
      </div>
    </Dialog>
  )
}

type ContactEdit = {
  readonly edit: MergedEdit<ContactFields>
  /** The practitioner's directory entry, as far as this window knows. */
  readonly known: Practitioner
  /** Why the last save failed; null if it succeeded, or failed only because of a conflict. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Whether the server stored the last save as a proposal. */
  readonly wasProposed: () => boolean
}

const useContactEdit = (page: Props['page'], practitioner: Practitioner): ContactEdit => {
  const { bridge, stores } = page
  const { locationID } = page.view.study
  const [known, setKnown] = useState(practitioner)
  /** The current value of `known`, for a save that finds another workstation's change. */
  const latest = useRef(practitioner)
  const keep = (fresh: Practitioner): void => {
    latest.current = fresh
    setKnown(fresh)
  }
  const [failure, setFailure] = useState<Failure | null>(null)
  const isProposed = useRef(false)
  const key = `practitioner ${practitioner.id}`
  const edit = useMergedEdit<ContactFields>({
    current: { fields: contactFieldsOf(known), version: known.version },
    draft: { drafts: stores.drafts, draftID: `practitioner:${practitioner.id}` },
    parse: (content) => parseContactFields(content, practitioner),
    send: async (fields, version) => {
      setFailure(null)
      const contact = contactChanges(contactFieldsOf(latest.current), fields)
      const reply = await page.perform(key, studyMessages.savingFailed, async () =>
        ok(await bridge.study.changePractitioner({ practitionerID: practitioner.id, version, contact, locationID })),
      )
      if (reply === null) return null
      if (reply.ok) {
        const { isProposed: wasProposed, ...entry } = reply.value
        isProposed.current = wasProposed
        keep(entry)
        // A proposal leaves the entry unchanged. The server has the typed values, so the draft is no longer needed.
        return ok(wasProposed ? fields : contactFieldsOf(entry))
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
        setFailure({ code: 'not-found', message: words.gonePractitioner })
        return null
      }
      keep(fresh)
      return { fields: contactFieldsOf(fresh), version: fresh.version }
    },
  })
  return { edit, known, failure, isBusy: page.isBusy(key), wasProposed: () => isProposed.current }
}
