import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import type { HeldPassword } from '../sends-store.ts'
import { sendWords } from './send-words.ts'

const words = sendWords.password

/**
 * Shows the password of a send of this study until the user confirms having it or the send is undone. The password is
 * shown again after the window was locked and unlocked.
 */
export function SentPassword({ page }: StudyPartProps<ReleaseStores>) {
  const { sends } = page.stores
  const { studyID } = page.view.study
  const held = useStore(sends, ({ passwords }) => passwords.find(({ delivery }) => delivery.studyID === studyID))
  const isUndone = useStore(
    page.stores.jobs,
    ({ view }) =>
      view.kind === 'ready' &&
      view.value.jobs.some(({ jobID, state }) => jobID === held?.jobID && state === 'cancelled'),
  )
  useEffect(() => {
    // Nothing was sent, so the recipient needs no password.
    if (isUndone && held !== undefined) sends.getState().dropPassword(held.delivery.deliveryID)
  }, [isUndone, held, sends])
  if (held === undefined || isUndone) return null
  const { deliveryID } = held.delivery
  return <PasswordDialog key={deliveryID} held={held} onHave={() => sends.getState().dropPassword(deliveryID)} />
}

type Props = { readonly held: HeldPassword; readonly onHave: () => void }

/** Closes only by its own button, so that an accidental key press cannot lose the password. */
function PasswordDialog({ held, onHave }: Props) {
  const { password, delivery, who } = held
  const to = delivery.recipientName
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(password)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onHave}
      title={words.title}
      subtitle={words.subtitle(delivery.title, who, to)}
      footer={
        <Button variant="primary" onPress={onHave}>
          {words.done}
        </Button>
      }
    >
      <div className="rel-password">
        <Banner tone="warning" title={words.tell[delivery.channel](to)}>
          {words.shownOnce}
        </Banner>
        <div className="rel-password__line">
          <code className="rel-password__letters">{password}</code>
          <Button
            size="small"
            autoFocus
            icon={copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            onPress={() => void copy()}
          >
            {words.copy}
          </Button>
        </div>
        <p role="status" className="stp__quiet">
          {copied === 'yes' ? words.copied : copied === 'refused' ? words.copyFailed : ''}
        </p>
      </div>
    </Dialog>
  )
}
