import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { classNames } from '../../kit/controls/class-names.ts'
import { paymentPageWords } from '../payment-page-words.ts'

type Props = {
  readonly member: Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>
  readonly studyID: string
  /** Names the member above the panel; null for no header. */
  readonly header: ReactNode
}

/**
 * Shows the header, and one line with the member that stays at the top while the page scrolls. With a header, the line
 * appears only once the header is out of sight.
 */
export function PersonBar({ member, studyID, header }: Props) {
  const head = useRef<HTMLDivElement>(null)
  const [isHeaderShown, setIsHeaderShown] = useState(true)
  useEffect(() => {
    const element = head.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setIsHeaderShown(entry?.isIntersecting ?? true))
    // The name is the first line of the header, so the line appears as soon as the name begins to leave.
    observer.observe(element.querySelector('h1') ?? element)
    return () => observer.disconnect()
  }, [])
  const isAlone = header === null
  return (
    <>
      {isAlone ? null : <div ref={head}>{header}</div>}
      {isAlone || !isHeaderShown ? (
        <div className={classNames('pp-who', !isAlone && 'pp-who--over')}>
          <p className="pp-who__line tabular">
            <strong>{fullName(member)}</strong>
            {paymentPageWords.personDetails(formatDate(member.dob), studyID)}
          </p>
        </div>
      ) : null}
    </>
  )
}
