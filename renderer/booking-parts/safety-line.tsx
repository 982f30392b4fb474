import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { Badge } from '../widgets/badge.tsx'
import { Banner } from '../widgets/banner.tsx'
import { Button } from '../widgets/button.tsx'
import { describeProgress, findProhibition } from './booking-safety.ts'
import type { BookingDesk } from './booking-store.ts'
import './safety-line.css'

type Props = { readonly desk: BookingDesk; readonly onOpen: () => void }

/** How far the safety questions are, and what stands in the way in red; in the summary of a booking. */
export function SafetyLine({ desk, onOpen }: Props) {
  const { progress, isComplete, red, blue, prohibition } = useStore(
    desk.safety,
    useShallow(({ assessment }) => ({
      progress: describeProgress(assessment),
      isComplete: assessment.unanswered.length === 0,
      red: assessment.notices.filter(({ tone }) => tone === 'red').length,
      blue: assessment.notices.filter(({ tone }) => tone === 'blue').length,
      prohibition: findProhibition(assessment),
    })),
  )
  return (
    <div className="sn">
      <p className="sn__line">
        <span>
          Safety questions: <strong className="tabular">{progress}</strong>
        </span>
        {red > 0 ? <Badge tone="danger">{red} red</Badge> : null}
        {blue > 0 ? <Badge tone="info">{blue} blue</Badge> : null}
        <Button size="micro" aria-keyshortcuts="Alt+Q" tooltip="Alt + Q" onPress={onOpen}>
          {progress === 'not answered' ? 'Answer' : isComplete ? 'Look at them' : 'Go on'}
        </Button>
      </p>
      {prohibition === null ? null : (
        <Banner tone="error" title="This scan cannot be booked">
          {prohibition}
        </Banner>
      )}
    </div>
  )
}
