import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '#contract/reply.ts'
import type { LogEntry } from '#domain/study/study.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { createReadings } from '../../kit/readings.ts'
import type { StudyPage } from '../../study/study-part-props.ts'

export type ReadStudyLog = {
  readonly log: Loadable<readonly LogEntry[]>
  /** Why the last load failed; null after a success. The screen keeps the log of an earlier load, if there is one. */
  readonly behind: Failure | null
  readonly load: () => Promise<void>
}

/**
 * Reads the study's log. Reads it again after each change of the study or of its waiting acts, each minute, and when
 * the connection changes. The earlier log stays until the new one arrives.
 */
export const useStudyLog = ({ bridge, view, isOnline, now }: StudyPage): ReadStudyLog => {
  const { studyID } = view.study
  const [log, setLog] = useState<ReadStudyLog['log']>({ kind: 'loading' })
  const [behind, setBehind] = useState<Failure | null>(null)
  const [readings] = useState(createReadings)
  const load = useCallback(async (): Promise<void> => {
    const isLatest = readings.begin()
    const reply = await bridge.study.readLog({ studyID })
    // Only the latest of two overlapping readings counts.
    if (!isLatest()) return
    if (reply.ok) setLog({ kind: 'ready', value: reply.value })
    else setLog((before) => (before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }))
    setBehind(reply.ok ? null : reply.failure)
  }, [bridge, readings, studyID])
  useEffect(() => {
    const reread = ({ studyID: changed }: { readonly studyID: string }): void => {
      if (changed === studyID) void load()
    }
    const stops = [
      bridge.on('booking.studyChanged', reread),
      bridge.on('study.waitingChanged', reread),
      bridge.on('bridge.gap', () => void load()),
    ]
    return () => {
      readings.expire()
      for (const stop of stops) stop()
    }
  }, [bridge, readings, studyID, load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when the panel opens, each minute in case an event was lost, and when the connection changes
  useEffect(() => void load(), [load, isOnline, now])
  return { log, behind, load }
}
