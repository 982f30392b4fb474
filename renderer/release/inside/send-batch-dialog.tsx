import { useState } from 'react'
import { useStore } from 'zustand'
import type { ReleaseView } from '#contract/release/bridge.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { countParts, type PlanPartState } from '#domain/release/send-plan.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { StatusDot } from '../../kit/controls/status-dot.tsx'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import { offlineReasonOf } from '../../study/study-offline.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import { type BatchPart, isRepeatable, type SendBatch } from '../send-batch.ts'
import { describeSendFailure } from './release-words.ts'
import { BatchDocuments, BatchOptions, BatchPlan, BatchPreview, BatchRecipients } from './send-batch-form.tsx'
import { sendBatchWords as words } from './send-batch-words.ts'
import { useSendBatch } from './use-send-batch.ts'
import '../release.css'

type Props = {
  readonly page: StudyPage<ReleaseStores>
  readonly view: ReleaseView
  readonly reread: () => Promise<void>
  readonly onClose: () => void
}

/**
 * Shows the send of several documents to several recipients: one confirmation, and then the result of each part
 * (decision 296).
 */
export function SendBatchDialog(props: Props) {
  const { page } = props
  const { studyID } = page.view.study
  const batch = useStore(page.stores.sendBatches, ({ batches }) => batches.find((one) => one.studyID === studyID))
  return batch === undefined ? <BatchChoice {...props} /> : <BatchResult {...props} batch={batch} />
}

function BatchChoice({ page, view, reread, onClose }: Props) {
  const form = useSendBatch({ page, view })
  const [isLeaving, setLeaving] = useState(false)
  const { studyID } = view.study
  const zone = view.location.timezone
  const close = (): void => {
    if (form.isTouched) setLeaving(true)
    else onClose()
  }
  const commit = (): void => {
    const parts = form.toParts()
    void page.stores.sendBatches.getState().start({ studyID, who: page.who, parts }).then(reread)
  }
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        title={words.title}
        width="wide"
        footer={
          <div className="rel-send__foot">
            <Checkbox isSelected={form.isConfirmed} isRequired onChange={form.confirm}>
              {releaseMessages.confirm}
            </Checkbox>
            <CommitBar who={describeStudyIdentity(view, form.plan.length === 0 ? null : form.count)}>
              <Button onPress={close}>{words.result.close}</Button>
              <Button
                variant="primary"
                disabledReason={form.reason}
                aria-label={words.commitOf(form.count, page.who)}
                onPress={commit}
              >
                {words.commit}
              </Button>
            </CommitBar>
          </div>
        }
      >
        <div className="rel-send">
          <div className="rel-send__form">
            <BatchDocuments form={form} />
            <BatchRecipients form={form} zone={zone} />
            <BatchOptions form={form} />
            <BatchPlan form={form} zone={zone} />
          </div>
          <div className="rel-send__shown">
            <BatchPreview form={form} />
          </div>
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isLeaving}
        title={words.leave.title}
        tone="danger"
        cancelLabel={words.leave.stay}
        who={describeStudyIdentity(view)}
        confirmLabel={words.leave.confirm}
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        {words.leave.text}
      </ConfirmDialog>
    </>
  )
}

const tones: { readonly [State in PlanPartState]: 'neutral' | 'info' | 'success' | 'danger' | 'warning' } = {
  waiting: 'neutral',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  unknown: 'warning',
}

function BatchResult({ page, reread, onClose, batch }: Props & { readonly batch: SendBatch }) {
  const { sendBatches } = page.stores
  const { studyID, parts, isBusy } = batch
  const counts = countParts(parts.map(({ state }) => state))
  const open = parts.filter(isRepeatable)
  const hasFailed = counts.failed + counts.unknown > 0
  const close = (): void => {
    sendBatches.getState().close(studyID)
    onClose()
  }
  const { result } = words
  return (
    <Dialog
      isOpen
      onClose={close}
      isDismissable={!isBusy}
      title={
        isBusy
          ? result.titleBusy
          : batch.isEarlier
            ? result.titleEarlier
            : hasFailed
              ? result.titleFailed
              : result.title
      }
      subtitle={words.subtitle(batch.who, studyID)}
      footer={
        <CommitBar who={describeStudyIdentity(page.view)}>
          <Button onPress={close} disabledReason={isBusy ? awaitingReason : null}>
            {result.close}
          </Button>
          {open.length === 0 ? null : (
            <Button
              variant="primary"
              isPending={isBusy}
              disabledReason={offlineReasonOf('send-to-practitioner', page.isOnline)}
              aria-label={result.retryOf(open.length, batch.who)}
              onPress={() => void sendBatches.getState().retry(studyID).then(reread)}
            >
              {result.retry}
            </Button>
          )}
        </CommitBar>
      }
    >
      <p role="status">{result.summary(counts.sent, parts.length)}</p>
      {batch.isEarlier ? <Banner tone="warning" title={result.earlierHint} /> : null}
      {counts.unknown === 0 || batch.isEarlier ? null : <Banner tone="warning" title={result.unknownHint} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable with the keyboard */}
      <ul className="rel-batch__plan" aria-label={words.plan} tabIndex={0}>
        {parts.map((part) => (
          <li key={part.key}>
            <StatusDot tone={tones[part.state]} label={result.states[part.state]} /> <strong>{part.words.title}</strong>
            {' → '}
            {part.words.to}
            <PartFailure part={part} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function PartFailure({ part }: { readonly part: BatchPart }) {
  const { failure, state, input } = part
  if (failure === null || state === 'waiting' || state === 'sending') return null
  // The user left before an answer arrived, so the result of this part is unknown.
  const isLeft = state === 'unknown' && failure.code === 'not-sent'
  const text = isLeft ? releaseMessages.notFinished : describeSendFailure(input.channel, failure).text
  return <span className="rel-last__reason rel-batch__before">{text}</span>
}
