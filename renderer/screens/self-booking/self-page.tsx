import type { ReactNode } from 'react'
import './self-page.css'

/** The page around a member's own booking: the name, the title, one column that also fits a phone. */
export function SelfPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="sv">
      <header className="sv__head">
        <span className="sv__brand">Atrium</span>
      </header>
      <main className="sv__main" id="main">
        <h1 className="sv__title">{title}</h1>
        {children}
      </main>
    </div>
  )
}
