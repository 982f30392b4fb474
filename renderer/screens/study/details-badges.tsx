import { Circle, CircleCheck, CircleDashed } from 'lucide-react'
import { useRef } from 'react'
import { type BadgeKey, type StudyBadge, toStudyBadges } from '#domain/study/study-badges.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { Button } from '../../widgets/button.tsx'
import { classNames } from '../../widgets/class-names.ts'
import { ActButton } from './panels/act-button.tsx'
import type { StudyPartProps } from './study-part-props.ts'

/** Every badge of the study with its time, its person, and the act that completes it where that is the desk's. */
export function DetailsBadges({ page }: StudyPartProps) {
  const { study, location } = page.view
  return (
    <ul className="db">
      {toStudyBadges(study, location).map((badge) => (
        <li key={badge.key} className={classNames('db__badge', `db__badge--${looksOf(badge)}`)}>
          <BadgeIcon badge={badge} />
          <span className="db__label">{badge.label}</span>
          <span className="db__state tabular">
            <span className="db__wording">{badge.wording}</span>
            {badge.time === null ? null : <span>{formatInstant(badge.time, location.timezone)}</span>}
            {badge.by === null ? null : <span>by {badge.by}</span>}
            {badge.note === null ? null : <span>{badge.note}</span>}
          </span>
          <BadgeAct badgeKey={badge.key} page={page} />
        </li>
      ))}
    </ul>
  )
}

const looksOf = ({ wording, isNeeded }: StudyBadge): 'done' | 'open' | 'consent' | 'quiet' =>
  wording === 'Completed' ? 'done' : wording === 'Consent Incomplete' ? 'consent' : isNeeded ? 'open' : 'quiet'

function BadgeIcon({ badge }: { readonly badge: StudyBadge }) {
  const Icon = badge.isComplete ? CircleCheck : badge.isNeeded ? Circle : CircleDashed
  return <Icon className="db__icon" aria-hidden="true" size={16} />
}

function BadgeAct({ badgeKey, page }: StudyPartProps & { readonly badgeKey: BadgeKey }) {
  const { study, location } = page.view
  switch (badgeKey) {
    case 'referral': {
      const what = location.referralRequired ? 'referral' : 'review'
      return (
        <ActButton
          page={page}
          act="referred"
          label={`Mark ${what} received`}
          undoLabel={`Undo ${what}`}
          done={location.referralRequired ? 'Medical referral received' : 'Appropriateness review received'}
          undone={location.referralRequired ? 'Medical referral taken back' : 'Appropriateness review taken back'}
        />
      )
    }
    case 'medicalHistory':
      return (
        <ActButton
          page={page}
          act="consent"
          label="Mark consent signed"
          undoLabel="Undo consent"
          done="Consent marked as signed"
          undone="Consent taken back"
        />
      )
    case 'researchConsent':
      return (
        <ActButton
          page={page}
          act="researchConsent"
          label="Mark research consent"
          undoLabel="Undo research consent"
          done="Research consent given"
          undone="Research consent taken back"
        />
      )
    case 'temporaryHold':
      return study.temporaryHold && !study.status.cancelled ? <ConvertHold page={page} /> : null
    default:
      return null
  }
}

/** Makes a booking of a temporary hold once nothing is owed. */
function ConvertHold({ page }: StudyPartProps) {
  const key = useRef(crypto.randomUUID())
  const { bridge, view, notices } = page
  const { studyID, balance } = view.study
  const convert = async (): Promise<void> => {
    const done = await page.perform('convert', studyMessages.savingFailed, () =>
      bridge.booking.convertTemporaryHold({ studyID, idempotencyKey: key.current }),
    )
    if (done !== null) notices.success('The temporary hold is a booking now')
  }
  const due = balance > 0 ? 'There is still a balance. A temporary hold becomes a booking once nothing is owed.' : null
  return (
    <Button
      size="small"
      isPending={page.isBusy('convert')}
      disabledReason={page.reason('edit-appointment') ?? due}
      aria-label={`Convert the temporary hold: ${page.who}`}
      onPress={() => void convert()}
    >
      Convert the hold
    </Button>
  )
}
