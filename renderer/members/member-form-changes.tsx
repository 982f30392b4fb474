import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import type { Member } from '#domain/members/member.ts'
import type { MemberFormCheck, MemberFormField } from '#domain/members/member-rules.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { DuplicateMatch } from './duplicate-match.tsx'
import type { MemberFormPurpose, MemberFormStoreState } from './member-form-store.ts'
import { memberFormWords } from './member-form-words.ts'
import { MissingFields } from './missing-fields.tsx'

type Props = {
  purpose: MemberFormPurpose['kind']
  state: Pick<MemberFormStoreState, 'phase' | 'isRestored'>
  /** The check of the current values while the phase is `incomplete`; null in every other phase. */
  check: MemberFormCheck | null
  onJump: (field: MemberFormField) => void
  onUseExisting: ((member: Member) => void) | undefined
  onCreateAnyway: () => void
}

const { duplicates, merged, failed } = memberFormWords

/** Shows the messages above the member form: missing fields, possible duplicates, another user's save, failures. */
export function MemberFormChanges({ purpose, state, check, onJump, onUseExisting, onCreateAnyway }: Props) {
  const { phase } = state
  switch (phase.kind) {
    case 'incomplete':
      return check?.kind === 'incomplete' ? <MissingFields check={check} onJump={onJump} /> : null
    case 'duplicates': {
      const isEmailTaken = phase.matches.some(({ reasons }) => reasons.includes('same-email'))
      return (
        <Banner tone="warning" title={duplicates.title}>
          <ul className="s-member-form__matches">
            {phase.matches.map(({ member, reasons }) => (
              <DuplicateMatch key={member.patientID} member={member} isMainAct onUse={onUseExisting}>
                <span className="tabular">
                  {member.email} · <span className="s-member-form__phone">{formatPhone(member.phone_number)}</span>
                </span>
                <span className="s-member-form__reasons">
                  {reasons.map((reason) => (
                    <Badge key={reason} tone="warning">
                      {duplicates.reasons[reason]}
                    </Badge>
                  ))}
                </span>
              </DuplicateMatch>
            ))}
          </ul>
          {phase.matches.length < 2 ? null : <p>{duplicates.mergeHint}</p>}
          <div className="s-member-form__anyway">
            <Button size="small" onPress={onCreateAnyway} disabledReason={isEmailTaken ? duplicates.emailTaken : null}>
              {duplicates.createAnyway}
            </Button>
            {isEmailTaken ? <span>{duplicates.emailTaken}</span> : null}
          </div>
        </Banner>
      )
    }
    case 'merged':
      return (
        <Banner tone="warning" title={merged.title}>
          {phase.clashes.length === 0 ? (
            merged.noClash
          ) : (
            <>
              {merged.clash}
              <ul className="s-member-form__clashes">
                {phase.clashes.map((field) => (
                  <li key={field}>
                    {merged.theirs(memberFormWords.fields[field])}{' '}
                    <strong>
                      {field === 'dobYear'
                        ? [phase.theirs.dobYear, phase.theirs.dobMonth, phase.theirs.dobDay].join('-')
                        : phase.theirs[field] || merged.emptied}
                    </strong>
                  </li>
                ))}
              </ul>
              {merged.keepMineHint}
            </>
          )}
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="error" title={describeFailedSave(purpose, phase.failure).title}>
          {describeFailedSave(purpose, phase.failure).text}
        </Banner>
      )
    default:
      return state.isRestored ? <Banner title={memberFormWords.restoredTitle}>{memberFormWords.restored}</Banner> : null
  }
}

/**
 * Returns the title and text of the alert for a failed save. If the result is unknown, the title warns that the changes
 * may have been saved, except after `unexpected`. Any other failed change of a member has the title that booking spec
 * §8 fixes, with the reason in the text.
 * @internal Tests read its words.
 */
export const describeFailedSave = (
  purpose: MemberFormPurpose['kind'],
  failure: Failure,
): { readonly title: string; readonly text: string } => {
  const text = failed.kept(whatToDo(failure))
  if (isOutcomeUnknown('bridge', failure) && failure.code !== 'unexpected') return { title: failed.unknownTitle, text }
  const title = failure.code === 'offline' ? failed.offlineTitle : failed.title(failure.message)
  return purpose === 'change'
    ? { title: failed.updateTitle, text: `${endWithFullStop(title)} ${text}` }
    : { title, text }
}

const endWithFullStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

const whatToDo = (failure: Failure): string => {
  switch (failure.code) {
    case 'offline':
    case 'not-sent':
    case 'answer-withheld':
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return failed.saveLater
    case 'member-exists':
      return failed.emailTaken
    case 'not-found':
      return failed.notFound
    default:
      return failed.invalid
  }
}
