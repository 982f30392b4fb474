import { Film, Video } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { ScanButton } from './scan-button.tsx'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../study/panels.css'

const words = visitPanelWords.scan

/**
 * Shows whether, when and by whom the study was marked as scanned, a button for that mark, and a button that downloads
 * the social videos once radiology has read the study (study spec §2 Scan).
 */
export function ScanPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const scanned = readFlag(study.status, 'scanned')
  const download = async (): Promise<void> => {
    const file = await page.perform('social-videos', studyMessages.downloadFailed, () =>
      page.bridge.study.readSocialVideos({ studyID: study.studyID }),
    )
    if (file === null) return
    saveFile(file.base64, file.fileName, file.contentType)
    page.notices.success(words.videosDone)
  }
  return (
    <Panel title={words.title}>
      <div className="stp">
        <FactList>
          <Fact label={words.scanned}>{scanned.isSet ? panelWords.yes : panelWords.no}</Fact>
          <Fact label={words.time} missing={scanned.isSet ? panelWords.notRecorded : words.notScanned}>
            {scanned.time === null ? null : flagWords(scanned, location.timezone)}
          </Fact>
          <Fact label={words.by} missing={scanned.isSet ? panelWords.notRecorded : panelWords.noName}>
            {scanned.by}
          </Fact>
          <Fact label={words.film} missing={words.filmNotReady}>
            {flagWords(readFlag(study.status, 'filmReady'), location.timezone)}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ScanButton page={page} />
          <ActButton page={page} act="filmReady" {...words.filmAct} icon={<Film aria-hidden="true" />} />
          <Button
            size="small"
            icon={<Video aria-hidden="true" />}
            isPending={page.isBusy('social-videos')}
            disabledReason={page.reason('download-social-videos')}
            aria-label={panelWords.actFor(words.videos, page.who)}
            onPress={() => void download()}
          >
            {words.videos}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
