import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type PlacedPanel, placeStudyPanels, type StudyPanel } from '#domain/study/study-panels.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithPreferences } from '../session/preferences-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'

export type StudySections = {
  /** All panels, in the order of this user's roles. */
  readonly placed: readonly PlacedPanel[]
  readonly isOpen: (panel: StudyPanel) => boolean
  /** Stores that the user opened or folded the panel. */
  readonly choose: (panel: StudyPanel, isOpen: boolean) => void
  /** Opens a panel until the user leaves the study, because a link, a problem or an undo leads to it. */
  readonly open: (panel: StudyPanel) => void
}

type Props = Pick<ScreenProps<WithPreferences>, 'stores' | 'session'> & { readonly studyID: StudyID }

const none: ReadonlySet<StudyPanel> = new Set()

/**
 * Returns the order of a study's panels and which of them are open. The user's last choice on any study decides whether
 * a panel is open. Without a choice, the role decides (decision 359).
 */
export const useStudySections = ({ stores, session, studyID }: Props): StudySections => {
  const choices = useStore(stores.preferences, (state) => state.studyPanels)
  const keep = useStore(stores.preferences, (state) => state.keepStudyPanel)
  const { roles } = session.user
  const placed = useMemo(() => placeStudyPanels(roles), [roles])
  const [led, setLed] = useState({ studyID, panels: none })
  const panels = led.studyID === studyID ? led.panels : none
  const setPanels = useCallback(
    (change: (panels: ReadonlySet<StudyPanel>) => ReadonlySet<StudyPanel>) =>
      setLed((before) => ({ studyID, panels: change(before.studyID === studyID ? before.panels : none) })),
    [studyID],
  )
  const open = useCallback((panel: StudyPanel) => setPanels((before) => new Set([...before, panel])), [setPanels])
  const choose = useCallback(
    (panel: StudyPanel, isOpen: boolean) => {
      setPanels((before) => new Set([...before].filter((each) => each !== panel)))
      keep(panel, isOpen)
    },
    [keep, setPanels],
  )
  return {
    placed,
    isOpen: (panel) =>
      panels.has(panel) || (choices[panel] ?? placed.some((each) => each.panel === panel && each.isOpen)),
    choose,
    open,
  }
}
