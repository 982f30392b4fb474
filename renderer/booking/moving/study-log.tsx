import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { logWords } from '../../safety/log-words.ts'
import { movingWords } from './moving-words.ts'
import type { StudyBookingDesk } from './study-booking-state.ts'

const words = movingWords.log

/** Shows the text of a log line, with a list of the questions that the text only counts. */
function LogText({ text, details }: ReturnType<typeof logWords>) {
  if (details.length === 0) return <span>{text}</span>
  return (
    <details>
      <summary>{text}</summary>
      <ul>
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </details>
  )
}

/** Shows the study's activity log, the latest first (decisions §4). */
export function StudyLogPanel({ desk, zone }: { readonly desk: StudyBookingDesk; readonly zone: ZoneId }) {
  const log = useStore(desk.store, (state) => state.log)
  return (
    <Panel
      title={words.title}
      badge={log.kind === 'ready' ? <span className="sl__count">{log.value.length}</span> : null}
    >
      {log.kind === 'loading' || log.kind === 'idle' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton />
          <Skeleton width="70%" />
        </SkeletonGroup>
      ) : log.kind === 'failed' ? (
        <Banner tone="warning" title={words.failed}>
          {log.failure.message}
        </Banner>
      ) : log.value.length === 0 ? (
        <p className="sl__empty">{words.empty}</p>
      ) : (
        <ol className="sl">
          {log.value
            .map((entry, index) => ({ entry, key: `${entry.time} ${index}` }))
            .sort((a, b) => (a.entry.time < b.entry.time ? 1 : -1))
            .map(({ entry, key }) => (
              <li key={key}>
                <span className="sl__time tabular">{formatInstant(entry.time, zone)}</span>
                <LogText {...logWords(entry)} />
                <span className="sl__by">{entry.by}</span>
              </li>
            ))}
        </ol>
      )}
    </Panel>
  )
}
