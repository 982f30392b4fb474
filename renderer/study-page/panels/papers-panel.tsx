import { paperActions } from '#domain/permissions/paper-actions.ts'
import { whyNoPaper } from '#domain/release/paper-availability.ts'
import { nameOfPaper, papers } from '#domain/study/papers.ts'
import { Panel } from '../../kit/controls/panel.tsx'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { papersPanelWords as words } from './papers-panel-words.ts'
import './papers-panel.css'

/**
 * Lists every paper of the study that the user may have, with buttons to view and print it, or the reason why the
 * study does not have it yet (study spec §7 PDF sources).
 */
export function PapersPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const allowed = papers.filter((paper) => page.decide(paperActions[paper]).kind !== 'forbidden')
  return (
    <Panel title={words.title} views={['show', 'hide']}>
      <div className="stp">
        <ul className="ppl" aria-label={words.title}>
          {allowed.map((paper) => {
            const label = nameOfPaper(paper, location)
            return (
              <li key={paper} className="ppl__row">
                <span className="ppl__name">
                  {label}
                  <span className="stp__quiet">{whyNoPaper(paper, study)}</span>
                </span>
                <PaperButton
                  page={page}
                  paper={paper}
                  label={words.view(label)}
                  shortLabel={words.viewShort}
                  isView
                  done={words.downloaded(label)}
                />
              </li>
            )
          })}
        </ul>
        <p className="stp__quiet">{studyPartWords.paper.warning}</p>
      </div>
    </Panel>
  )
}
