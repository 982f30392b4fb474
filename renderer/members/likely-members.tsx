import type { Member } from '#domain/members/member.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { DuplicateMatch } from './duplicate-match.tsx'
import { memberFormWords } from './member-form-words.ts'

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
      <Banner tone="warning" title={memberFormWords.duplicates.title}>
        <ul className="s-member-form__matches">
          {members.map((member) => (
            <DuplicateMatch key={member.patientID} member={member} isMainAct={false} onUse={onUse} />
          ))}
        </ul>
      </Banner>
    </div>
  )
}
