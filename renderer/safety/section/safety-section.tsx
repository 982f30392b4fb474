import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Panel, type PanelView } from '../../kit/controls/panel.tsx'
import { LeaveDialog } from '../../study/leave-dialog.tsx'
import { useUnfoldFor } from '../../study/sections.ts'
import { describeStudyIdentity } from '../../study/study-identity.ts'
import { SafetyEdit } from './safety-edit.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'
import { SafetyReading } from './safety-reading.tsx'
import './safety-section.css'
import { safetySectionWords } from './safety-section-words.ts'

/** Shows the panel of the safety questions: hidden, for reading and sign-off, or as the form. */
export function SafetySection(props: SafetyPartProps) {
  const { safety, view, isFrozen } = props
  const form = useStore(safety, (state) => state.form)
  const [isHidden, setIsHidden] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const discarding = useStore(safety, (state) => state.discarding)
  const answerButton = useRef<HTMLButtonElement>(null)
  const isEditing = form !== null
  useUnfoldFor(isEditing)
  const wasEditing = useRef(isEditing)
  const [location, navigate] = useLocation()
  useEffect(() => {
    if (wasEditing.current && !isEditing) {
      // The form that had the focus is gone, so the button that opens it receives the focus.
      answerButton.current?.focus()
      // The address and the history entry can contain a request to open the form. The request is removed from both, so
      // that a later return to this entry opens the page for reading.
      navigate(location, { replace: true, state: null })
    }
    wasEditing.current = isEditing
  }, [isEditing, location, navigate])

  const leave = (): void => {
    if (isFrozen) return
    if (safety.getState().isChanged()) setIsLeaving(true)
    else void safety.getState().close('discard')
  }
  const changeView = (next: PanelView): void => {
    setIsHidden(next === 'hide')
    if (next === 'edit') safety.getState().edit()
    else if (next === 'show' && isEditing && !isHidden) leave()
  }
  return (
    <>
      <Panel
        title={safetySectionWords.title}
        views={view.study.status.cancelled ? ['show', 'hide'] : ['show', 'hide', 'edit']}
        view={isHidden ? 'hide' : isEditing ? 'edit' : 'show'}
        onViewChange={changeView}
      >
        {() =>
          form === null ? (
            <SafetyReading {...props} answerButton={answerButton} />
          ) : (
            <SafetyEdit {...props} form={form} onLeave={leave} />
          )
        }
      </Panel>
      <LeaveDialog
        isOpen={isLeaving && isEditing}
        who={describeStudyIdentity(view)}
        discarding={discarding}
        onStay={() => {
          setIsLeaving(false)
          safety.getState().resetDiscarding()
        }}
        onLeave={(unsaved) => {
          safety.getState().resetDiscarding()
          void safety
            .getState()
            .close(unsaved)
            .then((isClosed) => setIsLeaving(!isClosed))
        }}
      />
    </>
  )
}
