import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

export function ActivityLogPanel({ page }: StudyPartProps) {
  return <Panel title="Activity log">{page.view.study.studyID}</Panel>
}
