import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { type CheckInBlock, decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { otherBookingsOf } from '#domain/safety/other-bookings.ts'
import { readSettleReason } from '#domain/safety/settle-rule.ts'
import { findOpenMoney } from '#domain/study/scan-questions.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Currency } from '#domain/values/money.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { Submission } from '../../kit/loadable.ts'
import { createRetryKey } from '../../kit/retry-key.ts'
import { paths } from '../../routes.ts'
import { OtherBookingsNote } from '../../safety/other-bookings-note.tsx'
import { SafetyChips } from '../../safety/safety-chips.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { SettleReasonField } from '../settle-reason-field.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { whoIs } from './today-rows.ts'

const words = frontDeskWords.checkIn

/** The study after the check-in, and whether the check-in is stored at this workstation and not sent yet. */
export type CheckedIn = { readonly study: Study; readonly isWaiting: boolean }

type CheckInDialogProps = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly study: Study
  readonly member: DayEntry['member']
  /** The appointment in words, below the member: its date and time, scan type and machine. */
  readonly appointment: string
  /** The start of that appointment; null for none. The check-in covers no other appointment. */
  readonly utcStart: Instant | null
  readonly currency: Currency
  /**
   * Why this user cannot check the member in; null if the user can. Being offline is not a reason: the check-in is
   * stored at this workstation and sent later.
   */
  readonly disabledReason?: string | null
  /** Called with the result: null when no member was checked in. */
  readonly onClose: (done: CheckedIn | null) => void
}

const blockTitles: Readonly<Record<CheckInBlock['kind'], string>> = {
  forbidden: noticeLevelTitles.forbidden,
  complete: noticeLevelTitles.settle,
  'sign-off': noticeLevelTitles.settle,
  elsewhere: noticeLevelTitles.forbidden,
}

const whoLine = (study: Study, member: DayEntry['member'], appointment: string): string =>
  member === null
    ? `${frontDeskWords.studyNumber(study.studyID)}, ${appointment}`
    : describeIdentity(member, appointment)

type Warning = { readonly kind: string; readonly text: string }

/** Returns the warnings before the check-in: a temporary hold or an unpaid balance, and unanswered safety questions. */
const findWarnings = (study: Study, currency: Currency): readonly Warning[] => [
  ...findOpenMoney(study, currency),
  ...decideCheckIn(study.safety).warnings,
]

/**
 * Checks a member in. A forbidden notice blocks the check-in, and so does a settle notice until the notice is signed
 * off (decisions §6). The dialog names who can sign off and links to the safety questions. A forbidden notice in
 * another booking of the member also blocks the check-in, and any other stop in that booking needs a reason. One tick
 * confirms all warnings.
 */
export function CheckInDialog(props: CheckInDialogProps) {
  const { study, member, appointment, currency, onClose } = props
  const [key] = useState(() => createRetryKey(() => crypto.randomUUID()))
  const [isUnknown, setUnknown] = useState(false)
  const [attempt, setAttempt] = useState<Submission>({ kind: 'idle' })
  const [ticked, setTicked] = useState<string | null>(null)
  const { block, reasonsFor } = decideCheckIn(study.safety)
  const [typed, setTyped] = useState('')
  // The back office may ask for a reason because of another booking of the member that this screen does not have yet.
  const isAskedFor = attempt.kind === 'failed' && attempt.failure.code === 'settle-reason-required'
  const asksReason = block === null && (reasonsFor.length > 0 || isAskedFor)
  const settleReason = asksReason ? readSettleReason(typed) : null
  const warnings = findWarnings(study, currency)
  // A tick covers these warnings; new ones need a new tick.
  const seen = warnings.map(({ text }) => text).join('|')
  const isTicked = ticked === seen
  const isDone = study.status.checkin
  const isComplete = study.safety.state === 'complete' && block?.kind !== 'complete'
  const isAsking = block !== null || warnings.length > 0 || asksReason
  const who = whoIs({ member, study })

  const checkIn = async (): Promise<void> => {
    setAttempt({ kind: 'pending' })
    const reply = await props.bridge.study.mark({
      studyID: study.studyID,
      act: 'checkin',
      value: true,
      idempotencyKey: key.current(),
      utcStart: props.utcStart,
      ...(settleReason === null ? {} : { settleReason }),
    })
    if (reply.ok) {
      onClose(reply.value)
      return
    }
    setUnknown(key.note(reply))
    setAttempt({ kind: 'failed', failure: reply.failure })
  }

  const reason = isDone
    ? words.already
    : block !== null
      ? block.text
      : warnings.length > 0 && !isTicked
        ? words.tickFirst
        : asksReason && settleReason === null
          ? words.reasonFirst
          : (props.disabledReason ?? null)
  return (
    <Dialog
      isOpen
      onClose={() => onClose(null)}
      width="narrow"
      role="alertdialog"
      isDismissable={attempt.kind !== 'pending'}
      title={words.title}
      subtitle={`${who}, ${appointment}`}
      footer={
        <CommitBar who={whoLine(study, member, appointment)}>
          <Button
            onPress={() => onClose(null)}
            disabledReason={attempt.kind === 'pending' ? awaitingReason : null}
            autoFocus={isAsking}
          >
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            icon={<CircleCheck aria-hidden="true" />}
            isPending={attempt.kind === 'pending'}
            autoFocus={!isAsking}
            disabledReason={reason}
            aria-label={words.submit(who)}
            onPress={() => void checkIn()}
          >
            {words.title}
          </Button>
        </CommitBar>
      }
    >
      <p>
        {words.safety} <SafetyChips summary={study.safety} isNamed />
      </p>
      {block === null ? (
        <p>{words.identify}</p>
      ) : (
        <Banner tone="error" title={blockTitles[block.kind]}>
          {block.text}
        </Banner>
      )}
      {block?.kind === 'elsewhere' ? <OtherBookingsNote summary={study.safety} /> : null}
      {block?.kind === 'elsewhere' || otherBookingsOf(study.safety).length === 0 ? null : (
        <Banner tone={reasonsFor.length > 0 ? 'error' : 'warning'} title={words.elsewhereTitle}>
          <OtherBookingsNote summary={study.safety} />
        </Banner>
      )}
      {asksReason ? (
        <SettleReasonField
          label={words.elsewhereReason}
          value={typed}
          onChange={setTyped}
          disabledReason={attempt.kind === 'pending' ? awaitingReason : null}
        />
      ) : null}
      {block?.kind === 'forbidden' || warnings.length === 0 ? null : (
        <>
          <Banner tone="warning" title={words.openTitle}>
            <ul>
              {warnings.map(({ kind, text }) => (
                <li key={kind}>{text}</li>
              ))}
            </ul>
          </Banner>
          {block === null ? (
            <Checkbox isSelected={isTicked} onChange={(isOn) => setTicked(isOn ? seen : null)}>
              {words.tick}
            </Checkbox>
          ) : null}
        </>
      )}
      {isAsking ? (
        <p>
          <LinkButton
            href={paths.studyDetails(study.studyID, isComplete ? {} : { answer: 1 })}
            variant={block === null ? 'text' : 'outline'}
            size="small"
          >
            {block?.kind === 'sign-off' ? words.toSignOff : isComplete ? words.reviewSafety : words.answerSafety}
          </LinkButton>
        </p>
      ) : null}
      {attempt.kind === 'failed' ? <CheckInProblem failure={attempt.failure} isUnknown={isUnknown} /> : null}
    </Dialog>
  )
}

function CheckInProblem({ failure, isUnknown }: { readonly failure: Failure; readonly isUnknown: boolean }) {
  if (isUnknown) {
    return (
      <Banner tone="warning" title={words.unknownTitle}>
        {words.unknown(failure.message)}
      </Banner>
    )
  }
  const isSaid = failure.code === 'act-not-allowed'
  const { title, text } = isSaid
    ? { title: words.refusedTitle, text: failure.message }
    : describeBookingFailure(failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
