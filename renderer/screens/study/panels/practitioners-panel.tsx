import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

export function PractitionersPanel({ page }: StudyPartProps) {
  return <Panel title="Practitioners">{page.view.study.studyID}</Panel>
}
