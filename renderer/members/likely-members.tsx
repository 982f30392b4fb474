import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { MemberCell } from '../study/member-cell.tsx'
import { memberFormWords } from './member-form-words.ts'

const words = memberFormWords.duplicates

type Props = {
  readonly members: readonly Member[]
  readonly onUse: ((member: Member) => void) | undefined
}

/**
 * Shows the members who may be the person typed so far, in a row of its own below the fields that name the person.
 * Shows nothing if there are none.
 */
export function LikelyMembers({ members, onUse }: Props) {
  if (members.length === 0) return null
  return (
    <div className="s-member-form__likely">
      <Banner tone="warning" title={words.title}>
        <ul className="s-member-form__matches">
          {members.map((member) => (
            <li key={member.patientID} className="s-member-form__match">
              <MemberCell name={member} dob={member.dob} />
              {onUse === undefined ? null : (
                <Button
                  size="small"
                  aria-label={words.chooseLabel(fullName(member), formatDate(member.dob))}
                  onPress={() => onUse(member)}
                >
                  {words.choose}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
