import type { Bridge } from '#contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { describeStudyChanges } from '#domain/study/study-changes.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createReadings } from '../../kit/readings.ts'
import type { ReadStudy, StudyBookingStore } from './study-booking-state.ts'

type Parts = {
  readonly store: StudyBookingStore
  readonly bridge: Pick<Bridge, 'booking' | 'safety' | 'study'>
  readonly studyID: StudyID
  readonly locations: () => readonly Location[]
}

export type StudyReading = {
  /** Returns the study as shown; null until it is read. */
  readonly current: () => Study | null
  /**
   * Reads the study, then its log and safety answers. Returns the study; null if the read failed or a later read
   * started.
   */
  readonly load: () => Promise<ReadStudy | null>
  /** Reads changes by another workstation; a failure keeps the shown data. */
  readonly reread: () => Promise<void>
  /** Shows the study that this workstation has just saved. */
  readonly takeStudy: (study: Study) => void
}

/**
 * Returns whether two versions of a study differ only in its money, which this page also shows and this workstation
 * often changes.
 */
const isOnlyMoney = (before: Study, after: Study): boolean => {
  const rest = (study: Study): string => {
    const status = { ...study.status, paid: false, paidTime: null, paidBy: null }
    return JSON.stringify({ ...study, version: 0, paymentAmount: 0, balance: 0, status })
  }
  return rest(before) === rest(after)
}

/** Creates the reads of the page's study, its log and its safety answers. */
export const createStudyReading = ({ store, bridge, studyID, locations }: Parts): StudyReading => {
  const { getState: get, setState: set } = store
  const readings = createReadings()

  const current = (): Study | null => {
    const { study } = get()
    return study.kind === 'ready' ? study.value.study : null
  }

  const readLog = async (): Promise<void> => {
    if (get().log.kind !== 'ready') set({ log: { kind: 'loading' } })
    const isLatest = readings.begin('log')
    const reply = await bridge.study.readLog({ studyID })
    if (!isLatest()) return
    if (reply.ok) set({ log: { kind: 'ready', value: reply.value } })
    else if (get().log.kind !== 'ready') set({ log: { kind: 'failed', failure: reply.failure } })
  }

  const readSafety = async (): Promise<void> => {
    const isLatest = readings.begin('safety')
    const reply = await bridge.safety.read({ studyID })
    if (!isLatest()) return
    if (reply.ok) set({ safety: { kind: 'ready', value: reply.value.record } })
    else if (get().safety.kind !== 'ready') set({ safety: { kind: 'failed', failure: reply.failure } })
  }

  /** Shows a newly read study. Lists for the user what others changed, unless they changed only the money. */
  const take = (next: ReadStudy, byUs: boolean): void => {
    const before = current()
    const isNews = before !== null && !byUs && !isOnlyMoney(before, next.study)
    const changes = isNews ? describeStudyChanges(before, next.study, locations()) : []
    set({
      study: { kind: 'ready', value: next },
      changedMeanwhile: changes.length > 0 ? changes : byUs ? [] : get().changedMeanwhile,
    })
  }

  return {
    current,
    load: async () => {
      if (get().study.kind !== 'ready') set({ study: { kind: 'loading' } })
      const isLatest = readings.begin('study')
      const reply = await bridge.booking.readStudy({ studyID })
      if (!isLatest()) return null
      if (!reply.ok) {
        if (get().study.kind !== 'ready') set({ study: { kind: 'failed', failure: reply.failure } })
        return null
      }
      take(reply.value, false)
      void readLog()
      void readSafety()
      return reply.value
    },
    reread: async () => {
      const isLatest = readings.begin('study')
      const reply = await bridge.booking.readStudy({ studyID })
      if (!isLatest()) return
      if (reply.ok) take(reply.value, false)
      void readLog()
      void readSafety()
    },
    takeStudy: (study) => {
      const read = get().study
      if (read.kind !== 'ready') return
      // The answers of reads in progress are older than this write.
      readings.expire()
      const location = locations().find((each) => each.locationID === study.locationID) ?? read.value.location
      take({ ...read.value, study, location }, true)
      void readLog()
      void readSafety()
    },
  }
}
