import { Pencil, Send } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { PractitionerContactDialog } from '../people/practitioner-contact-dialog.tsx'
import { practitionerRows } from '../people/practitioner-rows.ts'
import { practitionerWords } from '../people/practitioner-words.ts'
import { PractitionersEdit } from '../people/practitioners-edit.tsx'
import { practitionersKey, usePractitionersEdit } from '../people/use-practitioners-edit.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import { useOpener } from '../study/use-opener.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { ReleaseProblem } from './inside/release-problem.tsx'
import { releaseWords } from './inside/release-words.ts'
import { SendBatchDialog } from './inside/send-batch-dialog.tsx'
import { sendBatchWords } from './inside/send-batch-words.ts'
import { SendDialog } from './inside/send-dialog.tsx'
import { readReason, SendTable } from './inside/send-table.tsx'
import { SentPassword } from './inside/sent-password.tsx'
import { useRelease } from './inside/use-release.ts'
import type { SendStart } from './inside/use-send.ts'
import type { ReleaseStores } from './release-factories.ts'
import type { ReleaseState } from './release-store.ts'
import './release.css'

type Stores = ReleaseStores & WithDrafts

/**
 * Shows the practitioners of the study with their channels and last sends, and lets the user change the list. The page
 * has no other list of practitioners (decision 361). Also shows the password of an encrypted send.
 */
export function SendToPractitioners({ page }: StudyPartProps<Stores>) {
  const release = useRelease(page)
  const edit = usePractitionersEdit(page)
  const opener = useOpener(edit.fields !== null)
  const { study, practitioners } = page.view
  const isEmpty = practitionerRows(study.details.practitioners, practitioners).length === 0
  const change = <ChangeButton page={page} opener={opener} onPress={edit.begin} />
  const form =
    edit.fields === null ? null : (
      <PractitionersEdit page={page} edit={edit} fields={edit.fields} busyKey={practitionersKey} />
    )
  return (
    <>
      {isEmpty ? (
        (form ?? (
          <EmptyState size="small" title={releaseWords.noPractitioner} action={change}>
            {releaseWords.noPractitionerHint}
          </EmptyState>
        ))
      ) : (
        <>
          <Practitioners page={page} release={release} change={form === null ? change : null} />
          {form}
          {practitioners === null ? <p className="stp__quiet">{practitionerWords.namesOffline}</p> : null}
        </>
      )}
      <SentPassword page={page} />
    </>
  )
}

type ChangeProps = {
  readonly page: StudyPage
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onPress: () => void
}

function ChangeButton({ page, opener, onPress }: ChangeProps) {
  return (
    <Button
      ref={opener}
      size="small"
      icon={<Pencil aria-hidden="true" />}
      disabledReason={page.reason('edit-practitioners')}
      aria-label={practitionerWords.edit.beginFor(page.who)}
      onPress={onPress}
    >
      {practitionerWords.edit.begin}
    </Button>
  )
}

type PractitionersProps = StudyPartProps<Stores> & {
  readonly release: ReleaseState
  /** The button that changes the list; null while the list is being changed. */
  readonly change: ReactNode
}

/** Shows the table of practitioners, and the dialogs that the table opens (study spec §2 Provider follow-up). */
function Practitioners({ page, release, change }: PractitionersProps) {
  const { sends } = page.stores
  const { studyID } = page.view.study
  // Reopens the dialog of a send whose result is not known yet, for example after the window was locked.
  const [start, setStart] = useState<SendStart | null>(
    () => sends.getState().open.find(({ input, isAside }) => input.studyID === studyID && !isAside)?.input ?? null,
  )
  // Shows the results of a send to several recipients again: after the window was locked, or after another sign-in.
  const hasBatch = useStore(page.stores.sendBatches, ({ batches }) =>
    batches.some((batch) => batch.studyID === studyID),
  )
  const [isBatchOpen, setBatchOpen] = useState(hasBatch)
  useEffect(() => {
    if (hasBatch) setBatchOpen(true)
  }, [hasBatch])
  const [edited, setEdited] = useState<string | null>(null)
  const [history, setHistory] = useState<{ readonly practitionerID: string; readonly name: string } | null>(null)
  const recipients = release.read.kind === 'ready' ? release.read.value.recipients : []
  // If the page was read only from the cache, it has no directory entries; the release view still has the entries of
  // its recipients.
  const known = page.view.practitioners ?? recipients.map(({ practitioner }) => practitioner)
  const reread = async (): Promise<void> => {
    await Promise.all([release.load(), page.reload()])
  }
  const contact = known.find(({ id }) => id === edited) ?? null
  return (
    <>
      <ReleaseProblem page={page} release={release} />
      <SendTable page={page} release={release} onSend={setStart} onEditDirectory={setEdited} onHistory={setHistory} />
      <div className="stp__actions">
        <Button
          size="small"
          icon={<Send aria-hidden="true" />}
          disabledReason={page.reason('send-to-practitioner') ?? readReason(release)}
          aria-label={sendBatchWords.openOf(page.who)}
          onPress={() => setBatchOpen(true)}
        >
          {sendBatchWords.open}
        </Button>
        {change}
      </div>
      {history === null ? null : (
        <HistoryDialog bridge={page.bridge} isOnline={page.isOnline} {...history} onClose={() => setHistory(null)} />
      )}
      {start === null || release.read.kind !== 'ready' ? null : (
        <SendDialog
          page={page}
          view={release.read.value}
          start={start}
          reread={reread}
          onClose={() => setStart(null)}
          onEditDirectory={() => setEdited(start.practitionerID)}
        />
      )}
      {isBatchOpen && release.read.kind === 'ready' ? (
        <SendBatchDialog page={page} view={release.read.value} reread={reread} onClose={() => setBatchOpen(false)} />
      ) : null}
      {contact === null ? null : (
        <PractitionerContactDialog
          key={contact.id}
          page={page}
          practitioner={contact}
          onClose={() => {
            setEdited(null)
            void release.load()
          }}
        />
      )}
    </>
  )
}
