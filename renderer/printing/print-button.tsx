import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { Button } from '../kit/controls/button.tsx'
import type { Notices } from '../kit/notices.ts'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { printingWords } from './printing-words.ts'

type Props = {
  readonly bridge: Pick<Bridge, 'printing'>
  readonly notices: Notices
  readonly item: PrintItem
  /** What is printed, as in a sentence: "physician report". */
  readonly what: string
  /** Full name and birth date; left out if the print has no member. */
  readonly who?: string | undefined
  /** Why the item cannot be printed now; null if it can. */
  readonly reason: string | null
  /** The visible words, if "Print" alone is not clear; the full name begins with them. */
  readonly label?: string | undefined
  readonly size?: 'micro' | 'small' | 'medium' | undefined
}

/**
 * Queues an item for the printer that is set for its kind of printout. One press prints once, even after a lost answer.
 */
export function PrintButton({ bridge, notices, item, what, who, reason, label, size = 'small' }: Props) {
  const [isPending, setPending] = useState(false)
  // A retry after a lost answer has the same key, so that the item prints once. Another item, such as another day in
  // Finance, has its own key.
  const withRetryKey = useRetryKeys()
  const print = async (): Promise<void> => {
    setPending(true)
    const reply = await withRetryKey(JSON.stringify(item), (idempotencyKey) =>
      bridge.printing.print({ item, copies: null, idempotencyKey }),
    )
    setPending(false)
    if (reply.ok)
      notices.success({
        title: printingWords.printing(what),
        description: printingWords.sentTo(reply.value.recipient, who),
      })
    else {
      const action = { label: printingWords.tryAgain, onPress: () => void print() }
      notices.error({
        title: printingWords.failed(what),
        description: printingWords.failedText(reply.failure.message, who),
        action,
      })
    }
  }
  return (
    <Button
      size={size}
      icon={<Printer aria-hidden="true" />}
      isPending={isPending}
      disabledReason={reason}
      aria-label={who === undefined ? printingWords.printName(what) : printingWords.printFor(what, who)}
      onPress={() => void print()}
    >
      {label ?? printingWords.print}
    </Button>
  )
}
