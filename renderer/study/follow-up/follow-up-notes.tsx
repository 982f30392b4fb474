import type { FormEvent } from 'react'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { noteMaxLength } from '#domain/study/follow-up.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { isWaitingNote, waitingWords } from '#domain/study/waiting-notes.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import type { Notices } from '../../kit/notices.ts'
import { describeStudyFailure } from '../study-failures.ts'
import { type FollowUpState, toShownNotes } from './follow-up-store.ts'

type Props = {
  readonly state: FollowUpState
  readonly notices: Notices
  readonly waiting: readonly WaitingStudyAct[]
  readonly zone: ZoneId
  /** Full name and birth date. */
  readonly who: string
  readonly isOnline: boolean
}

/** Shows the follow-up notes, newest first, and a form for a new one. A note can be added offline. */
export function FollowUpNotes({ state, notices, waiting, zone, who, isOnline }: Props) {
  const { text, adding, notes } = state
  const shown = toShownNotes(notes, waiting)
  const reason =
    text.trim() === ''
      ? 'Write the note first.'
      : text.trim().length > noteMaxLength
        ? `A note has at most ${noteMaxLength} characters.`
        : null
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (reason !== null) return
    const added = await state.add()
    if (added === null) return
    if (added.isWaiting) {
      notices.warning({
        title: 'Note kept on this workstation',
        description: 'It is sent when the connection is back.',
      })
    } else notices.success('Note added')
  }
  return (
    <Panel title="Follow-up notes" isCollapsible={false}>
      <form className="fu__form" aria-label="Add a follow-up note" onSubmit={(event) => void submit(event)}>
        <TextArea
          label="New note"
          value={text}
          onChange={state.type}
          maxLength={noteMaxLength}
          description={isOnline ? undefined : 'Offline: the note is kept here and sent when the connection is back.'}
        />
        {adding.kind === 'failed' ? (
          <Banner tone="error" title={studyMessages.logFailed}>
            {describeStudyFailure(adding.failure).text} The note stays in the field.
          </Banner>
        ) : null}
        <div>
          <Button
            type="submit"
            variant="primary"
            size="small"
            isPending={adding.kind === 'pending'}
            disabledReason={reason}
            aria-label={`Add note: ${who}`}
          >
            Add note
          </Button>
        </div>
      </form>
      {notes.kind === 'failed' ? (
        <Banner
          tone="warning"
          title="The notes could not be read"
          action={
            <Button size="small" onPress={() => void state.load()}>
              {studyMessages.tryAgain}
            </Button>
          }
        >
          {describeStudyFailure(notes.failure).text}
        </Banner>
      ) : null}
      {shown === null ? (
        notes.kind === 'failed' ? null : (
          <SkeletonGroup label="Loading the notes">
            <Skeleton />
            <Skeleton width="70%" />
          </SkeletonGroup>
        )
      ) : shown.length === 0 ? (
        <EmptyState size="small" title="No follow-up has been noted">
          What is agreed with the member about the consultation and the months after it stands here.
        </EmptyState>
      ) : (
        <ol className="fu__notes" aria-label="Follow-up notes">
          {shown.map((note) => (
            <li key={`${note.time} ${note.by} ${note.content}`}>
              <p className="fu__note">{note.content}</p>
              <p className="fu__quiet tabular">
                {formatInstant(note.time, zone)} by {note.by}{' '}
                {waiting.some((act) => act.failure === null && isWaitingNote(note, act)) ? (
                  <Badge tone="warning">{waitingWords}</Badge>
                ) : null}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
