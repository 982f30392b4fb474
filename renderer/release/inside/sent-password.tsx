import { Check, Copy } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
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
 * Shows the password of each send of this study until the user confirms having it or the send is undone. After the
 * window was locked and unlocked, shows the passwords again.
 */
export function SentPassword({ page }: StudyPartProps<ReleaseStores>) {
  const { sends } = page.stores
  const { studyID } = page.view.study
  const passwords = useStore(sends, (state) => state.passwords)
  const jobs = useStore(page.stores.jobs, ({ view }) => view)
  const undone = useMemo(
    () =>
      new Set(
        jobs.kind === 'ready'
          ? jobs.value.jobs.filter(({ state }) => state === 'cancelled').map(({ jobID }) => jobID)
          : [],
      ),
    [jobs],
  )
  const ofStudy = passwords.filter(({ delivery }) => delivery.studyID === studyID)
  const held = ofStudy.filter(({ jobID }) => !undone.has(jobID))
  useEffect(() => {
    // Nothing was sent, so the recipient needs no password.
    for (const { delivery, jobID } of ofStudy) {
      if (undone.has(jobID)) sends.getState().dropPassword(delivery.deliveryID)
    }
  }, [ofStudy, undone, sends])
  const [first] = held
  if (first === undefined) return null
  const have = (): void => {
    for (const { delivery } of held) sends.getState().dropPassword(delivery.deliveryID)
  }
  return <PasswordDialog first={first} held={held} onHave={have} />
}

type Props = { readonly first: HeldPassword; readonly held: readonly HeldPassword[]; readonly onHave: () => void }

/** Closes only by its own button, so that an accidental key press cannot lose a password. */
function PasswordDialog({ first, held, onHave }: Props) {
  const isOne = held.length === 1
  const subtitle = ({ delivery, who }: HeldPassword): string =>
    words.subtitle(delivery.title, who, delivery.recipientName)
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onHave}
      title={isOne ? words.title : words.titleOfSeveral}
      subtitle={isOne ? subtitle(first) : first.who}
      footer={
        <Button variant="primary" onPress={onHave}>
          {isOne ? words.done : words.doneWithSeveral}
        </Button>
      }
    >
      <div className="rel-password">
        {held.map((one, place) => (
          <div key={one.delivery.deliveryID} className="rel-password">
            {isOne ? null : <p>{subtitle(one)}</p>}
            {isOne ? (
              <Banner tone="warning" title={words.tell[one.delivery.channel](one.delivery.recipientName)}>
                {words.shownOnce}
              </Banner>
            ) : null}
            <Password held={one} isFirst={place === 0} isOne={isOne} />
          </div>
        ))}
        {isOne ? null : (
          <Banner tone="warning" title={words.tellSeveral}>
            {words.shownOnce}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

type PasswordProps = { readonly held: HeldPassword; readonly isFirst: boolean; readonly isOne: boolean }

function Password({ held, isFirst, isOne }: PasswordProps) {
  const { password, delivery } = held
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
    <>
      <div className="rel-password__line">
        <code className="rel-password__letters">{password}</code>
        <Button
          size="small"
          autoFocus={isFirst}
          icon={copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          aria-label={isOne ? undefined : words.copyOf(delivery.title, delivery.recipientName)}
          onPress={() => void copy()}
        >
          {words.copy}
        </Button>
      </div>
      <p role="status" className="stp__quiet">
        {copied === 'yes' ? words.copied : copied === 'refused' ? words.copyFailed : ''}
      </p>
    </>
  )
}
