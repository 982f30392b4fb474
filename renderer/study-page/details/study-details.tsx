import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatMoment } from '#domain/format/format-time.ts'
import { useStudyDesk } from '../../booking/moving/use-study-desk.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Panel, type PanelView } from '../../kit/controls/panel.tsx'
import type { StudySafetyStore } from '../../safety/study-safety-state.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { wantsEdit } from '../../study/wants-edit.ts'
import { sectionID } from '../go-to-section.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { StudyDetailsForm } from './details-edit.tsx'
import { DetailsReading } from './details-reading.tsx'
import { isMoveChosen } from './details-save.ts'
import { DetailsSaveBar } from './details-save-bar.tsx'
import { type DetailsStore, isSuppressionChanged } from './details-store.ts'
import { detailsWords as words } from './details-words.ts'
import { useDetails, useFollowing } from './use-details.ts'
import './study-details.css'

type Props = StudyPartProps<StudyPageStores> & {
  readonly safety: StudySafetyStore
  /**
   * The other sections. In edit mode the safety questions and then `bar` come first, because one save covers Study
   * Details and the answers; the questions are frozen while that save runs.
   */
  readonly children: (details: {
    readonly isSaving: boolean
    readonly isEditing: boolean
    readonly bar: ReactNode
  }) => ReactNode
}

/**
 * Shows Study Details (study spec §2), for reading or in edit mode. Edit mode includes the safety questions, and one
 * save covers Study Details and the answers.
 */
export function StudyDetailsPanel({ page, safety, children }: Props) {
  const details = useDetails(page)
  const edit = useStore(details, (state) => state.edit)
  const waitingSince = useStore(details, (state) => state.waitingSince)
  const isSaving = useStore(details, (state) => state.isSaving)
  const [location, navigate] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  const byPress = useRef(false)
  const byAnswers = useRef(false)
  const leaveRequest = useRef<(() => void) | null>(null)
  const { study } = page.view
  const [hasOpened, setHasOpened] = useState(false)
  if (edit !== null && !hasOpened) setHasOpened(true)
  // From the first opening of edit mode until the user leaves the page, the desk is active, so that a draft keeps its
  // slot hold.
  const desk = useStudyDesk({ ...page, studyID: study.studyID, isActive: hasOpened })
  useFollowing(page, details, desk)
  useEffect(() => {
    const isEditing = edit !== null
    if (wasEditing.current && !isEditing) {
      // The focused button is gone, so the focus moves to the icon that opens edit mode.
      if (!byAnswers.current) box.current?.querySelector<HTMLElement>(`[aria-label="${words.edit.title}"]`)?.focus()
      byAnswers.current = false
      // Removes the request for edit mode from the address, so that a return to this page opens it for reading.
      if (wantsEdit()) navigate(location, { replace: true, state: null })
    }
    wasEditing.current = isEditing
  }, [edit, location, navigate])
  const isAnswering = useStore(safety, (state) => state.form !== null)
  const wasAnswering = useRef(isAnswering)
  useEffect(() => {
    const { edit: open, isSaving } = details.getState()
    const isDone = wasAnswering.current && !isAnswering
    wasAnswering.current = isAnswering
    if (!isDone || open === null || byPress.current || isSaving) return
    if (isSuppressionChanged(open) || isMoveChosen(desk)) return
    // Edit mode was opened by a link or a restored draft, not with its icon. The safety form has just closed and
    // nothing else is changed, so edit mode closes too.
    byAnswers.current = true
    void details.getState().close('discard')
  }, [isAnswering, details, desk])
  const open = (): void => {
    byPress.current = true
    details.getState().open(study)
  }
  const changeView = (view: PanelView): void => {
    if (view === 'edit') open()
    else leaveRequest.current?.()
  }
  const mayEdit = !study.status.cancelled
  const bar =
    edit === null ? null : (
      <DetailsSaveBar
        key="save"
        page={page}
        details={details}
        desk={desk}
        safety={safety}
        edit={edit}
        leaveRequest={leaveRequest}
      />
    )
  return (
    <>
      <div
        id={sectionID('details')}
        className="stu__section stu__section--details stu__section--wide"
        tabIndex={-1}
        ref={box}
      >
        <Panel
          title={words.title}
          isCollapsible={false}
          views={mayEdit || edit !== null ? ['show', 'edit'] : ['show']}
          view={edit === null ? 'show' : 'edit'}
          onViewChange={changeView}
        >
          {edit === null ? (
            <>
              <DiscardedChoicesBanner details={details} />
              {waitingSince === null || !mayEdit ? null : (
                <Banner
                  title={words.unsaved(formatMoment(waitingSince, page.now, page.view.location.timezone))}
                  action={
                    <Button size="xsmall" onPress={open}>
                      {words.continueEditing}
                    </Button>
                  }
                />
              )}
              <DetailsReading page={page} />
            </>
          ) : (
            <StudyDetailsForm page={page} details={details} desk={desk} edit={edit} takesFocus={byPress.current} />
          )}
        </Panel>
      </div>
      {children({ isSaving, isEditing: edit !== null, bar })}
    </>
  )
}

/** Shows why edit mode closed by itself, and which choices were discarded. */
function DiscardedChoicesBanner({ details }: { readonly details: DetailsStore }) {
  const discarded = useStore(details, (state) => state.discarded)
  if (discarded === null) return null
  const { by, lines } = discarded
  return (
    <Banner tone="warning" title={words.cancelledBy(by)} onDismiss={() => details.getState().dismissDiscarded()}>
      {lines.length === 0 ? words.nothingLost : words.lost(lines)}
    </Banner>
  )
}
