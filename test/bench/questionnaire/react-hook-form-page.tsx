import './floor.css'
import { memo } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { FormProvider, type UseFormReturn, useForm, useFormContext, useWatch } from 'react-hook-form'
import type { AskedQuestion, Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { byID, findRoot, labelOf } from './form-page.ts'
import { isShown, noticeText, plainName, toAnswers } from './work.ts'

type Values = Record<string, string | string[] | undefined>
let shown: UseFormReturn<Values> | undefined

const Inputs = ({ question }: { question: AskedQuestion }) => {
  const { register } = useFormContext<Values>()
  const name = plainName(question.field)
  if (question.type === 'radio' || question.type === 'choice')
    return (
      <fieldset>
        <legend>{question.title}</legend>
        {question.options.map(({ value, label }) => (
          <label key={value}>
            <input type={question.type === 'radio' ? 'radio' : 'checkbox'} value={value} {...register(name)} />
            {label}
          </label>
        ))}
      </fieldset>
    )
  const id = `text-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{question.title}</label>
      {question.type === 'text' && question.rows > 1 ? (
        <textarea id={id} rows={3} {...register(name)} />
      ) : (
        <input id={id} type={question.type === 'datepicker' ? 'date' : 'text'} {...register(name)} />
      )}
    </div>
  )
}

/** Redraws only after a change of the answer on which these follow-ups depend. */
const FollowUps = ({ field, subs }: { field: string; subs: readonly Question[] }) => {
  const value = useWatch<Values>({ name: plainName(field) })
  return (
    <div className="subs">
      {subs
        .filter((sub) => isShown(sub, () => value))
        .map((sub) => (
          <Item key={sub.field} question={sub} />
        ))}
    </div>
  )
}

const Item = memo(({ question }: { question: Question }) => {
  if (question.type === 'info') return <p className={question.tone}>{noticeText(question)}</p>
  return (
    <div id={plainName(question.field)}>
      <Inputs question={question} />
      {question.subs !== undefined && <FollowUps field={question.field} subs={question.subs} />}
    </div>
  )
})

const Form = () => {
  const form = useForm<Values>({ shouldUnregister: true })
  shown = form
  return (
    <FormProvider {...form}>
      <form className="form">
        {safetyQuestionnaire.sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.questions
              .filter((question) => isShown(question, () => undefined))
              .map((question) => (
                <Item key={question.field} question={question} />
              ))}
          </section>
        ))}
      </form>
    </FormProvider>
  )
}

let root: Root | undefined
globalThis.formPage = {
  mount: () => {
    root = createRoot(findRoot())
    root.render(<Form />)
  },
  unmount: () => root?.unmount(),
  question: (field) => byID(plainName(field)),
  option: (field, value) => labelOf(document.querySelector(`input[name="${plainName(field)}"][value="${value}"]`)),
  text: (field) => byID(`text-${plainName(field)}`),
  answers: () => toAnswers(shown?.getValues() ?? {}),
}
