import { useStore } from 'zustand'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { calendarWords } from './calendar-words.ts'
import type { HoldNotice, HoldStore } from './hold-store.ts'

const words = calendarWords.holdNotice

/**
 * Shows why a chosen time is not held. The banner covers the foot of the calendar, so that the calendar does not move.
 */
export function HoldNoticeBanner({ hold, zone }: { readonly hold: HoldStore; readonly zone: ZoneId }) {
  const notice = useStore(hold, (state) => state.notice)
  if (notice === null) return null
  const { title, text, tone } = describeHoldNotice(notice, zone)
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
              {words.holdAgain(formatTimeAt(previous.utcStart, zone))}
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
): { title: string; text: string; tone: 'error' | 'warning' } => {
  switch (notice.kind) {
    case 'slot-taken':
      return {
        title: slotUnavailableMessage,
        text:
          notice.previous === null ? words.restKept : words.earlierFree(formatTimeAt(notice.previous.utcStart, zone)),
        tone: 'error',
      }
    case 'lapsed':
      return {
        title: words.lapsedTitle(formatTimeAt(notice.chosen.utcStart, zone)),
        text: words.lapsed,
        tone: 'warning',
      }
    case 'failed':
      return { ...describeBookingFailure(notice.failure), tone: 'error' }
  }
}
