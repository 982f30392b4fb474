import type { FormEvent } from 'react'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { noteMaxLength } from '#domain/study/follow-up.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { isWaitingNote, waitingWords } from '#domain/study/waiting-notes.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import type { Notices } from '../../kit/notices.ts'
import { panelWords } from '../panel-words.ts'
import { describeStudyFailure } from '../study-failures.ts'
import { type FollowUpState, toShownNotes } from './follow-up-store.ts'
import { followUpWords } from './follow-up-words.ts'

const words = followUpWords.notes

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
      ? panelWords.note.empty
      : text.trim().length > noteMaxLength
        ? panelWords.note.tooLong(text.trim().length - noteMaxLength)
        : null
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (reason !== null) return
    const added = await state.add()
    if (added === null) return
    if (added.isWaiting) {
      notices.warning({
        title: panelWords.note.keptTitle,
        description: panelWords.noteSentLater,
      })
    } else notices.success(panelWords.note.added)
  }
  return (
    <Panel title={words.title} isCollapsible={false}>
      <form className="fu__form" aria-label={words.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={panelWords.note.label}
          value={text}
          onChange={state.type}
          maxLength={noteMaxLength}
          description={isOnline ? undefined : words.offline}
        />
        {adding.kind === 'failed' ? (
          <Banner tone="error" title={studyMessages.logFailed}>
            {words.failed(describeStudyFailure(adding.failure).text)}
          </Banner>
        ) : null}
        <CommitBar who={who}>
          <Button
            type="submit"
            variant="primary"
            size="small"
            isPending={adding.kind === 'pending'}
            disabledReason={reason}
            aria-label={panelWords.actFor(panelWords.note.add, who)}
          >
            {panelWords.note.add}
          </Button>
        </CommitBar>
      </form>
      {notes.kind === 'failed' ? (
        <Banner
          tone="warning"
          title={words.notRead}
          action={
            <Button size="small" onPress={() => void state.load()}>
              {panelWords.tryAgain}
            </Button>
          }
        >
          {describeStudyFailure(notes.failure).text}
        </Banner>
      ) : null}
      {shown === null ? (
        notes.kind === 'failed' ? null : (
          <SkeletonGroup label={words.loading}>
            <Skeleton />
            <Skeleton width="70%" />
          </SkeletonGroup>
        )
      ) : shown.length === 0 ? (
        <EmptyState size="compact" title={words.emptyTitle}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ol className="fu__notes" aria-label={words.list}>
          {shown.map((note) => (
            <li key={`${note.time} ${note.by} ${note.content}`}>
              <p className="fu__note">{note.content}</p>
              <p className="fu__quiet tabular">
                {words.line(formatInstant(note.time, zone), note.by)}{' '}
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
