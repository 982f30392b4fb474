import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import type { WithConnectivity } from './connectivity-store.ts'
import { sessionWords } from './session-words.ts'

/** Shows that Atrium ignores the organisation's policy, and why. */
export function PolicyBanner({ connectivity }: WithConnectivity) {
  const problem = useStore(connectivity, (state) => state.connectivity?.policyProblem ?? null)
  if (problem === null) return null
  return (
    <Banner tone="warning" title={sessionWords.policy.title}>
      {sessionWords.policy[problem]}
    </Banner>
  )
}
