import { Printer as PrinterIcon } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { PrintingView } from '#contract/printing/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { printKindOf } from '#domain/printing/print-kind.ts'
import { Button } from '../kit/controls/button.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { printerState, printingWords } from './printing-words.ts'
import { type PrintParts, usePrint } from './use-print.ts'

const words = printingWords.choose

type Props = PrintParts & {
  /** Why the item cannot be printed now; null if it can. */
  readonly reason: string | null
}

/** Returns why no printer can be chosen, in words; null if there are printers. */
const obstacleOf = (view: Reply<PrintingView> | null): string | null => {
  if (view === null) return printingWords.settings.loading
  if (!view.ok) return printingWords.settings.notRead
  return view.value.problem ?? (view.value.printers.length === 0 ? printingWords.settings.none : null)
}

/** Shows a menu of this workstation's printers. The chosen one prints the item, the same paper as everywhere else. */
export function ChoosePrinterButton({ reason, ...parts }: Props) {
  const { bridge, item, what } = parts
  const { isPending, print } = usePrint(parts)
  const [view, setView] = useState<Reply<PrintingView> | null>(null)
  const read = useCallback(async () => setView(await bridge.printing.read({})), [bridge])
  useEffect(() => void read(), [read])
  const isManaged = view?.ok === true && view.value.managed.includes(printKindOf(item))
  const obstacle = obstacleOf(view)
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={<PrinterIcon aria-hidden="true" />}
          isPending={isPending}
          disabledReason={reason ?? (isManaged ? printingWords.settings.setByOrganisation : null)}
          onPress={() => void read()}
        >
          {words.open}
        </Button>
      }
      label={words.menu(what)}
      onAction={(name) => void print(name)}
      entries={
        obstacle !== null || view?.ok !== true
          ? [{ id: 'none', label: words.none, disabledReason: obstacle }]
          : view.value.printers.map((printer) => ({
              id: printer.name,
              label: printer.label,
              description: printerState(printer).words,
            }))
      }
    />
  )
}
