import { Check } from 'lucide-react'
import { describeDays, readingDelay } from '#domain/study/delays.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import type { StudyAct } from '#domain/study/study-acts.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { actReason, useMark } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { ReasonForScan } from './reason-for-scan.tsx'
import '../../study/panels.css'

const marks = [
  { act: 'prioritized', label: 'Prioritized' },
  { act: 'urgent', label: 'Urgent' },
  { act: 'sensitive', label: 'Sensitive' },
] as const satisfies readonly { readonly act: StudyAct; readonly label: string }[]

/** Shows the progress of the reading, what radiology needs to know, and the report's QA (study spec §2 Radiology). */
export function RadiologyPanel({ page }: StudyPartProps<WithDrafts>) {
  const { study, location } = page.view
  const zone = location.timezone
  const mark = useMark(page)
  const read = readFlag(study.status, 'read')
  const qa = readFlag(study.status, 'reportQADone')
  return (
    <Panel title="Radiology">
      <div className="stp">
        <FactList>
          <Fact label="Reading delay (days)" missing={read.isSet ? 'Not recorded' : 'Not read'}>
            {describeDays(readingDelay(study, zone))}
          </Fact>
          <Fact label="Reading time" missing="Not read">
            {flagWords(read, zone)}
          </Fact>
          <Fact label="Read by" missing={read.isSet ? 'Not recorded' : 'Nobody yet'}>
            {read.by}
          </Fact>
          <Fact label="Report QA done">{qa.isSet ? 'Yes' : 'No'}</Fact>
          <Fact label="Report QA time" missing={qa.isSet ? 'Not recorded' : 'Not done'}>
            {qa.time === null ? null : flagWords(qa, zone)}
          </Fact>
          <Fact label="Report QA by" missing={qa.isSet ? 'Not recorded' : 'Nobody yet'}>
            {qa.by}
          </Fact>
          {marks.map(({ act, label }) => {
            const flag = readFlag(study.status, act)
            const since = [flagWords(flag, zone), flag.by === null ? null : `by ${flag.by}`]
            return (
              <Fact key={act} label={label} missing="No">
                {flag.isSet ? since.filter(Boolean).join(', ') : null}
              </Fact>
            )
          })}
        </FactList>
        <fieldset className="stp__actions">
          <legend className="w-visually-hidden">Marks for radiology</legend>
          {marks.map(({ act, label }) => {
            const { isSet } = readFlag(study.status, act)
            return (
              <Button
                key={act}
                size="small"
                variant={isSet ? 'secondary' : 'outline'}
                icon={isSet ? <Check aria-hidden="true" /> : null}
                isPending={page.isBusy(act)}
                disabledReason={actReason(page, act, !isSet)}
                aria-pressed={isSet}
                aria-label={`${label}: ${page.who}`}
                onPress={() =>
                  mark(act, !isSet, {
                    done: `Marked as ${label.toLowerCase()}`,
                    undone: `Not marked as ${label.toLowerCase()} any more`,
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
