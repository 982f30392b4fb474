import { useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { StudyPageView } from '#contract/study/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

/** Reads the study that is compared with a result, and again after each change of it. Idle without a study. */
export const useResultStudy = (
  bridge: Pick<Bridge, 'study' | 'on'>,
  studyID: StudyID | null,
): { readonly view: Loadable<StudyPageView>; readonly reload: () => Promise<void> } => {
  const [view, setView] = useState<Loadable<StudyPageView>>({ kind: 'idle' })
  const [readings] = useState(createReadings)
  const load = async (): Promise<void> => {
    if (studyID === null) return
    const isLatest = readings.begin()
    const reply = await bridge.study.read({ studyID })
    if (!isLatest()) return
    setView(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when another study is compared
  useEffect(() => {
    // Until the reply arrives, the result must not be compared with the member of the previous study.
    readings.expire()
    setView({ kind: studyID === null ? 'idle' : 'loading' })
    void load()
    return bridge.on('booking.studyChanged', (changed) => {
      if (changed.studyID === studyID) void load()
    })
  }, [bridge, studyID])
  return { view, reload: load }
}
