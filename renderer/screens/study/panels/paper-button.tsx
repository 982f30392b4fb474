import { FileDown } from 'lucide-react'
import type { Failure } from '#domain/contract/reply.ts'
import { ok } from '#domain/contract/reply.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { StudyAction } from '#domain/study/study-permissions.ts'
import type { Notice } from '../../../stores/notices.ts'
import { saveFile } from '../../../stores/save-file.ts'
import { Button } from '../../../widgets/button.tsx'
import type { StudyPartProps } from '../study-part-props.ts'
import { countOf } from '../study-words.ts'

export type PaperButtonProps = StudyPartProps & {
  readonly paper: PaperName
  readonly action: StudyAction
  /** The whole deed: "Download physician report". */
  readonly label: string
  /** Said once it is there: "Physician report downloaded". */
  readonly done: string
  /** The notice of a failure, in the catalogue's words. */
  readonly describe: (failure: Failure) => Notice
  /** What of the study itself stands in the way; null where nothing does. */
  readonly missing?: string | null
}

/** Fetches one paper of the study as a PDF and hands it to whoever keeps downloads. */
export function PaperButton(props: PaperButtonProps) {
  const { page, paper, action, label, done, describe, missing = null } = props
  const key = `paper ${paper}`
  const { studyID } = page.view.study
  const download = async (): Promise<void> => {
    const reply = await page.perform(key, label, async () => ok(await page.bridge.study.readPaper({ studyID, paper })))
    if (reply === null) return
    if (!reply.ok) {
      page.notices.error(describe(reply.failure))
      return
    }
    const { base64, fileName, pages } = reply.value
    saveFile(base64, fileName, 'application/pdf')
    page.notices.success({ title: done, description: `${fileName}, ${countOf(pages, 'page')}` })
  }
  return (
    <Button
      size="small"
      icon={<FileDown aria-hidden="true" />}
      isPending={page.isBusy(key)}
      disabledReason={page.reason(action) ?? missing}
      aria-label={`${label}: ${page.who}`}
      onPress={() => void download()}
    >
      {label}
    </Button>
  )
}

/** Stands beside every download of a paper. */
export const paperWarning = 'The file holds health data: keep it where only those who need it can open it.'
