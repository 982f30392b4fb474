import type { ReactNode } from 'react'
import { Wordmark } from '../kit/controls/wordmark.tsx'
import './door.css'

type Props = { title: string; subtitle?: ReactNode; children: ReactNode; foot?: ReactNode }

/** Shows a page before sign-in: a card in the middle, without any member's data. */
export function Door({ title, subtitle, children, foot }: Props) {
  return (
    <main className="s-door">
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
