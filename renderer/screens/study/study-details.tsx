import type { StudySafetyStore } from '../../forms/study-safety-store.ts'
import { Panel } from '../../widgets/panel.tsx'
import type { StudyPartProps } from './study-part-props.ts'

type Props = StudyPartProps & { readonly safety: StudySafetyStore }

/** Study Details (study spec §2). */
export function StudyDetails({ page }: Props) {
  return <Panel title="Study Details">{page.view.study.studyID}</Panel>
}
