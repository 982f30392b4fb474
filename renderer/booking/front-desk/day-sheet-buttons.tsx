import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { IconButton } from '../../kit/controls/icon-button.tsx'
import type { Notices } from '../../kit/notices.ts'
import { PrintButton } from '../../printing/print-button.tsx'
import { describeSaved, saveItem } from '../../printing/save-item.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.sheet

type Props = {
  readonly bridge: Pick<Bridge, 'printing' | 'downloads'>
  readonly notices: Notices
  readonly location: Pick<Location, 'locationID'>
  readonly date: PlainDate
  readonly isOnline: boolean
}

/** Prints the day that the board shows, or saves it as a PDF. */
export function DaySheetButtons({ bridge, notices, location, date, isOnline }: Props) {
  const [isSaving, setSaving] = useState(false)
  const item = { kind: 'day-sheet', locationID: location.locationID, date } as const
  const reason = whyNotOffline('printDocument', isOnline)
  const save = async (): Promise<void> => {
    setSaving(true)
    const reply = await saveItem(bridge, item)
    setSaving(false)
    if (reply.ok) notices.success({ title: words.saved, description: describeSaved(reply.value) })
    else notices.error({ title: words.notSaved, description: reply.failure.message })
  }
  return (
    <div className="fd__day">
      <PrintButton
        bridge={bridge}
        notices={notices}
        item={item}
        what={words.what(formatDate(date))}
        reason={reason}
        size="medium"
      />
      <IconButton
        variant="outline"
        label={words.savePdfOf(formatDate(date))}
        tooltip={words.savePdf}
        icon={<FileDown aria-hidden="true" />}
        isPending={isSaving}
        disabledReason={reason}
        onPress={() => void save()}
      />
    </div>
  )
}
