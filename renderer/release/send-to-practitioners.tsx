import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { PractitionerContactDialog } from '../people/practitioner-contact-dialog.tsx'
import { practitionerRows } from '../people/practitioner-rows.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { GoToPractitioners } from './inside/go-to-practitioners.tsx'
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
import './release.css'

/** Shows the deliveries to the practitioners, and the password of an encrypted send. */
export function SendToPractitioners({ page }: StudyPartProps<ReleaseStores>) {
  return (
    <>
      <Practitioners page={page} />
      <SentPassword page={page} />
    </>
  )
}

/**
 * Shows the practitioners with their channels, and the dialogs that the table opens (study spec §2 Provider follow-up).
 */
function Practitioners({ page }: StudyPartProps<ReleaseStores>) {
  const release = useRelease(page)
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
  const { study, practitioners } = page.view
  if (practitionerRows(study.details.practitioners, practitioners).length === 0) {
    return (
      <EmptyState size="small" title={releaseWords.noPractitioner} action={<GoToPractitioners />}>
        {releaseWords.noPractitionerHint}
      </EmptyState>
    )
  }
  const recipients = release.read.kind === 'ready' ? release.read.value.recipients : []
  // If the page was read only from the cache, it has no directory entries; the release view still has the entries of
  // its recipients.
  const known = practitioners ?? recipients.map(({ practitioner }) => practitioner)
  const reread = async (): Promise<void> => {
    await Promise.all([release.load(), page.reload()])
  }
  const contact = known.find(({ id }) => id === edited) ?? null
  return (
    <>
      <ReleaseProblem page={page} release={release} />
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
      </div>
      <SendTable page={page} release={release} onSend={setStart} onEditDirectory={setEdited} onHistory={setHistory} />
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
