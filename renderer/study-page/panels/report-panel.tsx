import { chooseReport } from '#domain/release/report-choice.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { reportFailure } from '../../study/panel-words.ts'
import { PaperButton, paperWarning } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import '../../study/panels.css'

/** Shows this study's report for download (study spec §2 Report, §4 Report choice). */
export function ReportPanel({ page }: StudyPartProps) {
  const { study } = page.view
  const choice = chooseReport(study)
  if (choice.kind === 'missing') {
    const isExpected = study.status.published === true || study.status.read === true
    return (
      <Panel title="Report">
        <EmptyState size="small" title={isExpected ? studyMessages.missingReportTitle : 'There is no report yet'}>
          {isExpected ? studyMessages.missingReport : 'It can be downloaded here once the study is read and published.'}
        </EmptyState>
      </Panel>
    )
  }
  const isStructured = choice.kind === 'structured'
  const name = isStructured ? 'physician report' : 'traditional report'
  return (
    <Panel title="Report">
      <div className="stp">
        <FactList>
          <Fact label="Kind">{isStructured ? 'Physician report' : 'Traditional report'}</Fact>
          <Fact label="Version" missing={isStructured ? 'Not recorded' : 'Has no versions'}>
            {isStructured ? String(choice.version) : null}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <PaperButton
            page={page}
            paper={isStructured ? 'physician-report' : 'traditional-report'}
            action="download-report"
            label={`Download ${name}`}
            done={isStructured ? 'Physician report downloaded' : 'Traditional report downloaded'}
            describe={(failure) => reportFailure(choice.kind, failure)}
          />
        </div>
        <p className="stp__quiet">{paperWarning}</p>
      </div>
    </Panel>
  )
}
