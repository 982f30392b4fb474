import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ok } from '#contract/reply.ts'
import { noteMaxLength } from '#domain/study/follow-up.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import { failureText, panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { activityLogWords } from './activity-log-words.ts'
import { noteCategories } from './log-rows.ts'

const key = 'note'

const draftSchema = z.object({ category: z.string(), content: z.string() })
type Note = z.infer<typeof draftSchema>
const emptyNote: Note = { category: noteCategories[0], content: '' }

/**
 * A refused note to copy into the form. Each copy is a new object, so that copying the same note again also fills the
 * form.
 */
export type CopiedNote = { readonly category: string; readonly content: string }

type Props = StudyPartProps<WithDrafts> & { readonly given: CopiedNote | null; readonly onAdded: () => void }

/**
 * Adds a note to the log. The typed text stays as a draft until it is saved; offline the note becomes a waiting act.
 */
export function NoteForm({ page, given, onAdded }: Props) {
  const { bridge, notices, stores } = page
  const { studyID } = page.view.study
  const withRetryKey = useRetryKeys()
  const [note, setNote] = useState<Note>(emptyNote)
  /** The current note. A running save compares it with the note that it sent. */
  const typed = useRef(note)
  const hasTyped = useRef(false)
  const draftID = `study-note:${studyID}`
  const { drafts } = stores
  useEffect(() => {
    let isGone = false
    void drafts.read(draftID).then((content) => {
      const kept = draftSchema.safeParse(content).data
      if (isGone || hasTyped.current || kept === undefined) return
      typed.current = kept
      setNote(kept)
    })
    return () => {
      isGone = true
    }
  }, [drafts, draftID])
  const change = (changes: Partial<Note>): void => {
    hasTyped.current = true
    take({ ...typed.current, ...changes })
  }
  const take = (next: Note): void => {
    typed.current = next
    setNote(next)
    if (next.content.trim() === '') void drafts.discard(draftID)
    else drafts.keep(draftID, next)
  }
  const words = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: copied into the form once, when it is given
  useEffect(() => {
    if (given === null) return
    const before = typed.current.content.trim()
    const isKnown = (noteCategories as readonly string[]).includes(given.category)
    // Appended, so that the text already in the fields is not lost.
    change({
      content: before === '' ? given.content : `${before}\n${given.content}`,
      ...(isKnown && before === '' && { category: given.category }),
    })
    words.current?.focus()
  }, [given])
  const content = note.content.trim()
  const add = async (): Promise<void> => {
    const sent = note
    const reply = await page.perform(key, studyMessages.logFailed, async () =>
      // A retry after a lost response reuses the key, so the note is not added twice. Changed text gets a new key.
      ok(
        await withRetryKey(`${sent.category}\n${content}`, (idempotencyKey) =>
          bridge.study.addNote({ studyID, category: sent.category, content, idempotencyKey }),
        ),
      ),
    )
    if (reply === null) return
    if (!reply.ok) {
      notices.error({
        title: studyMessages.logFailed,
        description: activityLogWords.noteFailed(failureText(reply.failure)),
      })
      return
    }
    // If the user changed the text during the save, the new text is another note and stays in the form.
    if (typed.current.content === sent.content) take({ ...emptyNote, category: typed.current.category })
    if (reply.value.isWaiting) {
      notices.warning({
        title: panelWords.note.keptTitle,
        description: panelWords.noteSentLater,
      })
    } else notices.success(panelWords.note.added)
    onAdded()
  }
  const excess = note.content.length - noteMaxLength
  return (
    <div className="stp">
      <div className="stp-note">
        <SelectField
          label={activityLogWords.noteCategory}
          size="small"
          options={noteCategories.map((value) => ({ value, label: value }))}
          value={note.category}
          onChange={(category) => change({ category })}
        />
        <TextArea
          ref={words}
          label={panelWords.note.label}
          rows={2}
          maxLength={noteMaxLength}
          value={note.content}
          onChange={(text) => change({ content: text })}
        />
      </div>
      <div className="stp__actions">
        <Button
          size="small"
          icon={<MessageSquarePlus aria-hidden="true" />}
          isPending={page.isBusy(key)}
          disabledReason={
            page.reason('add-note', true) ??
            (content === '' ? panelWords.note.empty : excess > 0 ? panelWords.note.tooLong(excess) : null)
          }
          tooltip={panelWords.note.tip}
          aria-label={panelWords.actFor(panelWords.note.add, page.who)}
          onPress={() => void add()}
        >
          {panelWords.note.add}
        </Button>
      </div>
    </div>
  )
}
