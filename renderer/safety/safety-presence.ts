import type { Bridge } from '#contract/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { OtherDesk } from './study-safety-state.ts'

/** Milliseconds between two presence reports of a workstation. @internal Tests move their clock by it. */
export const presenceMs = 10_000

export type SafetyPresence = {
  /** Reports this workstation's presence and shows the other workstations, until {@link SafetyPresence.stop}. */
  readonly start: () => void
  readonly stop: () => void
}

/** Creates the reports that show which workstations have a study's questions open. */
export const createSafetyPresence = (
  safety: Pick<Bridge['safety'], 'present'>,
  studyID: StudyID,
  show: (others: readonly OtherDesk[]) => void,
): SafetyPresence => {
  let timer: ReturnType<typeof setInterval> | null = null
  const report = async (): Promise<void> => {
    const reply = await safety.present({ studyID, isLeaving: false })
    if (timer !== null && reply.ok) show(reply.value.others)
  }
  return {
    start: () => {
      if (timer !== null) return
      timer = setInterval(() => void report(), presenceMs)
      void report()
    },
    stop: () => {
      if (timer === null) return
      clearInterval(timer)
      timer = null
      show([])
      void safety.present({ studyID, isLeaving: true })
    },
  }
}
