import type { ReactNode } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { Button } from '../kit/controls/button.tsx'
import { MemberCell } from '../study/member-cell.tsx'
import { memberFormWords } from './member-form-words.ts'

const words = memberFormWords.duplicates

type Props = {
  readonly member: Member
  /** Whether "Use this member" is the filled button of its notice. */
  readonly isMainAct: boolean
  readonly onUse: ((member: Member) => void) | undefined
  /** What is shown below the name and birth date. */
  readonly children?: ReactNode
}

/** Shows a member who may be the person of the form, as an item of a list, with a button that opens the member. */
export function DuplicateMatch({ member, isMainAct, onUse, children }: Props) {
  return (
    <li className="s-member-form__match">
      <span className="s-member-form__match-words">
        <MemberCell name={member} dob={member.dob} />
        {children}
      </span>
      {onUse === undefined ? null : (
        <Button
          size="small"
          variant={isMainAct ? 'primary' : 'outline'}
          aria-label={words.chooseLabel(fullName(member), formatDate(member.dob))}
          onPress={() => onUse(member)}
        >
          {words.choose}
        </Button>
      )}
    </li>
  )
}
