import './floor.css'
import Form from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { byID, findRoot, labelOf } from './form-page.ts'
import { jsonSchema, uiSchema } from './json-schema.ts'
import { allQuestions, plainName, toAnswers } from './work.ts'

type Values = Record<string, unknown>
let held: Values = {}

const NoticeField = ({ schema }: FieldProps) => <p>{schema.title}</p>
const fields = { notice: NoticeField }

const SafetyForm = () => {
  const [values, setValues] = useState<Values>({})
  held = values
  return (
    <div className="form">
      <Form<Values>
        schema={jsonSchema}
        uiSchema={uiSchema}
        fields={fields}
        validator={validator}
        formData={values}
        onChange={({ formData }) => setValues(formData ?? {})}
        // Removes the answers to questions that are no longer asked.
        omitExtraData
        liveOmit
        noHtml5Validate
      />
    </div>
  )
}

const optionIndex = (field: string, value: string): number => {
  const question = allQuestions.find((one) => one.field === field)
  if (question?.type !== 'radio' && question?.type !== 'choice') return -1
  return question.options.findIndex((option) => option.value === value)
}

let root: Root | undefined
globalThis.formPage = {
  mount: () => {
    root = createRoot(findRoot())
    root.render(<SafetyForm />)
  },
  unmount: () => root?.unmount(),
  question: (field) => document.querySelector(`[id="root_${plainName(field)}"], [id^="root_${plainName(field)}-"]`),
  option: (field, value) => labelOf(byID(`root_${plainName(field)}-${optionIndex(field, value)}`)),
  text: (field) => byID(`root_${plainName(field)}`),
  answers: () => toAnswers(held),
}
