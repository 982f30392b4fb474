import { useStore } from 'zustand'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { useLanguage } from '../text-language.ts'
import type { HoldNotice, HoldStore } from './hold-store.ts'
import { weekWordsIn } from './week-words.ts'

/**
 * Shows why a chosen time is not held. The banner covers the foot of the calendar, so that the calendar does not move.
 */
export function HoldNoticeBanner({ hold, zone }: { readonly hold: HoldStore; readonly zone: ZoneId }) {
  const language = useLanguage()
  const notice = useStore(hold, (state) => state.notice)
  if (notice === null) return null
  const { title, text, tone } = describeHoldNotice(notice, zone, language)
  const previous = notice.kind === 'slot-taken' ? notice.previous : null
  return (
    <div className="wk__notice">
      <Banner
        tone={tone}
        title={title}
        onDismiss={() => hold.getState().dismiss()}
        action={
          previous === null ? undefined : (
            <Button size="small" onPress={() => hold.getState().choose(previous)}>
              {weekWordsIn(language).holdNotice.holdAgain(formatsIn(language).timeAt(previous.utcStart, zone))}
            </Button>
          )
        }
      >
        {text}
      </Banner>
    </div>
  )
}

const describeHoldNotice = (
  notice: HoldNotice,
  zone: ZoneId,
  language: TextLanguage,
): { title: string; text: string; tone: 'error' | 'warning' } => {
  const { holdNotice: words } = weekWordsIn(language)
  const { timeAt } = formatsIn(language)
  switch (notice.kind) {
    case 'slot-taken':
      return {
        title: words.slotTaken,
        text: notice.previous === null ? words.restKept : words.earlierFree(timeAt(notice.previous.utcStart, zone)),
        tone: 'error',
      }
    case 'lapsed':
      return {
        title: words.lapsedTitle(timeAt(notice.chosen.utcStart, zone)),
        text: words.lapsed,
        tone: 'warning',
      }
    case 'failed':
      return { ...describeBookingFailure(notice.failure, language), tone: 'error' }
  }
}
