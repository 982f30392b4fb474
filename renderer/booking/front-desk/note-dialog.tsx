import { useState } from 'react'
import type { Failure, Reply } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { frontDeskNoteMaxLength } from '#domain/study/front-desk-note.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import type { Drafts } from '../../session/drafts.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { rowIdentity, type TodayRow, whoIs } from './today-rows.ts'
import { useNoteDraft } from './use-note-draft.ts'

const words = frontDeskWords.note

type NoteDialogProps = {
  readonly row: TodayRow
  readonly location: Location
  readonly isOnline: boolean
  readonly drafts: Drafts
  readonly write: (note: string, from: string) => Promise<Reply<unknown>>
  readonly onClose: () => void
}

/**
 * Writes the front desk's note of a row. A note that another desk wrote in the meantime is shown before it is replaced.
 * Typed text survives closing the dialog and a reload.
 */
export function NoteDialog({ row, location, isOnline, drafts, write, onClose }: NoteDialogProps) {
  const current = row.study.details.frontDeskNote
  const { typed, from, change, discard } = useNoteDraft(drafts, row.study.studyID, current)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isChangedElsewhere = current !== from
  const note = typed.replace(/\s+/gu, ' ').trim()
  const save = async (): Promise<void> => {
    setPending(true)
    const reply = await write(note, from)
    setPending(false)
    if (reply.ok) {
      discard()
      onClose()
    } else setFailure(reply.failure)
  }
  const reason =
    note.length > frontDeskNoteMaxLength
      ? words.tooLong
      : note === from
        ? words.unchanged
        : whyNotOffline('frontDeskNote', isOnline)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="narrow"
      title={words.title}
      isDismissable={!isPending}
      footer={
        <CommitBar who={rowIdentity(row, formatInstant(row.utcStart, location.timezone))}>
          <Button onPress={onClose} isDisabled={isPending}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={reason}
            aria-label={note === '' ? words.removeOf(whoIs(row)) : words.saveOf(whoIs(row))}
            onPress={() => void save()}
          >
            {note === '' ? words.remove : words.save}
          </Button>
        </CommitBar>
      }
    >
      {isChangedElsewhere ? (
        <Banner
          tone="warning"
          title={words.changedTitle}
          action={
            <Button size="small" onPress={() => change({ from: current })}>
              {words.keepMine}
            </Button>
          }
        >
          {current === '' ? words.removedElsewhere : words.changedElsewhere(current)}
        </Banner>
      ) : failure === null ? null : (
        <Banner tone="error" title={words.notSaved}>
          {describeStudyFailure(failure).text}
        </Banner>
      )}
      <TextArea
        label={words.label}
        description={words.hint}
        rows={2}
        maxLength={frontDeskNoteMaxLength}
        value={typed}
        onChange={(text) => change({ typed: text })}
        autoFocus
      />
    </Dialog>
  )
}
