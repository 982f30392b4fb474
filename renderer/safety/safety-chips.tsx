import { CircleCheck } from 'lucide-react'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { toSafetyChips } from './booking-safety.ts'
import './safety-chips.css'
import { safetyFormWords } from './safety-words.ts'

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
      {chips.length === 0 ? (
        <Badge tone="success" icon={<CircleCheck size={12} aria-hidden="true" />}>
          {safetyFormWords.summary.complete}
        </Badge>
      ) : null}
      {chips.map(({ tone, text }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  )
}
