import { useRef } from 'react'
import { useStore } from 'zustand'
import type { Instant } from '#domain/values/instant.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { bookingWords } from '../booking-words.ts'
import { CancelDialog } from '../moving/cancel-dialog.tsx'
import { useStudyDesk } from '../moving/use-study-desk.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const words = frontDeskWords.cancelling

/** The stores that cancelling from the board needs. */
export type RowCancelStores = Parameters<typeof useStudyDesk>[0]['stores']

type RowCancelProps = Pick<ScreenProps<RowCancelStores>, 'stores'> & {
  readonly row: TodayRow
  readonly now: Instant
  readonly isOnline: boolean
  readonly onClose: (isCancelled: boolean) => void
}

/** Cancels the appointment of a row with the dialog of the booking's page; reads the study when it opens. */
export function RowCancel({ stores, row, now, isOnline, onClose }: RowCancelProps) {
  // The draft of a move stays on the booking's page: restoring it here would hold its slot.
  const desk = useStudyDesk({ stores, studyID: row.study.studyID, keepsDraft: false })
  const study = useStore(desk.store, (state) => state.study)
  const wasCancelled = useRef(row.study.status.cancelled)
  if (study.kind === 'ready') {
    return (
      <CancelDialog
        desk={desk}
        read={study.value}
        isOpen
        isOnline={isOnline}
        now={now}
        drafts={stores.drafts}
        onClose={() => {
          const read = desk.store.getState().study
          onClose(!wasCancelled.current && read.kind === 'ready' && read.value.study.status.cancelled)
        }}
      />
    )
  }
  const problem = study.kind === 'failed' ? describeBookingFailure(study.failure) : null
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      title={words.title}
      subtitle={whoIs(row)}
      footer={<Button onPress={() => onClose(false)}>{words.close}</Button>}
    >
      {problem === null ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="56px" />
          <Skeleton shape="block" height="96px" />
        </SkeletonGroup>
      ) : (
        <Banner
          tone="error"
          title={problem.title}
          action={
            <Button size="small" onPress={() => void desk.store.getState().load()}>
              {bookingWords.tryAgain}
            </Button>
          }
        >
          {problem.text}
        </Banner>
      )}
    </Dialog>
  )
}
