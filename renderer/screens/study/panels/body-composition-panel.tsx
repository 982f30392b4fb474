import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

export function BodyCompositionPanel({ page }: StudyPartProps) {
  return <Panel title="Body Composition QC">{page.view.study.studyID}</Panel>
}
