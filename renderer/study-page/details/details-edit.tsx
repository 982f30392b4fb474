import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatInstant, formatMoment } from '#domain/format/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { CancelDialog } from '../../booking/moving/cancel-dialog.tsx'
import type { StudyBookingDesk } from '../../booking/moving/study-booking-state.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { panelWords } from '../../study/panel-words.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { DetailsAppointment } from './details-appointment.tsx'
import { DetailsConflict } from './details-conflict.tsx'
import type { DetailsStore, DetailsEdit as Edit } from './details-store.ts'
import { detailsWords } from './details-words.ts'
import { findConflict } from './use-details.ts'

const words = detailsWords.edit

type Props = StudyPartProps<StudyPageStores> & {
  readonly details: DetailsStore
  readonly desk: StudyBookingDesk
  readonly edit: Edit
  /** Whether the form takes the focus when it opens; false if the safety questions below it take the focus. */
  readonly takesFocus: boolean
}

/** Shows Study Details in edit mode (study spec §2): the appointment, its cancellation, and the suppressed messages. */
export function StudyDetailsForm({ page, details, desk, edit, takesFocus }: Props) {
  const read = useStore(desk.store, (state) => state.study)
  const form = useStore(desk.store, (state) => state.form)
  // Subscribes only to rerender: the comparison with the study depends on the hold.
  useStore(desk.hold, (state) => state.state)
  const restoredTime = useStore(desk.store, (state) => state.restoredTime)
  const restoredFrom = useStore(details, (state) => state.restoredFrom)
  const isSaving = useStore(details, (state) => state.isSaving)
  const catalogue = useStore(page.stores.locations, (state) => state.catalogue)
  const [isCancelling, setIsCancelling] = useState(false)
  const box = useRef<HTMLElement>(null)
  const mayTakeFocus = useRef(takesFocus)
  useEffect(() => {
    if (mayTakeFocus.current) box.current?.focus({ preventScroll: true })
  }, [])
  const conflict = findConflict(desk, edit)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const { mine } = edit.suppression
  const sendingReason = isSaving ? awaitingReason : null
  const suppressReason = page.reason('suppress-messages', true) ?? sendingReason
  return (
    <section className="de" ref={box} tabIndex={-1} aria-label={words.title}>
      {restoredFrom === null ? null : (
        <Banner
          title={words.restored(formatMoment(restoredFrom, page.now, page.view.location.timezone))}
          onDismiss={() => details.getState().dismissRestored()}
        >
          {restoredTime === null || form === null ? null : (
            <RestoredTime desk={desk} time={restoredTime} zone={form.location.timezone} />
          )}
        </Banner>
      )}
      {read.kind === 'failed' ? (
        <Banner
          tone="error"
          title={describeStudyFailure(read.failure).title}
          action={<Button onPress={() => void desk.store.getState().load()}>{panelWords.tryAgain}</Button>}
        >
          {describeStudyFailure(read.failure).text}
        </Banner>
      ) : read.kind === 'ready' && form !== null ? (
        <>
          <DetailsAppointment page={page} desk={desk} read={read.value} form={form} />
          {conflict === null ? null : (
            <DetailsConflict
              {...conflict}
              locations={locations}
              onMine={() => details.getState().keepMine(page.view.study)}
              onTheirs={() => {
                void desk.store.getState().discard()
                details.getState().keepMine(page.view.study)
              }}
            />
          )}
          <div className="de__line">
            <fieldset className="de__suppress">
              <legend>{words.messages}</legend>
              <Checkbox
                isSelected={!mine.customerEmailAvailable}
                onChange={(isSuppressed) => details.getState().suppress({ customerEmailAvailable: !isSuppressed })}
                disabledReason={suppressReason}
              >
                {words.suppressEmail}
              </Checkbox>
              <Checkbox
                isSelected={!mine.invoiceAvailable}
                onChange={(isSuppressed) => details.getState().suppress({ invoiceAvailable: !isSuppressed })}
                disabledReason={suppressReason}
              >
                {words.suppressInvoice}
              </Checkbox>
            </fieldset>
            {read.value.study.status.scanned ? null : (
              <Button
                tone="danger"
                aria-label={panelWords.actFor(words.cancelAppointment, page.who)}
                onPress={() => setIsCancelling(true)}
                disabledReason={page.reason('cancel-appointment') ?? sendingReason}
              >
                {words.cancelAppointment}
              </Button>
            )}
          </div>
          {edit.taken.length === 0 ? null : <Banner title={words.messagesChanged} />}
          <CancelDialog
            desk={desk}
            read={read.value}
            isOpen={isCancelling}
            isOnline={page.isOnline}
            now={page.now}
            drafts={page.stores.drafts}
            onClose={() => setIsCancelling(false)}
          />
        </>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="480px" />
        </SkeletonGroup>
      )}
    </section>
  )
}

/** Shows whether the time that the user chose before leaving the page is held again. */
function RestoredTime({
  desk,
  time,
  zone,
}: {
  readonly desk: StudyBookingDesk
  readonly time: Instant
  readonly zone: ZoneId
}) {
  const state = useStore(desk.hold, (store) => store.state)
  const when = formatInstant(time, zone)
  if (state.kind === 'asking') return words.askingAgain(when)
  // If the hold is for another time, the user chose that time later, and the form already shows it.
  if (state.kind === 'held') return state.chosen.utcStart === time ? words.heldAgain(when) : null
  return words.chooseAgain(when)
}
