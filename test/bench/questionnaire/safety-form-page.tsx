import '#renderer/kit/styles/styles.css'
import { createRoot, type Root } from 'react-dom/client'
import type { SafetyCase } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { SafetyForm } from '#renderer/safety/safety-form.tsx'
import { createSafetyFormStore } from '#renderer/safety/safety-form-store.ts'
import { findRoot, labelOf } from './form-page.ts'
import { supportPhone } from './work.ts'

const safetyCase: SafetyCase = {
  gender: 'female',
  appointment: { utcStart: '2026-12-03T18:00:00Z' as Instant, timezone: 'America/Vancouver' as ZoneId },
  now: '2026-11-21T12:00:00Z' as Instant,
  supportPhone,
}
const today = '2026-11-21' as PlainDate

const createStore = (): ReturnType<typeof createSafetyFormStore> =>
  createSafetyFormStore({ answers: {}, safetyCase, onChange: () => {} })

let root: Root | undefined
let store = createStore()
globalThis.formPage = {
  mount: () => {
    store = createStore()
    root = createRoot(findRoot())
    root.render(<SafetyForm store={store} today={today} />)
  },
  unmount: () => root?.unmount(),
  question: (field) => document.querySelector(`[data-field="${field}"]`),
  option: (field, value) => labelOf(document.querySelector(`[data-field="${field}"] input[value="${value}"]`)),
  text: (field) => document.querySelector<HTMLElement>(`[data-field="${field}"] :is(textarea, input)`),
  answers: () => store.getState().answers,
}
