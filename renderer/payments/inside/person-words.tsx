import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'

type Props = { readonly member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'> }

/** Names the member that a button acts on, `Ana Silva, 03 Feb 1980`. The birth date never breaks over two lines. */
export function PersonWords({ member }: Props) {
  return (
    <>
      {fullName(member)}, <span className="pp-unbroken">{formatDate(member.dob)}</span>
    </>
  )
}
