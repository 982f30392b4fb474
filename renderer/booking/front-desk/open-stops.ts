import { useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Notice } from '#domain/safety/notices.ts'
import {
  assessSafety,
  currentSignOff,
  decideWithdrawal,
  findOpenStops,
  toSafetyCase,
} from '#domain/safety/safety-assessment.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable } from '../../kit/loadable.ts'

/** Returns a study's stops that are not covered by a sign-off, from its saved answers and its draft. */
const openStopsOf = ({ record, study, member }: SafetyView, now: Instant): readonly Notice[] => {
  const { booking } = study
  const appointment = booking === null ? null : { utcStart: booking.utcStart, timezone: booking.timezone }
  const safetyCase = toSafetyCase({ gender: member.gender, appointment, now })
  const saved = assessSafety(record.SafetyQuestions, safetyCase)
  const draft = record.draft === null ? null : assessSafety(record.draft.SafetyQuestions, safetyCase)
  const validSignOff = currentSignOff(record.signOffs)
  const isSigned = validSignOff !== null && decideWithdrawal(validSignOff.ground, saved, appointment) === null
  return findOpenStops(saved, draft, isSigned)
}

/**
 * Reads the open stops of a study when `isWanted` becomes true. While `isWanted` is true, reads them again when the
 * study's safety changes. The result is idle before the first read.
 */
export const useOpenStops = (
  bridge: Pick<Bridge, 'safety'>,
  study: Study,
  now: Instant,
  isWanted: boolean,
): Loadable<readonly Notice[]> => {
  const [stops, setStops] = useState<Loadable<readonly Notice[]>>({ kind: 'idle' })
  const { studyID } = study
  const seen = JSON.stringify(study.safety)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new summary (`seen`) triggers a read, a new minute must not
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    setStops({ kind: 'loading' })
    void bridge.safety.read({ studyID }).then((reply) => {
      if (!isCurrent) return
      setStops(
        reply.ok ? { kind: 'ready', value: openStopsOf(reply.value, now) } : { kind: 'failed', failure: reply.failure },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, studyID, seen, isWanted])
  return stops
}
