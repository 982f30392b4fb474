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
  /** The study as it is shown; null while it is not read. */
  readonly current: () => Study | null
  /** Reads the study, then its log and safety answers; gives the study where it could be read and no later reading began. */
  readonly load: () => Promise<ReadStudy | null>
  /** Reads again what another desk changed; what is shown stays where that fails. */
  readonly reread: () => Promise<void>
  /** Shows the study as this desk has just written it. */
  readonly takeStudy: (study: Study) => void
}

/** Whether a study is as it was but for its money, which is shown on this page too and often moved by this very desk. */
const isOnlyMoney = (before: Study, after: Study): boolean => {
  const rest = (study: Study): string => {
    const status = { ...study.status, paid: false, paidTime: null, paidBy: null }
    return JSON.stringify({ ...study, version: 0, paymentAmount: 0, balance: 0, status })
  }
  return rest(before) === rest(after)
}

/** Creates what reads the study of the page, its log and its safety answers. */
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

  /** Takes a fresh reading of the study in; what others changed is said where a choice is being made. */
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
      // What is read already was written before this.
      readings.expire()
      const location = locations().find((each) => each.locationID === study.locationID) ?? read.value.location
      take({ ...read.value, study, location }, true)
      void readLog()
      void readSafety()
    },
  }
}
