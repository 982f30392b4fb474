import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { safetyStateWords } from '#domain/safety/safety-states.ts'
import { SafetyBadge } from '../study/state-badge.tsx'
import { toSafetyChips } from './booking-safety.ts'
import './safety-chips.css'

type Props = {
  readonly summary: SafetySummary
  /** True when the text before the chips already says that they are about safety. */
  readonly isNamed?: boolean
}

/** Shows a study's safety state as badges, for one line of a list: missing answers, stops and the sign-off. */
export function SafetyChips({ summary, isNamed = false }: Props) {
  const chips = toSafetyChips(summary, isNamed)
  return (
    <span className="safety-chips">
      {chips.length === 0 ? <SafetyBadge state="answered" word={safetyStateWords.answered} /> : null}
      {chips.map(({ state, text }) => (
        <SafetyBadge key={state} state={state} word={text} />
      ))}
    </span>
  )
}
