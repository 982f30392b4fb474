import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'
import './sale.css'

/** The study's side of the CRM (study spec §2 Sales). */
export function SalesPanel({ page }: StudyPartProps) {
  return <Panel title="Sales">{page.view.study.opportunityID ?? 'No opportunity is linked to this study.'}</Panel>
}
