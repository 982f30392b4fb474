import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DeliveryChannel } from '#domain/release/delivery.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import type { HeldPassword } from '../sends-store.ts'

const apartFrom: { readonly [Channel in DeliveryChannel]: string } = {
  fax: 'Never send it by fax',
  email: 'Never send it by e-mail',
  cd: 'Never write it on the disc',
  usb: 'Never keep it with the stick',
}

/**
 * Shows the password of a send of this study until the user confirms having it or the send is undone; also after a
 * lock.
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

/** Closes only by its own button: one key press too many would lose the password. */
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
      title="The password of what is being sent"
      subtitle={`${delivery.title} of ${who}, to ${to}`}
      footer={
        <Button variant="primary" onPress={onHave}>
          I have the password
        </Button>
      }
    >
      <div className="rel-password">
        <Banner tone="warning" title={`Tell ${to} the password by phone. ${apartFrom[delivery.channel]}.`}>
          It stays here until you have it. Atrium cannot show it again after that: without it, the report has to be sent
          anew.
        </Banner>
        <div className="rel-password__line">
          <code className="rel-password__letters">{password}</code>
          <Button
            size="small"
            autoFocus
            icon={copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            onPress={() => void copy()}
          >
            Copy the password
          </Button>
        </div>
        <p role="status" className="stp__quiet">
          {copied === 'yes'
            ? 'Copied.'
            : copied === 'refused'
              ? 'It could not be copied: please write it down.'
              : 'Letters and digits that look alike are not used in it.'}
        </p>
      </div>
    </Dialog>
  )
}
