import { Printer } from 'lucide-react'
import { Button } from '../kit/controls/button.tsx'
import { printingWords } from './printing-words.ts'
import { type PrintParts, usePrint } from './use-print.ts'

type Props = PrintParts & {
  /** Why the item cannot be printed now; null if it can. */
  readonly reason: string | null
  /** The visible words, if "Print" alone is not clear; the full name begins with them. */
  readonly label?: string | undefined
  readonly size?: 'micro' | 'small' | 'medium' | undefined
}

/**
 * Queues an item for the printer that is set for its kind of printout. One press prints once, even after a lost answer.
 */
export function PrintButton({ reason, label, size = 'small', ...parts }: Props) {
  const { what, who } = parts
  const { isPending, print } = usePrint(parts)
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
