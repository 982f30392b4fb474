import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { ok } from '#contract/reply.ts'
import { bodyCompositionSku } from '#domain/study/body-composition.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { bodyCompositionToastMs, studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { failureText, panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.bodyComposition

const key = 'body-composition'

/** Shows the QC of a body composition scan, which the role `report_qc` confirms (study spec §6, §9). */
export function BodyCompositionPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const qc = readFlag(study.status, 'bodyCompositionQC')
  const [isConfirmedHere, setConfirmedHere] = useState(false)
  if (study.skuID !== bodyCompositionSku) {
    return (
      // Only body composition scans have this QC. For another scan the panel is collapsed, but not left out, because
      // the page's index lists it.
      <Panel key="none" title={words.title} defaultExpanded={false}>
        <p className="stp__quiet">{words.notNeeded}</p>
      </Panel>
    )
  }
  const isConfirmed = qc.isSet || isConfirmedHere
  const confirm = async (): Promise<void> => {
    const reply = await page.perform(key, studyMessages.bodyCompositionFailed, async () =>
      ok(await page.bridge.study.confirmBodyCompositionQC({ studyID: study.studyID })),
    )
    if (reply === null) return
    if (!reply.ok) {
      page.notices.error({
        title: studyMessages.bodyCompositionFailed,
        description: failureText(reply.failure),
        timeoutMs: bodyCompositionToastMs,
      })
      return
    }
    setConfirmedHere(true)
    page.keep(reply.value)
    page.notices.success({
      title: words.done(studyMessages.bodyCompositionConfirmed),
      timeoutMs: bodyCompositionToastMs,
    })
  }
  return (
    <Panel key="qc" title={words.title}>
      <div className="stp">
        <FactList>
          <Fact label={words.confirmed} missing={isConfirmed ? panelWords.yes : words.notConfirmed}>
            {flagWords(qc, location.timezone)}
          </Fact>
          <Fact label={words.confirmedBy} missing={isConfirmed ? panelWords.notRecorded : panelWords.noName}>
            {qc.by}
          </Fact>
        </FactList>
        {page.decide('confirm-body-composition-qc').kind === 'forbidden' ? null : (
          <div className="stp__actions">
            <Button
              size="small"
              icon={<BadgeCheck aria-hidden="true" />}
              isPending={page.isBusy(key)}
              tooltip={words.tip}
              disabledReason={isConfirmed ? words.isConfirmed : page.reason('confirm-body-composition-qc')}
              aria-label={panelWords.actFor(
                isConfirmed ? studyMessages.bodyCompositionConfirmed : words.confirm,
                page.who,
              )}
              onPress={() => void confirm()}
            >
              {isConfirmed ? studyMessages.bodyCompositionConfirmed : words.confirm}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
