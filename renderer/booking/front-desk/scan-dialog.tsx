import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { readSettleReason } from '#domain/safety/settle-rule.ts'
import {
  findScanQuestions,
  needsScanReason,
  type ScanQuestionKind,
  scanQuestionKinds,
} from '#domain/study/scan-questions.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Currency } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { Submission } from '../../kit/loadable.ts'
import { OtherBookingsNote } from '../../safety/other-bookings-note.tsx'
import { SafetyNotice } from '../../safety/safety-notices.tsx'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { SettleReasonField } from '../settle-reason-field.tsx'
import { useOpenStops } from './open-stops.ts'
import './scan-dialog.css'
import { bookingWords } from '../booking-words.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.scan

/** A point that is still open before a scan, with its text on the screen. */
export type OpenBeforeScan = { readonly kind: ScanQuestionKind; readonly text: string }

/** Returns the open points of the refusal `scan-not-confirmed`; empty for any other failure. */
export const readNotConfirmed = ({ code, details }: Failure): readonly OpenBeforeScan[] =>
  code !== 'scan-not-confirmed'
    ? []
    : scanQuestionKinds.flatMap((kind) => {
        const text = details?.fields?.[kind]
        return text === undefined ? [] : [{ kind, text }]
      })

/**
 * The open points that the user confirmed before marking the scan, and the reason for a scan despite an open stop. The
 * reason is null when no stop is open.
 */
export type ScanConfirmation = { readonly confirmed: readonly ScanQuestionKind[]; readonly settleReason: string | null }

/** The confirmation for a study without open points. */
export const nothingConfirmed: ScanConfirmation = { confirmed: [], settleReason: null }

type ScanDialogProps = {
  readonly bridge: Pick<Bridge, 'safety'>
  readonly study: Study
  /** Full name and birth date. */
  readonly who: string
  /** The appointment in words: its time, scan type and machine. */
  readonly appointment: string
  readonly currency: Currency
  readonly now: Instant
  /** Open points that the back office reported and this screen did not know. */
  readonly reported: readonly OpenBeforeScan[]
  readonly mark: (confirmation: ScanConfirmation) => Promise<Reply<unknown>>
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a study with open points is marked as scanned. If stops have no sign-off, it lists them
 * and asks for a reason. The focus starts on Cancel, so that a single key press never marks the scan.
 */
export function ScanDialog({
  bridge,
  study,
  who,
  appointment,
  currency,
  now,
  mark,
  onClose,
  ...props
}: ScanDialogProps) {
  const [reported, setReported] = useState(props.reported)
  const [attempt, setAttempt] = useState<Submission>({ kind: 'idle' })
  const known: readonly OpenBeforeScan[] = findScanQuestions(study, now, currency)
  const open = scanQuestionKinds.flatMap((kind) => {
    const found = known.find((each) => each.kind === kind) ?? reported.find((each) => each.kind === kind)
    return found === undefined ? [] : [found]
  })
  // A press does not confirm points that appeared while the dialog was open: the user may not have read them.
  const [read, setRead] = useState<readonly ScanQuestionKind[]>(() => open.map(({ kind }) => kind))
  const [typed, setTyped] = useState('')
  const isAskedFor = attempt.kind === 'failed' && attempt.failure.code === 'settle-reason-required'
  const asksReason = needsScanReason(open) || isAskedFor
  const hasOwnStops = open.some(({ kind }) => kind === 'safety-stops' || kind === 'prohibited')
  const stops = useOpenStops(bridge, study, now, hasOwnStops || isAskedFor)
  const settleReason = asksReason ? readSettleReason(typed) : null
  const { status } = study
  const reason = status.scanned
    ? words.already
    : status.cancelled
      ? words.cancelled
      : asksReason && settleReason === null
        ? words.reasonFirst
        : null

  const label = open.length === 0 ? words.submit : words.submitAnyway

  const confirm = async (): Promise<void> => {
    setAttempt({ kind: 'pending' })
    const shown = open.map(({ kind }) => kind)
    const reply = await mark({
      confirmed: shown.filter((kind) => read.includes(kind)),
      settleReason,
    })
    if (reply.ok) {
      onClose()
      return
    }
    const notConfirmed = readNotConfirmed(reply.failure)
    setReported([...notConfirmed, ...reported])
    setRead([...shown, ...notConfirmed.map(({ kind }) => kind)])
    setAttempt({ kind: 'failed', failure: reply.failure })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="narrow"
      role="alertdialog"
      isDismissable={attempt.kind !== 'pending'}
      title={words.title}
      footer={
        <CommitBar who={`${who}, ${appointment}`}>
          <Button onPress={onClose} autoFocus disabledReason={attempt.kind === 'pending' ? awaitingReason : null}>
            {bookingWords.cancel}
          </Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={attempt.kind === 'pending'}
            disabledReason={reason}
            aria-label={`${label}: ${who}`}
            onPress={() => void confirm()}
          >
            {label}
          </Button>
        </CommitBar>
      }
    >
      {open.length === 0 ? (
        <p>{words.nothingOpen}</p>
      ) : (
        <Banner tone="warning" title={words.openTitle(open.length)}>
          <ul>
            {open.map((each) => (
              <li key={each.kind}>{each.text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <OpenStops stops={stops} />
      <OtherBookingsNote summary={study.safety} />
      {asksReason ? (
        <SettleReasonField
          label={words.reason}
          value={typed}
          onChange={setTyped}
          disabledReason={attempt.kind === 'pending' ? awaitingReason : null}
        />
      ) : null}
      {open.length === 0 ? null : <p>{words.logNote}</p>}
      {attempt.kind === 'failed' ? <ScanProblem failure={attempt.failure} /> : null}
    </Dialog>
  )
}

/** Shows the text of each stop without a sign-off; the list above only counts them. */
function OpenStops({ stops }: { readonly stops: ReturnType<typeof useOpenStops> }) {
  switch (stops.kind) {
    case 'idle':
      return null
    case 'loading':
      return (
        <SkeletonGroup label={words.loadingStops}>
          <Skeleton />
        </SkeletonGroup>
      )
    case 'failed':
      return <p>{words.stopsFailed}</p>
    case 'ready':
      return (
        <ul className="open-stops" aria-label={words.stops}>
          {stops.value.map((notice) => (
            <li key={notice.key}>
              <SafetyNotice notice={notice} />
            </li>
          ))}
        </ul>
      )
  }
}

function ScanProblem({ failure }: { readonly failure: Failure }) {
  if (failure.code === 'scan-not-confirmed') {
    return (
      <Banner tone="error" title={words.changedTitle}>
        {words.changed}
      </Banner>
    )
  }
  const { title, text } = describeStudyFailure(failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
