import { fullName, type Member } from '#domain/members/member.ts'

type Props = { readonly member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'> }

/** Whom a button acts on, `Ana Silva, 1980-02-03`; the birth date is never broken over two lines. */
export function PersonWords({ member }: Props) {
  return (
    <>
      {fullName(member)}, <span className="pp-unbroken">{member.dob}</span>
    </>
  )
}
