import { Circle, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { nextStepOf } from '#domain/study/status-line.ts'
import { type StudyBadge, toStudyBadges } from '#domain/study/study-badges.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { asksForReason, ConvertHoldDialog } from '../../booking/convert-hold-dialog.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { classNames } from '../../kit/controls/class-names.ts'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import type { ReleaseFactories } from '../../release/release-factories.ts'
import { usePractitionersReached } from '../../release/use-practitioners-reached.ts'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { isCheckInWaiting } from '../check-in-waiting.ts'
import { ConsentAct } from './consent-act.tsx'
import { detailsWords } from './details-words.ts'

const { acts, convert: convertWords } = detailsWords

/**
 * Shows every badge of the study with its time and its person, and marks the next step. This is the only place that
 * lists the progress. A check-in that is not sent yet is marked as waiting.
 */
export function DetailsBadges({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const isWaiting = isCheckInWaiting(page)
  const reached = usePractitionersReached(page)
  const next = nextStepOf(study, location)
  return (
    <ul className="db" aria-label={detailsWords.reading.progress}>
      {toStudyBadges(study, location).map((badge) => {
        const waits = isWaiting && badge.key === 'checkin'
        return (
          <li
            key={badge.key}
            className={classNames('db__badge', `db__badge--${waits ? 'waiting' : looksOf(badge)}`)}
            aria-current={badge.key === next ? 'step' : undefined}
          >
            <BadgeIcon badge={badge} isWaiting={waits} />
            <span className="db__label">{badge.label}</span>{' '}
            <span className="db__state tabular">
              <span className="db__wording">{waits ? waitingWords : badge.wording}</span>{' '}
              {badge.key === next ? <span className="db__next">{detailsWords.reading.next}</span> : null}
              {badge.by === null ? null : <span>{panelWords.by(badge.by)}</span>}
              {badge.time === null ? null : <span>{formatInstant(badge.time, location.timezone)}</span>}
              {badge.note === null ? null : <span>{badge.note}</span>}
              {badge.key === 'releasedToDoctor' && badge.isComplete && reached !== null ? (
                <span>{reached.words}</span>
              ) : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const looksOf = ({ wording, isNeeded }: StudyBadge): 'done' | 'open' | 'consent' | 'quiet' =>
  wording === 'Completed' ? 'done' : wording === 'Consent Incomplete' ? 'consent' : isNeeded ? 'open' : 'quiet'

function BadgeIcon({ badge, isWaiting }: { readonly badge: StudyBadge; readonly isWaiting: boolean }) {
  const Icon = isWaiting ? Clock : badge.isComplete ? CircleCheck : badge.isNeeded ? Circle : CircleDashed
  return <Icon className="db__icon" aria-hidden="true" size={16} />
}

/**
 * Shows buttons for acts that belong to the study's badges. Reminders, check-in, scan and the urgent acts have panels
 * of their own.
 */
export function DetailsActs({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  return (
    <>
      <ActButton page={page} act="referred" {...(location.referralRequired ? acts.referral : acts.review)} />
      <ConsentAct page={page} />
      <ActButton page={page} act="researchConsent" {...acts.researchConsent} />
      <ActButton page={page} act="researchFollowUp" {...acts.researchFollowUp} />
      <ActButton page={page} act="tagR&D" {...acts.tagResearch} />
      <ActButton page={page} act="tagPHYS1ST" {...acts.tagPhys} />
      {study.temporaryHold && !study.status.cancelled ? <ConvertHold page={page} /> : null}
    </>
  )
}

/** Shows the button that converts a temporary-hold booking into a booking. It is disabled while a balance is due. */
function ConvertHold({ page }: StudyPartProps<ReleaseFactories>) {
  const withRetryKey = useRetryKeys()
  const { bridge, view, notices } = page
  const { studyID, balance } = view.study
  const [asked, setAsked] = useState<string | null>(null)
  const convert = async (settleReason: string | null): Promise<void> => {
    let isAsked = false
    const done = await page.perform('convert', studyMessages.savingFailed, async () => {
      const reply = await withRetryKey(`convert ${settleReason ?? ''}`, (idempotencyKey) =>
        bridge.booking.convertTemporaryHold({ studyID, settleReason, idempotencyKey }),
      )
      if (reply.ok || !asksForReason(reply.failure)) return reply
      // Shows no error notice, because the dialog asks for the missing reason.
      isAsked = true
      setAsked(reply.failure.message)
      return { ok: true, value: view.study } as const
    })
    if (isAsked || done === null) return
    setAsked(null)
    notices.success(convertWords.done)
  }
  const due = balance > 0 ? convertWords.balanceDue : null
  return (
    <>
      <Button
        size="small"
        isPending={page.isBusy('convert')}
        disabledReason={page.reason('edit-appointment') ?? due}
        aria-label={convertWords.labelFor(page.who)}
        onPress={() => void convert(null)}
      >
        {convertWords.label}
      </Button>
      {asked === null ? null : (
        <ConvertHoldDialog
          who={page.who}
          safety={view.study.safety}
          asked={asked}
          isPending={page.isBusy('convert')}
          onConfirm={(reason) => void convert(reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
