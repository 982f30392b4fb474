import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import './self-page.css'
import { SelfLanguageChoice, useSelfLanguage } from './self-language.tsx'

type Props = Pick<SelfServiceProps, 'deskPath'> & {
  readonly title: string
  /** Whether leaving would lose a held time or typed input: the button to the front desk then asks first. */
  readonly isUnsaved?: boolean
  readonly children: ReactNode
}

/**
 * Shows the page around a member's own booking: the product name, the title, and one column that also fits a phone. If
 * staff opened it, for example with Book Now, it has a button back to the front desk.
 */
export function SelfPage({ deskPath, title, isUnsaved = false, children }: Props) {
  const { language, words } = useSelfLanguage()
  return (
    <div className="sv" lang={language}>
      <header className="sv__head">
        <span className="sv__brand">{words.page.product}</span>
        <div className="sv__tools">
          <SelfLanguageChoice />
          {deskPath === null ? null : <BackToDesk path={deskPath} isUnsaved={isUnsaved} />}
        </div>
      </header>
      <main className="sv__main" id="main">
        <h1 className="sv__title">{title}</h1>
        {children}
      </main>
    </div>
  )
}

function BackToDesk({ path, isUnsaved }: { readonly path: string; readonly isUnsaved: boolean }) {
  const [, navigate] = useLocation()
  const { page: words } = useSelfLanguage().words
  const [isAsking, setIsAsking] = useState(false)
  const leave = (): void => navigate(path)
  return (
    <>
      <Button
        size="small"
        icon={<ArrowLeft aria-hidden="true" />}
        onPress={() => (isUnsaved ? setIsAsking(true) : leave())}
      >
        {words.backToDesk}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={words.leaveTitle}
        confirmLabel={words.leave}
        cancelLabel={words.stay}
        onConfirm={leave}
        onClose={() => setIsAsking(false)}
      >
        {words.leaveNote}
      </ConfirmDialog>
    </>
  )
}
