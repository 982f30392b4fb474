import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import type { Notices } from '../kit/notices.ts'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { printingWords } from './printing-words.ts'

export type PrintParts = {
  readonly bridge: Pick<Bridge, 'printing'>
  readonly notices: Notices
  readonly item: PrintItem
  /** What is printed, as in a sentence: "physician report". */
  readonly what: string
  /** Full name and birth date; left out if the print has no member. */
  readonly who?: string | undefined
}

type Print = {
  readonly isPending: boolean
  /** Queues the item for a printer, or for the one that is set for its kind, and shows the result in a notice. */
  readonly print: (printer?: string) => Promise<void>
}

/** Returns the function that prints an item. One press prints once, even after a lost answer. */
export const usePrint = ({ bridge, notices, item, what, who }: PrintParts): Print => {
  const [isPending, setPending] = useState(false)
  // A retry after a lost answer has the same key, so that the item prints once. Another item, such as another day in
  // Finance, has its own key, and so has another printer.
  const withRetryKey = useRetryKeys()
  const print = async (printer?: string): Promise<void> => {
    setPending(true)
    const chosen = printer === undefined ? {} : { printer }
    const reply = await withRetryKey(JSON.stringify({ item, ...chosen }), (idempotencyKey) =>
      bridge.printing.print({ item, copies: null, ...chosen, idempotencyKey }),
    )
    setPending(false)
    if (reply.ok)
      notices.success({
        title: printingWords.printing(what),
        description: printingWords.sentTo(reply.value.recipient, who),
      })
    else {
      const action = { label: printingWords.tryAgain, onPress: () => void print(printer) }
      notices.error({
        title: printingWords.failed(what),
        description: printingWords.failedText(reply.failure.message, who),
        action,
      })
    }
  }
  return { isPending, print }
}
