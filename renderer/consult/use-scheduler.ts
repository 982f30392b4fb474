import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import type { ConsultFactories } from './consult-factories.ts'
import type { SchedulerState } from './scheduler-store.ts'

/**
 * Returns why an event could not be saved. The message of `not-found` and `invalid-input` is shown as received, because
 * it is about the service's event and not about the study.
 */
const describeRefusal = (failure: Failure): string =>
  failure.code === 'not-found' || failure.code === 'invalid-input'
    ? failure.message
    : describeStudyFailure(failure).text

/**
 * Creates the scheduler of a study's page. As soon as the back office is reachable, the scheduler saves in the
 * background the events that were unsaved when the user left the page. If there are no such events, it refreshes a
 * booked consult instead. The scheduler does one or the other, and only once.
 */
export const useScheduler = (page: StudyPage<ConsultFactories>): SchedulerState => {
  const latest = useRef(page)
  useEffect(() => {
    latest.current = page
  })
  const { stores, notices, isOnline } = page
  const { studyID } = page.view.study
  const store = useMemo(
    () =>
      stores.newScheduler({
        notices,
        studyID,
        study: () => latest.current.view.study,
        mayPrefer: () => latest.current.decide('schedule-preferred-consult').kind === 'allowed',
        keep: (study) => latest.current.keep(study),
        describe: describeRefusal,
      }),
    [stores, notices, studyID],
  )
  useEffect(() => {
    if (isOnline) void store.getState().catchUp()
  }, [store, isOnline])
  return useStore(store)
}
