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
 * Shows the header, and a bar with the member's name that stays at the top while the page scrolls. With a header, the
 * bar appears only while the name in the header is out of sight.
 */
export function PersonBar({ member, studyID, header }: Props) {
  const head = useRef<HTMLDivElement>(null)
  const [isHeaderShown, setIsHeaderShown] = useState(true)
  useEffect(() => {
    const element = head.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setIsHeaderShown(entry?.isIntersecting ?? true))
    // Observes only the name, not the whole header: the rest of the header may still be visible when the bar appears.
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
