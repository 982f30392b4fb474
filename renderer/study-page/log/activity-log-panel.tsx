import { useState } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { waitingWords, withWaitingNotes } from '#domain/study/waiting-notes.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { logWords } from '../../safety/log-words.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import { failureText, panelWords } from '../../study/panel-words.ts'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import { activityLogWords as words } from './activity-log-words.ts'
import { categoriesOf, type LogRow, toLogRows } from './log-rows.ts'
import { type CopiedNote, NoteForm } from './note-form.tsx'
import { RefusedNotes } from './refused-notes.tsx'
import { type ReadStudyLog, useStudyLog } from './use-study-log.ts'
import '../../study/panels.css'
import './activity-log.css'

const all = 'all'

/** Shows the study's events, newest first, and the form for notes (study spec §3 log). */
export function ActivityLogPanel({ page }: StudyPartProps<WithDrafts>) {
  const read = useStudyLog(page)
  const { log } = read
  const [copied, setCopied] = useState<CopiedNote | null>(null)
  return (
    <Panel title={words.title} badge={log.kind === 'ready' ? <Badge>{log.value.length}</Badge> : null}>
      <div className="stp">
        <RefusedNotes page={page} onCopy={(note) => setCopied({ ...note })} />
        <NoteForm page={page} given={copied} onAdded={() => void read.load()} />
        <Lines page={page} read={read} />
      </div>
    </Panel>
  )
}

function Lines({ page, read }: StudyPartProps<WithDrafts> & { readonly read: ReadStudyLog }) {
  const { log, behind, load } = read
  const [chosen, setChosen] = useState(all)
  if (log.kind === 'idle' || log.kind === 'loading') {
    return (
      <SkeletonGroup label={words.loading} className="stp">
        <Skeleton />
        <Skeleton width="70%" />
        <Skeleton width="85%" />
      </SkeletonGroup>
    )
  }
  const again = (
    <Button size="small" onPress={() => void load()}>
      {panelWords.tryAgain}
    </Button>
  )
  const waiting = waitingOf(page)
  const entries = withWaitingNotes(log.kind === 'ready' ? log.value : [], waiting)
  const categories = categoriesOf(entries)
  // The latest log may not contain the chosen category any more.
  const category = categories.includes(chosen) ? chosen : null
  const rows = toLogRows(entries, waiting, category)
  const problem = log.kind === 'failed' ? log.failure : behind
  const title = log.kind === 'failed' ? words.notRead : words.outOfDate
  return (
    <>
      {problem === null ? null : (
        <Banner tone="warning" title={title} action={again}>
          {failureText(problem)}
        </Banner>
      )}
      {entries.length === 0 ? (
        log.kind === 'failed' ? null : (
          <p className="stp__quiet">{words.empty}</p>
        )
      ) : (
        <>
          <SelectField
            label={words.filter}
            size="small"
            className="stp-log__filter"
            options={[
              { value: all, label: words.allCategories },
              ...categories.map((value) => ({ value, label: value })),
            ]}
            value={category ?? all}
            onChange={setChosen}
          />
          <ol className="stp-log" aria-label={words.list}>
            {rows.map((row) => (
              <Line key={row.key} row={row} page={page} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}

const waitingOf = ({ view }: StudyPage<WithDrafts>): StudyPage<WithDrafts>['view']['waiting'] =>
  view.waiting.filter(({ studyID }) => studyID === view.study.studyID)

function Line({ row, page }: StudyPartProps<WithDrafts> & { readonly row: LogRow }) {
  const { entry, isWaiting } = row
  const { text, details } = logWords(entry)
  return (
    <li className="stp-log__line">
      <span className="stp-log__time tabular">{formatInstant(entry.time, page.view.location.timezone)}</span>
      <span className="stp-log__category">{entry.category}</span>
      <span className="stp-log__words">
        {details.length === 0 ? (
          text
        ) : (
          <details className="stp-log__more">
            <summary>{text}</summary>
            <ul>
              {details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </details>
        )}
        {isWaiting ? <Badge tone="warning">{waitingWords}</Badge> : null}
      </span>
      <span className="stp-log__by">{entry.by}</span>
    </li>
  )
}
