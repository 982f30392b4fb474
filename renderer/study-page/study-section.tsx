import { type ReactNode, useMemo } from 'react'
import type { StudyPanel } from '#domain/study/study-panels.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { PanelFoldContext } from '../kit/controls/panel-fold.ts'
import { UnfoldContext } from '../study/sections.ts'
import { sectionID } from './go-to-section.ts'
import type { StudySections } from './use-study-sections.ts'

type Props = {
  readonly panel: StudyPanel
  readonly sections: StudySections
  readonly isWide: boolean
  readonly children: ReactNode
}

/**
 * Shows one section of the page. The page stores whether the panel is open or folded. Keys and screen readers skip a
 * folded body.
 */
export function StudySection({ panel, sections, isWide, children }: Props) {
  const { choose, open } = sections
  const isExpanded = sections.isOpen(panel)
  const fold = useMemo(
    () => ({ isExpanded, onExpandedChange: (isOpen: boolean) => choose(panel, isOpen) }),
    [isExpanded, choose, panel],
  )
  const unfold = useMemo(() => () => open(panel), [open, panel])
  return (
    <div
      id={sectionID(panel)}
      className={classNames('stu__section', `stu__section--${panel}`, isWide && 'stu__section--wide')}
      tabIndex={-1}
    >
      <UnfoldContext value={unfold}>
        <PanelFoldContext value={fold}>{children}</PanelFoldContext>
      </UnfoldContext>
    </div>
  )
}
