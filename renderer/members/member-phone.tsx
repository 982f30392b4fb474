import { formatPhone } from '#domain/format/format-phone.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { phoneLink } from '#domain/members/phone-link.ts'
import { PhoneLink } from '../kit/controls/phone-link.tsx'
import { membersScreenWords } from './members-screen-words.ts'

const { member: words } = membersScreenWords

type Props = {
  readonly member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'phone_number' | 'country'>
}

/** Shows a member's phone number with links that call and text it; a text that is not a phone number has no link. */
export function MemberPhone({ member }: Props) {
  const number = formatPhone(member.phone_number)
  const call = phoneLink(member, 'call')
  const text = phoneLink(member, 'text')
  const who = fullName(member)
  return (
    <>
      {call === null ? (
        number
      ) : (
        <PhoneLink href={call} aria-label={words.callWho(number, who)}>
          {number}
        </PhoneLink>
      )}
      {text === null ? null : (
        <>
          {' · '}
          <PhoneLink href={text} aria-label={words.textWho(who)}>
            {words.text}
          </PhoneLink>
        </>
      )}
    </>
  )
}
