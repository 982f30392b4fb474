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

/** Shows the progress of the safety questions as one line at the head of a booking's summary. */
export function SafetyLine({ desk, onOpen }: Props) {
  const { progress, isComplete, stops, notes } = useStore(
    desk.safety,
    useShallow(({ assessment }) => ({
      progress: describeProgress(assessment),
      isComplete: assessment.unanswered.length === 0,
      ...countNotices(assessment.notices),
    })),
  )
  return (
    <p className="sn">
      <span className="sn__chip">
        {words.title} <strong className="tabular">{progress}</strong>
      </span>
      <NoticeCountBadges stops={stops} notes={notes} />
      <Button size="micro" aria-keyshortcuts="Alt+Q" tooltip="Alt + Q" onPress={onOpen}>
        {progress === 'not answered' ? words.answer : isComplete ? words.review : words.continue}
      </Button>
    </p>
  )
}

/** Shows above the Book button the notice that forbids the scan; nothing if there is none. */
export function SafetyProhibition({ desk }: Pick<Props, 'desk'>) {
  const prohibition = useStore(desk.safety, ({ assessment }) => findProhibition(assessment))
  if (prohibition === null) return null
  return (
    <Banner tone="error" title={words.cannotBook}>
      <strong>{noticeLevelTitles.forbidden}.</strong> {prohibition}
    </Banner>
  )
}
