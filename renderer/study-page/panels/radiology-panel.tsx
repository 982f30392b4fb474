import { Check } from 'lucide-react'
import { readingDelay } from '#domain/study/delays.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import type { StudyAct } from '#domain/study/study-acts.ts'
import { flagWords, flagWordsWithName } from '../../crm/sale-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { ActButton, actReason, useMark } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { AssignmentButtons, describeAssignment } from './assignment.tsx'
import { ReasonForScan } from './reason-for-scan.tsx'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.radiology

const steps = ['read', 'transcribed', 'reportQADone'] as const satisfies readonly StudyAct[]

const marks = [
  { act: 'prioritized', label: words.prioritized },
  { act: 'urgent', label: words.urgent },
  { act: 'sensitive', label: words.sensitive },
] as const satisfies readonly { readonly act: StudyAct; readonly label: string }[]

/** Shows the progress of the reading, what radiology needs to know, and the report's QA (study spec §2 Radiology). */
export function RadiologyPanel({ page }: StudyPartProps<WithDrafts>) {
  const { study, location } = page.view
  const zone = location.timezone
  const mark = useMark(page)
  const delay = readingDelay(study, zone)
  const read = readFlag(study.status, 'read')
  const qa = readFlag(study.status, 'reportQADone')
  return (
    <Panel title={words.title}>
      <div className="stp">
        <FactList>
          <Fact label={words.delay} missing={read.isSet ? panelWords.notRecorded : words.notRead}>
            {delay === null ? null : panelWords.days(delay)}
          </Fact>
          <Fact label={words.assignedTo} missing={words.unassigned}>
            {describeAssignment(study.status, zone)}
          </Fact>
          <Fact label={words.time} missing={words.notRead}>
            {flagWords(read, zone)}
          </Fact>
          <Fact label={words.readBy} missing={read.isSet ? panelWords.notRecorded : panelWords.noName}>
            {read.by}
          </Fact>
          <Fact label={words.transcribed} missing={words.notTranscribed}>
            {flagWords(readFlag(study.status, 'transcribed'), zone)}
          </Fact>
          <Fact label={words.qaDone}>{qa.isSet ? panelWords.yes : panelWords.no}</Fact>
          <Fact label={words.qaTime} missing={qa.isSet ? panelWords.notRecorded : words.notDone}>
            {qa.time === null ? null : flagWords(qa, zone)}
          </Fact>
          <Fact label={words.qaBy} missing={qa.isSet ? panelWords.notRecorded : panelWords.noName}>
            {qa.by}
          </Fact>
          {marks.map(({ act, label }) => (
            <Fact key={act} label={label} missing={panelWords.no}>
              {flagWordsWithName(readFlag(study.status, act), zone)}
            </Fact>
          ))}
        </FactList>
        <AssignmentButtons page={page} />
        {steps.some((act) => page.decide(act).kind !== 'forbidden') ? (
          <fieldset className="stp__actions">
            <legend className="w-visually-hidden">{words.steps}</legend>
            <ActButton page={page} act="read" {...words.readAct} />
            <ActButton page={page} act="transcribed" {...words.transcribedAct} />
            <ActButton page={page} act="reportQADone" {...words.qaAct} />
          </fieldset>
        ) : null}
        <fieldset className="stp__actions">
          <legend className="w-visually-hidden">{words.marks}</legend>
          {marks.map(({ act, label }) => {
            const { isSet } = readFlag(study.status, act)
            return (
              <Button
                key={act}
                size="small"
                icon={isSet ? <Check aria-hidden="true" /> : null}
                isPending={page.isBusy(act)}
                disabledReason={actReason(page, act, !isSet)}
                aria-pressed={isSet}
                aria-label={panelWords.actFor(label, page.who)}
                onPress={() =>
                  mark(act, !isSet, {
                    done: words.marked(label),
                    undone: words.unmarked(label),
                  })
                }
              >
                {label}
              </Button>
            )
          })}
        </fieldset>
        <ReasonForScan page={page} />
      </div>
    </Panel>
  )
}
