import { type ReactNode, useEffect } from 'react'
import type { Failure } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { documentWords } from './document-words.ts'

const words = documentWords.screen

/** Follows a list while the page is open, and reads it again after a reconnection. */
export const useFollowedList = (
  { start, load }: { readonly start: () => () => void; readonly load: () => Promise<void> },
  { connectivity }: WithConnectivity,
): void => {
  useEffect(() => {
    const stop = start()
    const stopLine = connectivity.subscribe((line, before) => {
      if (isOnlineNow(line) && !isOnlineNow(before)) void load()
    })
    return () => {
      stopLine()
      stop()
    }
  }, [start, load, connectivity])
}

type FailedProps = {
  readonly studyID: StudyID
  readonly failure: Failure
  /** The title of the failure, which names the list that could not be read. */
  readonly title: string
  /** The reason, in words. */
  readonly why: string
  readonly onRetry: () => void
}

/** Shows, in place of a study's list, why the list could not be read. */
export function StudyListFailed({ studyID, failure, title, why, onRetry }: FailedProps) {
  const isMissing = failure.code === 'not-found'
  return (
    <EmptyState
      title={isMissing ? words.noStudy : title}
      action={
        isMissing || failure.code === 'location-forbidden' ? (
          <LinkButton href={paths.home()}>{words.home}</LinkButton>
        ) : (
          <Button onPress={onRetry}>{studyMessages.tryAgain}</Button>
        )
      }
    >
      {isMissing ? words.noStudyHint(studyID) : why}
    </EmptyState>
  )
}

type BehindProps = {
  readonly isOnline: boolean
  readonly readAt: Instant | null
  readonly zone: ZoneId
  /** The failure of the last load and its reason; null after a success. */
  readonly behind: { readonly title: string; readonly why: string } | null
  /** A sentence about what still works offline. */
  readonly children: ReactNode
  readonly onRetry: () => void
}

/** Warns that a list may be out of date, and shows when it was last read. Shows nothing while the list is current. */
export function OutdatedListNotice({ isOnline, readAt, zone, behind, children, onRetry }: BehindProps) {
  if (isOnline && behind === null) return null
  const state = isOnline && behind !== null ? behind.title : words.offline
  return (
    <Banner
      tone="warning"
      title={readAt === null ? state : words.asOf(state, formatInstant(readAt, zone))}
      action={
        isOnline ? (
          <Button size="small" onPress={onRetry}>
            {studyMessages.tryAgain}
          </Button>
        ) : null
      }
    >
      {isOnline && behind !== null ? behind.why : children}
    </Banner>
  )
}
