import 'survey-core/survey-core.fontless.min.css'
import { createRoot, type Root } from 'react-dom/client'
import { Model, settings } from 'survey-core'
import { Survey } from 'survey-react-ui'
import { findRoot, labelOf } from './form-page.ts'
import { surveyDefinition } from './survey-definition.ts'
import { plainName, toAnswers } from './work.ts'

// Without animations, so that follow-ups are fully open when they are measured.
settings.animationEnabled = false

let root: Root | undefined
let model: Model | undefined
const find = (field: string, within = ''): Element | null =>
  document.querySelector(`[data-name="${plainName(field)}"]${within}`)

globalThis.formPage = {
  mount: () => {
    model = new Model(surveyDefinition)
    root = createRoot(findRoot())
    root.render(<Survey model={model} />)
  },
  unmount: () => {
    root?.unmount()
    model?.dispose()
  },
  question: (field) => find(field),
  option: (field, value) => labelOf(find(field, ` input[value="${value}"]`)),
  text: (field) => find(field, ' :is(textarea, input)') as HTMLElement | null,
  answers: () => toAnswers(model?.data ?? {}),
}
