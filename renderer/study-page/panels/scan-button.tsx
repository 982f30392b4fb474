import { ScanLine } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Reply } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { packageName } from '#domain/study/package-name.ts'
import { findScanQuestions } from '#domain/study/scan-questions.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import {
  type OpenBeforeScan,
  readNotConfirmed,
  type ScanConfirmation,
  ScanDialog,
} from '../../booking/front-desk/scan-dialog.tsx'
import { sendMark } from '../../booking/front-desk/send-mark.ts'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import { ActButton, useMark } from '../../study/act-button.tsx'
import { describeStudyFailure } from '../../study/study-failures.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { visitPanelWords } from './visit-panel-words.ts'

const words = visitPanelWords.scan

/**
 * Marks the study as scanned. If the page or the back office finds open points, such as an unpaid balance, a dialog
 * asks the user to confirm them first. Undoes the mark only if no later step depends on it.
 */
export function ScanButton({ page }: StudyPartProps) {
  const { study, location } = page.view
  const withRetryKey = useRetryKeys()
  const undo = useMark(page)
  const [reported, setReported] = useState<readonly OpenBeforeScan[] | null>(null)
  const isRunning = useRef(false)
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  const currency = location.currency.currency
  const appointment = [
    study.booking === null ? words.noAppointment : formatInstant(study.booking.utcStart, location.timezone),
    packageName(study.skuID, location),
    machine?.name,
  ]

  const mark = async (confirmation?: ScanConfirmation): Promise<Reply<unknown>> => {
    const scanned = { studyID: study.studyID, act: 'scanned', value: true } as const
    const reply = await sendMark({ bridge: page.bridge, once: withRetryKey }, scanned, confirmation)
    if (!reply.ok) return reply
    page.keep(reply.value.study)
    const action = { label: studyPartWords.undo, onPress: () => undo('scanned', false, words.act), isUndo: true }
    page.notices.success({ title: words.act.done, action })
    return reply
  }

  const press = async (): Promise<void> => {
    if (isRunning.current) return
    if (findScanQuestions(study, page.now, currency).length > 0) {
      setReported([])
      return
    }
    isRunning.current = true
    const reply = await mark()
    isRunning.current = false
    if (reply.ok) return
    const open = readNotConfirmed(reply.failure)
    if (open.length > 0) setReported(open)
    else
      page.notices.error({ title: studyMessages.savingFailed, description: describeStudyFailure(reply.failure).text })
  }

  return (
    <>
      <ActButton
        page={page}
        act="scanned"
        label={words.label}
        undoLabel={words.undoLabel}
        {...words.act}
        icon={<ScanLine aria-hidden="true" />}
        onSet={() => void press()}
      />
      {reported === null ? null : (
        <ScanDialog
          bridge={page.bridge}
          study={study}
          who={page.who}
          appointment={appointment.filter(Boolean).join(', ')}
          currency={currency}
          now={page.now}
          reported={reported}
          mark={mark}
          onClose={() => setReported(null)}
        />
      )}
    </>
  )
}
