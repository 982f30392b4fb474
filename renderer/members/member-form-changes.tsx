import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { DuplicateReason } from '#domain/members/duplicates.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { MemberFormCheck, MemberFormField } from '#domain/members/member-rules.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { MemberFormStoreState } from './member-form-store.ts'
import { memberFieldLabels } from './member-form-values.ts'
import { MissingFields } from './missing-fields.tsx'

type Props = {
  state: Pick<MemberFormStoreState, 'phase' | 'isRestored'>
  /** The fields still missing in the form after a save was refused. */
  check: MemberFormCheck | null
  onJump: (field: MemberFormField) => void
  onUseExisting: ((member: Member) => void) | undefined
  onCreateAnyway: () => void
}

const reasonWords: Readonly<Record<DuplicateReason, string>> = {
  'same-email': 'Same e-mail',
  'same-name-and-birth-date': 'Same name and birth date',
  'similar-name-and-birth-date': 'Similar name and birth date',
  'same-phone-and-similar-name': 'Same phone, similar name',
}

/** Shows the messages above the member form: missing fields, possible duplicates, another user's save, failures. */
export function MemberFormChanges({ state, check, onJump, onUseExisting, onCreateAnyway }: Props) {
  const { phase } = state
  switch (phase.kind) {
    case 'incomplete':
      return check?.kind === 'incomplete' ? <MissingFields check={check} onJump={onJump} /> : null
    case 'duplicates': {
      const isEmailTaken = phase.matches.some(({ reasons }) => reasons.includes('same-email'))
      return (
        <Banner tone="warning" title="This person may be a member already">
          <ul className="s-member-form__matches">
            {phase.matches.map(({ member, reasons }) => (
              <li key={member.patientID} className="s-member-form__match">
                <span className="s-member-form__match-words">
                  <strong>{fullName(member)}</strong>
                  <span className="tabular">
                    {formatDate(member.dob)} · {member.email} ·{' '}
                    <span className="s-member-form__phone">{member.phone_number}</span>
                  </span>
                  <span className="s-member-form__reasons">
                    {reasons.map((reason) => (
                      <Badge key={reason} tone="warning">
                        {reasonWords[reason]}
                      </Badge>
                    ))}
                  </span>
                </span>
                {onUseExisting === undefined ? null : (
                  <Button
                    size="small"
                    variant="primary"
                    aria-label={`Use this member: ${fullName(member)}, ${formatDate(member.dob)}`}
                    onPress={() => onUseExisting(member)}
                  >
                    Use this member
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div className="s-member-form__anyway">
            <Button
              size="small"
              onPress={onCreateAnyway}
              disabledReason={
                isEmailTaken ? 'The e-mail belongs to a member already. Use that member, or change the e-mail.' : null
              }
            >
              None of these: create a new member
            </Button>
            {isEmailTaken ? <span>The e-mail belongs to a member already. Use that member, or change it.</span> : null}
          </div>
        </Banner>
      )
    }
    case 'merged':
      return (
        <Banner tone="warning" title="Somebody else changed this member meanwhile">
          {phase.clashes.length === 0 ? (
            'Their changes are shown below together with yours. Please look them over and save again.'
          ) : (
            <>
              What you typed stands. They changed the same:
              <ul className="s-member-form__clashes">
                {phase.clashes.map((field) => (
                  <li key={field}>
                    {memberFieldLabels[field]}: they saved{' '}
                    <strong>
                      {field === 'dobYear'
                        ? [phase.theirs.dobYear, phase.theirs.dobMonth, phase.theirs.dobDay].join('-')
                        : phase.theirs[field] || 'nothing'}
                    </strong>
                  </li>
                ))}
              </ul>
              Save again to keep yours.
            </>
          )}
        </Banner>
      )
    case 'failed':
      return (
        <Banner
          tone="error"
          title={
            isOutcomeUnknown('bridge', phase.failure) && phase.failure.code !== 'unexpected'
              ? 'No answer came: it may be saved or not'
              : phase.failure.code === 'offline'
                ? 'Not saved: the back office cannot be reached'
                : `Not saved: ${phase.failure.message}`
          }
        >
          Everything you typed is kept. {whatToDo(phase.failure)}
        </Banner>
      )
    default:
      return state.isRestored ? (
        <Banner title="What you were typing is back">It was kept when this form was last left.</Banner>
      ) : null
  }
}

const whatToDo = (failure: Failure): string => {
  switch (failure.code) {
    case 'offline':
    case 'not-sent':
    case 'answer-withheld':
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return 'Save again when the back office is reached; it will not be saved twice.'
    case 'member-exists':
      return 'Look for the member by e-mail, or change the e-mail.'
    case 'not-found':
      return 'The member may have been removed. Search for them again.'
    default:
      return 'Please mend what is marked and save again.'
  }
}
