import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

export function SedativePanel({ page }: StudyPartProps) {
  return <Panel title="Sedative">{page.view.study.studyID}</Panel>
}
