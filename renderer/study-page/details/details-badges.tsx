import { Circle, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import { useState } from 'react'
import { type StudyBadge, toStudyBadges } from '#domain/study/study-badges.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { asksForReason, ConvertHoldDialog } from '../../booking/convert-hold-dialog.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { classNames } from '../../kit/controls/class-names.ts'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import type { ReleaseFactories } from '../../release/release-factories.ts'
import { usePractitionersReached } from '../../release/use-practitioners-reached.ts'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { isCheckInWaiting } from '../check-in-waiting.ts'

/**
 * Shows every badge of the study with its time and its person. A check-in that is not sent yet is marked as waiting.
 */
export function DetailsBadges({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const isWaiting = isCheckInWaiting(page)
  const reached = usePractitionersReached(page)
  return (
    <ul className="db">
      {toStudyBadges(study, location).map((badge) => {
        const waits = isWaiting && badge.key === 'checkin'
        return (
          <li key={badge.key} className={classNames('db__badge', `db__badge--${waits ? 'waiting' : looksOf(badge)}`)}>
            <BadgeIcon badge={badge} isWaiting={waits} />
            <span className="db__label">{badge.label}</span>
            <span className="db__state tabular">
              <span className="db__wording">{waits ? waitingWords : badge.wording}</span>
              {badge.time === null ? null : <span>{formatInstant(badge.time, location.timezone)}</span>}
              {badge.by === null ? null : <span>by {badge.by}</span>}
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
 * Shows the acts that belong to these badges. Reminders, check-in, scan and the urgent acts have panels of their own.
 */
export function DetailsActs({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const isReferral = location.referralRequired
  return (
    <>
      <ActButton
        page={page}
        act="referred"
        label={isReferral ? 'Mark referral received' : 'Mark review received'}
        undoLabel={isReferral ? 'Undo referral' : 'Undo review'}
        done={isReferral ? 'Medical referral received' : 'Appropriateness review received'}
        undone={isReferral ? 'Medical referral taken back' : 'Appropriateness review taken back'}
      />
      <ActButton
        page={page}
        act="consent"
        label="Mark consent signed"
        undoLabel="Undo consent"
        done="Consent marked as signed"
        undone="Consent taken back"
      />
      <ActButton
        page={page}
        act="researchConsent"
        label="Mark research consent"
        undoLabel="Undo research consent"
        done="Research consent given"
        undone="Research consent taken back"
      />
      {study.temporaryHold && !study.status.cancelled ? <ConvertHold page={page} /> : null}
    </>
  )
}

/** Turns a temporary-hold booking into a booking once nothing is owed. */
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
      // Not an error notice: the dialog asks for the missing reason.
      isAsked = true
      setAsked(reply.failure.message)
      return { ok: true, value: view.study } as const
    })
    if (isAsked || done === null) return
    setAsked(null)
    notices.success('The temporary hold is a booking now')
  }
  const due = balance > 0 ? 'There is still a balance. A temporary hold becomes a booking once nothing is owed.' : null
  return (
    <>
      <Button
        size="small"
        isPending={page.isBusy('convert')}
        disabledReason={page.reason('edit-appointment') ?? due}
        aria-label={`Convert the temporary hold: ${page.who}`}
        onPress={() => void convert(null)}
      >
        Convert the hold
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
