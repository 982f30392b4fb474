import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import { isDepositHidden } from '#domain/finance/cheque-deposit.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { IconButton } from '../kit/controls/icon-button.tsx'
import type { Notices } from '../kit/notices.ts'
import { PrintButton } from '../printing/print-button.tsx'
import { describeSaved, saveItem } from '../printing/save-item.ts'
import { chequeDepositWords } from './cheque-deposit-words.ts'

const words = chequeDepositWords.slip

/** The parts of the screen that the buttons of a slip use. */
export type SlipParts = {
  readonly bridge: Pick<Bridge, 'printing' | 'downloads'>
  readonly notices: Notices
  readonly isReached: boolean
}

type Props = SlipParts & { readonly deposit: ChequeDeposit }

/** Prints the slip of a deposit, or saves it as a PDF. */
export function SlipButtons({ bridge, notices, isReached, deposit }: Props) {
  const [isSaving, setSaving] = useState(false)
  const { locationID, depositID, number } = deposit
  const item = { kind: 'deposit-slip', locationID, depositID } as const
  const reason = isDepositHidden(deposit) ? words.hidden : whyNotOffline('printDocument', isReached)
  const save = async (): Promise<void> => {
    setSaving(true)
    const reply = await saveItem(bridge, item)
    setSaving(false)
    if (reply.ok) notices.success({ title: words.saved, description: describeSaved(reply.value) })
    else notices.error({ title: words.notSaved, description: reply.failure.message })
  }
  return (
    <span className="s-finance__acts">
      <PrintButton
        bridge={bridge}
        notices={notices}
        item={item}
        what={words.printOf(number)}
        label={words.print}
        reason={reason}
      />
      <IconButton
        variant="outline"
        size="small"
        label={words.saveOf(number)}
        tooltip={words.save}
        icon={<FileDown aria-hidden="true" />}
        isPending={isSaving}
        disabledReason={reason}
        onPress={() => void save()}
      />
    </span>
  )
}
