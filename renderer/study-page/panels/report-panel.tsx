import { chooseReport } from '#domain/release/report-choice.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { StudyReports } from '../../documents/study-reports.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { panelWords } from '../../study/panel-words.ts'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.report

/** Shows this study's report for download, and its uploads (study spec §2 Report, §4 Report choice). */
export function ReportPanel({ page }: StudyPartProps) {
  const { study } = page.view
  // Before its publication a study normally has no report. Only afterwards is a missing report an error.
  const isExpected = study.status.published === true
  return (
    <Panel title={words.title}>
      <div className="stp">
        {chooseReport(study).kind === 'missing' ? (
          <EmptyState size="compact" title={isExpected ? studyMessages.missingReportTitle : words.noneTitle}>
            {isExpected ? studyMessages.missingReport : words.none}
          </EmptyState>
        ) : (
          <PublishedReport page={page} />
        )}
        <StudyReports page={page} />
      </div>
    </Panel>
  )
}

function PublishedReport({ page }: StudyPartProps) {
  const choice = chooseReport(page.view.study)
  const isStructured = choice.kind === 'structured'
  return (
    <>
      <FactList>
        <Fact label={words.kind}>{isStructured ? words.physician : words.traditional}</Fact>
        <Fact label={words.version} missing={isStructured ? panelWords.notRecorded : words.noVersions}>
          {isStructured ? String(choice.version) : null}
        </Fact>
      </FactList>
      <div className="stp__actions">
        <PaperButton
          page={page}
          paper={isStructured ? 'physician-report' : 'traditional-report'}
          label={isStructured ? words.downloadPhysician : words.downloadTraditional}
          done={isStructured ? words.physicianDone : words.traditionalDone}
        />
      </div>
      <p className="stp__quiet">{studyPartWords.paper.warning}</p>
    </>
  )
}
