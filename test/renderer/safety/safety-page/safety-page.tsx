import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './safety-page.css'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { SafetyAnswers } from '#renderer/safety/safety-answers.tsx'
import { SafetyForm } from '#renderer/safety/safety-form.tsx'
import { createSafetyFormStore } from '#renderer/safety/safety-form-store.ts'
import { SafetyHistory } from '#renderer/safety/safety-history.tsx'
import { SafetyNotices } from '#renderer/safety/safety-notices.tsx'
import { aSafetyCase, onTheDay } from '../safety-case.ts'

declare global {
  interface Window {
    /** Set by a test before the page loads. */
    safetyGiven?: {
      readonly view?: 'form' | 'read' | 'history' | 'notices'
      readonly answers?: Answers
      readonly isMan?: boolean
      readonly record?: SafetyRecord
      readonly signedBy?: string
    }
    safetyStore?: ReturnType<typeof createSafetyFormStore>
    safetyKept?: Answers[]
    setSafetyDisabled?: (isDisabled: boolean) => void
  }
}

const theme = new URLSearchParams(location.search).get('theme')
if (theme) document.documentElement.dataset.theme = theme

const { view = 'form', answers = {}, isMan = false, record, signedBy } = window.safetyGiven ?? {}
const safetyCase = aSafetyCase({ gender: isMan ? 'male' : 'female' })
const kept: Answers[] = []
const store = createSafetyFormStore({ answers, safetyCase, onChange: (after) => kept.push(after) })
Object.assign(window, { safetyStore: store, safetyKept: kept })

function Form() {
  const [isDisabled, setDisabled] = useState(false)
  window.setSafetyDisabled = setDisabled
  return (
    <SafetyForm
      store={store}
      today={onTheDay}
      isDisabled={isDisabled}
      footer={<button type="button">After the questions</button>}
    />
  )
}

function Shown() {
  if (view === 'read') return <SafetyAnswers answers={answers} safetyCase={safetyCase} />
  if (view === 'history' && record !== undefined)
    return <SafetyHistory record={record} zone={safetyCase.appointment.timezone} />
  if (view === 'notices')
    return (
      <SafetyNotices
        notices={assessSafety(answers, safetyCase).notices}
        signOff={signedBy === undefined ? null : { by: signedBy }}
      />
    )
  return <Form />
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <main className="safety-page">
      <h1>Safety questions</h1>
      {view === 'form' ? null : <h2>As they stand</h2>}
      <Shown />
    </main>
  </StrictMode>,
)
