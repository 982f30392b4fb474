import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './safety-page.css'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { SafetyAnswers } from '#renderer/safety/safety-answers.tsx'
import { SafetyForm } from '#renderer/safety/safety-form.tsx'
import { createSafetyFormStore } from '#renderer/safety/safety-form-store.ts'
import { SafetyHistory } from '#renderer/safety/safety-history.tsx'
import { SafetyNotices } from '#renderer/safety/safety-notices.tsx'
import { showForEachTest } from '../../harness/page-under-test.ts'
import { aSafetyCase, onTheDay } from '../safety-case.ts'

export type SafetyGiven = {
  readonly view?: 'form' | 'read' | 'history' | 'notices'
  readonly answers?: Answers
  readonly isMan?: boolean
  readonly language?: TextLanguage
  readonly record?: SafetyRecord
  readonly signedBy?: string
}

declare global {
  interface Window {
    safetyStore?: ReturnType<typeof createSafetyFormStore>
    safetyKept?: Answers[]
    setSafetyDisabled?: (isDisabled: boolean) => void
  }
}

type Store = ReturnType<typeof createSafetyFormStore>

function Form({ store, language }: { readonly store: Store; readonly language: TextLanguage | undefined }) {
  const [isDisabled, setDisabled] = useState(false)
  window.setSafetyDisabled = setDisabled
  return (
    <SafetyForm
      store={store}
      today={onTheDay}
      isDisabled={isDisabled}
      language={language}
      footer={<button type="button">After the questions</button>}
    />
  )
}

type ShownProps = {
  readonly given: SafetyGiven
  readonly safetyCase: ReturnType<typeof aSafetyCase>
  readonly store: Store
}

function Shown({ given: { view, answers = {}, record, signedBy, language }, safetyCase, store }: ShownProps) {
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
  return <Form store={store} language={language} />
}

showForEachTest((place, value) => {
  const given = (value ?? {}) as SafetyGiven
  const { view = 'form', answers = {}, isMan = false } = given
  const safetyCase = aSafetyCase({ gender: isMan ? 'male' : 'female' })
  const kept: Answers[] = []
  const store = createSafetyFormStore({ answers, safetyCase, onChange: (after) => kept.push(after) })
  Object.assign(window, { safetyStore: store, safetyKept: kept })
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <main className="safety-page">
        <h1>Safety questions</h1>
        {view === 'form' ? null : <h2>Current answers</h2>}
        <Shown given={given} safetyCase={safetyCase} store={store} />
      </main>
    </StrictMode>,
  )
  return () => root.unmount()
})
