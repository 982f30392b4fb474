import type { ReactNode } from 'react'
import { Wordmark } from '../kit/controls/wordmark.tsx'
import './sign-in-card.css'

type Props = {
  title: string
  subtitle?: ReactNode
  /** Messages that can come and go while someone types. They are above the card, and do not move it. */
  notices?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

/** Shows a page before sign-in: a card in the middle, without any member's data. */
export function SignInCard({ title, subtitle, notices, children, foot }: Props) {
  return (
    <main className={notices === undefined ? 's-door' : 's-door s-door--still'}>
      {notices === undefined ? null : <div className="s-door__notices">{notices}</div>}
      <div className="s-door__card">
        <Wordmark />
        <div className="s-door__titles">
          <h1 className="s-door__title">{title}</h1>
          {subtitle ? <p className="s-door__subtitle">{subtitle}</p> : null}
        </div>
        {children}
      </div>
      {foot ? <div className="s-door__foot">{foot}</div> : null}
    </main>
  )
}
