import { Send } from 'lucide-react'
import { releaseActOf } from '#domain/release/release-act.ts'
import type { ButtonSize, ButtonVariant } from '../../kit/controls/button.tsx'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { reportPanelWords } from './report-panel-words.ts'

type Props = StudyPartProps & {
  readonly size?: ButtonSize | undefined
  readonly variant?: ButtonVariant | undefined
}

/** Releases the study's own report to the member, structured or traditional, or undoes the release. */
export function ReleaseToMember({ page, size, variant }: Props) {
  return (
    <ActButton
      page={page}
      act={releaseActOf(page.view.study)}
      {...reportPanelWords.patient.releaseAct}
      icon={<Send aria-hidden="true" />}
      size={size}
      variant={variant}
    />
  )
}
