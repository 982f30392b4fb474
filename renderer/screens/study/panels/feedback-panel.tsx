import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

export function FeedbackPanel({ page }: StudyPartProps) {
  return <Panel title="Feedback">{page.view.study.studyID}</Panel>
}
