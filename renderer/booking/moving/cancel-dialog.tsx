import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { describePerson } from '#domain/booking/booking-form.ts'
import {
  cancellationDetailMaxLength,
  cancellationReasons,
  checkCancellation,
  clarifyCancellationReason,
} from '#domain/booking/cancellation.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatMoney } from '#domain/format/format-money.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { invoiceOutstandingWords, isInvoiceOutstanding } from '#domain/study/invoice-outstanding.ts'
import { describeSedativeOnCancel, sedativePlan } from '#domain/study/sedative-plan.ts'
import type { Instant } from '#domain/values/instant.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { Drafts } from '../../session/drafts.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import type { ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useCancelDraft } from './use-cancel-draft.ts'
import './cancel-dialog.css'
import { movingWords } from './moving-words.ts'

const words = movingWords.cancelling

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly isOpen: boolean
  readonly isOnline: boolean
  readonly now: Instant
  readonly drafts: Drafts
  readonly onClose: () => void
}

/**
 * Asks for the reason and the detail of a cancellation (booking spec §2 Cancel-appointment modal, §5, §9). Typed text
 * survives closing the dialog and a reload.
 */
export function CancelDialog({ desk, read, isOpen, isOnline, now, drafts, onClose }: Props) {
  const { study, member, location } = read
  const { typed, change, discard } = useCancelDraft(drafts, study.studyID)
  const { reason, detail } = typed
  const [isAsked, setIsAsked] = useState(false)
  const cancelling = useStore(desk.store, (state) => state.cancelling)
  const faults = isAsked ? checkCancellation(reason, detail) : {}
  const tooLong = checkCancellation('other', detail).detail
  const isCancelled = study.status.cancelled
  const sedative = describeSedativeOnCancel(sedativePlan(study, now))
  const fields = useRef<HTMLDivElement>(null)

  const submit = async (): Promise<void> => {
    setIsAsked(true)
    const found = checkCancellation(reason, detail)
    if (reason === null || found.reason !== undefined || found.detail !== undefined) {
      // The first invalid field takes the focus.
      const mended = reason === null ? 'button' : 'textarea'
      fields.current?.querySelector<HTMLElement>(mended)?.focus()
      return
    }
    if (!(await desk.store.getState().cancel(reason, detail.trim()))) return
    discard()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      subtitle={words.subtitle(fullName(member), formatDate(member.dob), study.studyID)}
      isDismissable={cancelling.kind !== 'pending'}
      footer={
        <CommitBar
          who={describeIdentity(
            member,
            study.booking === null ? null : formatWeekdayAndInstant(study.booking.utcStart, location.timezone),
          )}
        >
          <Button onPress={onClose}>{isCancelled ? words.close : words.keep}</Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={cancelling.kind === 'pending'}
            onPress={() => void submit()}
            disabledReason={isCancelled ? words.already : whyNotOffline('cancel', isOnline, true)}
            aria-label={words.submitFor(describePerson(member))}
          >
            {words.submit}
          </Button>
        </CommitBar>
      }
    >
      <div className="cd" ref={fields}>
        <CancelProblem desk={desk} />
        <ul className="cd__consequences">
          {study.booking === null ? null : (
            <li className="tabular">
              {words.released(
                formatWeekdayAndInstant(study.booking.utcStart, location.timezone),
                location.address.name,
              )}
            </li>
          )}
          {study.paymentAmount > 0 ? (
            <li className="tabular">
              {words.notRefunded(
                formatMoney(parseDecimalAmount(study.paymentAmount) ?? toMoney(0), location.currency.currency),
              )}
              {isInvoiceOutstanding(study) ? ` ${invoiceOutstandingWords}.` : ''}
            </li>
          ) : null}
          {sedative === null ? null : <li>{sedative}</li>}
          <li>{words.final}</li>
        </ul>
        <SelectField
          label={words.reason}
          isRequired
          placeholder={words.chooseReason}
          autoFocus
          options={cancellationReasons.map(({ code, label, group }) => ({
            value: code,
            label,
            group,
            description: clarifyCancellationReason(code),
          }))}
          description={reason === null ? undefined : clarifyCancellationReason(reason)}
          value={reason}
          onChange={(value) => change({ reason: cancellationReasons.find(({ code }) => code === value)?.code ?? null })}
          errorMessage={faults.reason}
        />
        <TextArea
          label={words.detail}
          isRequired
          value={detail}
          onChange={(text) => change({ detail: text })}
          maxLength={cancellationDetailMaxLength}
          errorMessage={faults.detail ?? (detail.trim() === '' ? undefined : tooLong)}
        />
      </div>
    </Dialog>
  )
}

function CancelProblem({ desk }: { readonly desk: StudyBookingDesk }) {
  const cancelling = useStore(desk.store, (state) => state.cancelling)
  if (cancelling.kind !== 'failed') return null
  const { title, text } = describeBookingFailure(cancelling.failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
