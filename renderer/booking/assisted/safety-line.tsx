import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { countNotices, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { describeProgress, findProhibition } from '../../safety/booking-safety.ts'
import { NoticeCountBadges } from '../../safety/notice-count-badges.tsx'
import type { BookingDesk } from './booking-state.ts'
import './safety-line.css'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.safetyLine

type Props = { readonly desk: BookingDesk; readonly onOpen: () => void }

/** Shows the progress of the safety questions, and the notice that forbids the scan, in the summary of a booking. */
export function SafetyLine({ desk, onOpen }: Props) {
  const { progress, isComplete, stops, notes, prohibition } = useStore(
    desk.safety,
    useShallow(({ assessment }) => ({
      progress: describeProgress(assessment),
      isComplete: assessment.unanswered.length === 0,
      ...countNotices(assessment.notices),
      prohibition: findProhibition(assessment),
    })),
  )
  return (
    <div className="sn">
      <p className="sn__line">
        <span>
          {words.title} <strong className="tabular">{progress}</strong>
        </span>
        <NoticeCountBadges stops={stops} notes={notes} />
        <Button size="micro" aria-keyshortcuts="Alt+Q" tooltip="Alt + Q" onPress={onOpen}>
          {progress === 'not answered' ? words.answer : isComplete ? words.review : words.continue}
        </Button>
      </p>
      {prohibition === null ? null : (
        <Banner tone="error" title={words.cannotBook}>
          <strong>{noticeLevelTitles.forbidden}.</strong> {prohibition}
        </Banner>
      )}
    </div>
  )
}
