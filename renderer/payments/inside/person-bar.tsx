import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { paymentPageWords } from '../payment-page-words.ts'
import { BalanceFigure } from './balance-figure.tsx'

type Props = {
  readonly view: PaymentView
  /** Names the member above the panel; null for no header. */
  readonly header: ReactNode
}

/**
 * Shows the header, and below it a bar with the balance that stays at the top while the page scrolls. The bar names the
 * member while the name in the header is out of sight, or if there is no header. Its height stays the same.
 */
export function PersonBar({ view, header }: Props) {
  const head = useRef<HTMLDivElement>(null)
  const [isHeaderShown, setIsHeaderShown] = useState(true)
  useEffect(() => {
    const element = head.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setIsHeaderShown(entry?.isIntersecting ?? true))
    // Observes only the name, not the whole header: the rest of the header may still be visible.
    observer.observe(element.querySelector('h1') ?? element)
    return () => observer.disconnect()
  }, [])
  const { member, study } = view
  const isNamed = header === null || !isHeaderShown
  return (
    <>
      {header === null ? null : <div ref={head}>{header}</div>}
      <div className="pp-bar">
        <BalanceFigure view={view} />
        {isNamed ? (
          <p className="pp-bar__who tabular">
            <strong>{fullName(member)}</strong>
            {paymentPageWords.personDetails(formatDate(member.dob), study.studyID)}
          </p>
        ) : null}
      </div>
    </>
  )
}
