import { Eye, FileDown } from 'lucide-react'
import { useState } from 'react'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { ok } from '#contract/reply.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paperActions } from '#domain/permissions/paper-actions.ts'
import { whyNoPaper } from '#domain/release/paper-availability.ts'
import { nameOfPaper, type PaperName } from '#domain/study/papers.ts'
import { Button } from '../kit/controls/button.tsx'
import { PrintButton } from '../printing/print-button.tsx'
import { describeSaved, saveItem } from '../printing/save-item.ts'
import { panelWords, paperFailure } from './panel-words.ts'
import { PaperViewDialog } from './paper-view-dialog.tsx'
import type { StudyPartProps } from './study-part-props.ts'

type PaperButtonProps = StudyPartProps & {
  readonly paper: PaperName
  /** The action in full: "Download physician report", "View medical history". */
  readonly label: string
  /** The visible label where the paper's name is beside the button; `label` when absent. */
  readonly shortLabel?: string
  /** The notice's title after saving: "Physician report downloaded". */
  readonly done: string
  /**
   * Whether the button shows the paper in the app instead of saving it. The dialog that shows the paper can save it
   * too.
   */
  readonly isView?: boolean
}

/**
 * Shows two buttons for a stamped paper of the study. One saves it to the workstation's download folder or shows it in
 * the app. The other prints it. Both show the reason while the study does not have the paper yet.
 */
export function PaperButton(props: PaperButtonProps) {
  const { page, paper, label, isView = false } = props
  const [isOpen, setOpen] = useState(false)
  const key = `paper ${paper}`
  const action = paperActions[paper]
  const missing = whyNoPaper(paper, page.view.study)
  const reason = page.reason(action) ?? missing
  const printReason = page.reason(action, true) ?? whyNotOffline('printDocument', page.isOnline) ?? missing
  const { studyID } = page.view.study
  const item: PrintItem = { kind: 'study', studyID, item: { kind: 'paper', paper } }
  const what = nameOfPaper(paper, page.view.location).toLowerCase()
  const save = async (): Promise<void> => {
    const reply = await page.perform(key, label, async () => ok(await saveItem(page.bridge, item)))
    if (reply === null) return
    if (reply.ok) page.notices.success({ title: props.done, description: describeSaved(reply.value) })
    else page.notices.error(paperFailure(paper, reply.failure))
  }
  // A user whose roles never allow this paper sees no button.
  if (page.decide(action).kind === 'forbidden') return null
  return (
    <span className="stp__paper">
      <Button
        size="small"
        icon={isView ? <Eye aria-hidden="true" /> : <FileDown aria-hidden="true" />}
        isPending={page.isBusy(key)}
        disabledReason={reason}
        aria-label={panelWords.actFor(label, page.who)}
        onPress={() => (isView ? setOpen(true) : void save())}
      >
        {props.shortLabel ?? label}
      </Button>
      <PrintButton
        bridge={page.bridge}
        notices={page.notices}
        item={item}
        what={what}
        who={page.who}
        reason={printReason}
      />
      {isOpen ? (
        <PaperViewDialog
          page={page}
          paper={paper}
          isSaving={page.isBusy(key)}
          onSave={() => void save()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  )
}
