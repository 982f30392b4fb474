import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { minutesBetween } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import type { WithSession } from './session-store.ts'
import { describeSignInFailure } from './sign-in-failure.ts'

type Stores = WithClock & WithSession

type Props = { stores: Stores; purpose: 'sign-in' | 'unlock' }

/** Shows why the last attempt failed, with a countdown until the user can try again; nothing if it did not fail. */
export function AttemptProblem({ stores, purpose }: Props) {
  const attempt = useStore(stores.session, (state) => state.attempt)
  const second = useStore(stores.clock, (state) => state.second)
  const [failedAt, setFailedAt] = useState(second)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the countdown
  useEffect(() => setFailedAt(stores.clock.getState().second), [attempt, stores])
  if (attempt.kind !== 'failed') return null
  const since = Math.max(0, Math.round(minutesBetween(failedAt, second) * 60))
  const problem = describeSignInFailure(attempt.failure, purpose, since)
  return (
    <Banner tone="error" title={problem.title}>
      {problem.text}
    </Banner>
  )
}
