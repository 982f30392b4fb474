import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import './self-page.css'
import { selfServiceWords } from './self-service-words.ts'

const words = selfServiceWords.page

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
  return (
    <div className="sv">
      <header className="sv__head">
        <span className="sv__brand">{words.product}</span>
        {deskPath === null ? null : <BackToDesk path={deskPath} isUnsaved={isUnsaved} />}
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
