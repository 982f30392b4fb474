import { Disc3, FileDown, RotateCw, Undo2 } from 'lucide-react'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { ok } from '#contract/reply.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { type DiscOutcome, decideDisc } from '#domain/release/disc-burning.ts'
import { decideResend } from '#domain/release/resend.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { Button } from '../../kit/controls/button.tsx'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import { PrintButton } from '../../printing/print-button.tsx'
import { describeSaved, saveItem } from '../../printing/save-item.ts'
import { failureText } from '../../study/panel-words.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { sendActWords as words } from './send-act-words.ts'

type Props = {
  readonly page: StudyPage
  readonly delivery: Delivery
  /** Reads the deliveries again. */
  readonly reread: () => Promise<void>
  readonly onResend: (delivery: Delivery) => void
}

/**
 * Shows the actions on one send: record the result of a disc, send the item again, and save the transmission report.
 */
export function SendActs(props: Props) {
  return (
    <div className="rel-last__acts">
      <DiscActs {...props} />
      <Resend {...props} />
      <TransmissionReport {...props} />
    </div>
  )
}

const outcomes = ['burnt', 'not-burnt', 'waiting'] as const satisfies readonly DiscOutcome[]
const icons = { burnt: <Disc3 aria-hidden="true" />, 'not-burnt': undefined, waiting: <Undo2 aria-hidden="true" /> }

function DiscActs({ page, delivery, reread }: Props) {
  const withRetryKey = useRetryKeys()
  const { deliveryID, studyID, title, recipientName } = delivery
  const isNotified = readFlag(page.view.study.status, 'providerReportNotification').isSet
  const record = async (outcome: DiscOutcome): Promise<void> => {
    const done = await page.perform(`disc ${deliveryID}`, words.discFailed, () =>
      withRetryKey(`disc ${deliveryID} ${outcome}`, (idempotencyKey) =>
        page.bridge.release.confirmDisc({ studyID, deliveryID, outcome, idempotencyKey }),
      ),
    )
    if (done === null) return
    await Promise.all([reread(), page.reload()])
    page.notices.success(
      outcome === 'waiting'
        ? words.discDone[outcome]
        : {
            title: words.discDone[outcome],
            action: { label: words.undo, onPress: () => void record('waiting'), isUndo: true },
          },
    )
  }
  if (delivery.channel !== 'cd') return null
  return outcomes.map((outcome) => {
    const decision = decideDisc(delivery, outcome, isNotified)
    const isUndoLocked = outcome === 'waiting' && delivery.state === 'delivered' && delivery.confirmedBy !== undefined
    if (decision.kind !== 'change' && !isUndoLocked) return null
    return (
      <Button
        key={outcome}
        size="micro"
        icon={icons[outcome]}
        isPending={page.isBusy(`disc ${deliveryID}`)}
        disabledReason={page.reason('send-to-practitioner') ?? (decision.kind === 'refused' ? decision.reason : null)}
        aria-label={words.named(words.disc[outcome], title, recipientName, page.who)}
        onPress={() => void record(outcome)}
      >
        {words.disc[outcome]}
      </Button>
    )
  })
}

const isReport = ({ item }: Delivery): boolean =>
  item.kind === 'paper' && (item.paper === 'physician-report' || item.paper === 'traditional-report')

function Resend({ page, delivery, onResend }: Props) {
  const { channel, title, recipientName } = delivery
  if (decideResend(delivery).kind === 'refused') return null
  const isManual = !isReport(delivery)
  if (isManual && page.decide('send-report-manually').kind === 'forbidden') return null
  return (
    <Button
      size="micro"
      icon={<RotateCw aria-hidden="true" />}
      disabledReason={page.reason('send-to-practitioner') ?? (isManual ? page.reason('send-report-manually') : null)}
      aria-label={words.named(words.resend[channel], title, recipientName, page.who)}
      onPress={() => onResend(delivery)}
    >
      {words.resend[channel]}
    </Button>
  )
}

/** Saves or prints the transmission report of a send that has begun or ended. */
function TransmissionReport({ page, delivery }: Props) {
  const { studyID, deliveryID, state, title, recipientName } = delivery
  if (state === 'registered' || state === 'sending') return null
  const item: PrintItem = { kind: 'transmission-report', studyID, deliveryID }
  const key = `report ${deliveryID}`
  const save = async (): Promise<void> => {
    const reply = await page.perform(key, words.report, async () => ok(await saveItem(page.bridge, item)))
    if (reply === null) return
    if (reply.ok) page.notices.success({ title: words.reportSaved, description: describeSaved(reply.value) })
    else page.notices.error({ title: words.reportFailed, description: failureText(reply.failure) })
  }
  const reason = page.isOnline ? null : words.reportOffline
  return (
    <>
      <Button
        size="micro"
        icon={<FileDown aria-hidden="true" />}
        isPending={page.isBusy(key)}
        disabledReason={reason}
        aria-label={words.named(words.report, title, recipientName, page.who)}
        onPress={() => void save()}
      >
        {words.report}
      </Button>
      <PrintButton
        bridge={page.bridge}
        notices={page.notices}
        item={item}
        what={words.reportOf(title, recipientName)}
        who={page.who}
        reason={reason}
        size="micro"
      />
    </>
  )
}
