import type { ReactNode } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { controlWords } from '../kit/controls/control-words.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import './member-cell.css'

type Names = Pick<Member, 'firstname' | 'middlename' | 'lastname'>

type MemberCellProps = {
  /** The parts of a name, or the full name if the record has only the full name. */
  readonly name: Names | string
  /** Null if the record has no birth date; `otherwise` is then shown in its place. */
  readonly dob: PlainDate | null
  readonly otherwise?: string | undefined
  /** Makes the name a link; `linkLabel` is the link's name for screen readers, with the member and what it opens. */
  readonly href?: string | undefined
  readonly linkLabel?: string | undefined
  /** A class of the name, by which a list finds the element to focus. */
  readonly nameClass?: string | undefined
  /** Further facts after the birth date, such as the member's id. */
  readonly facts?: readonly string[] | undefined
  /** Badges after the name. */
  readonly children?: ReactNode
  /** Badges after the birth date. */
  readonly after?: ReactNode
  /** Aligns name and birth date with the two lines of fixed height of the row's other cells. */
  readonly isTwoLines?: boolean | undefined
}

/**
 * Shows who a member is in a list or table: the full name, and the birth date below it, which never breaks over two
 * lines.
 */
export function MemberCell(props: MemberCellProps) {
  const { dob, href, otherwise = '', facts = [] } = props
  const name = typeof props.name === 'string' ? props.name : fullName(props.name)
  const nameClass = classNames('w-member__name', props.nameClass)
  return (
    <span className={classNames('w-member', props.isTwoLines && 'w-member--two')}>
      <span className="w-member__line">
        {href === undefined ? (
          <span className={nameClass}>{name}</span>
        ) : (
          <LinkButton href={href} variant="text" className={nameClass} aria-label={props.linkLabel}>
            {name}
          </LinkButton>
        )}
        {props.children}
      </span>
      <span className="w-member__born tabular">
        <span>
          {[dob === null ? otherwise : formatDate(dob), ...facts]
            .filter((fact) => fact !== '')
            .join(controlWords.between)}
        </span>
        {props.after}
      </span>
    </span>
  )
}
