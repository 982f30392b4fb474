import './floor.css'
import type { AnswerValue, AskedQuestion, Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { byID, findRoot, labelOf } from './form-page.ts'
import { isShown, noticeText } from './work.ts'

/**
 * A page with the minimum work for the questionnaire, as the baseline. It has plain elements without a framework and
 * one listener, and an update touches only the follow-ups of the changed question. The page clears answers to questions
 * that are no longer asked, and shows how many required questions are answered.
 */
let answers: Record<string, AnswerValue> = {}
let followUps = new Map<string, { readonly question: AskedQuestion; readonly holder: HTMLElement }>()
let required = new Set<string>()
let progress: HTMLElement | undefined

const answerOf = (field: string): AnswerValue | undefined => answers[field]

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}

const buildInputs = (question: AskedQuestion): HTMLElement => {
  if (question.type === 'radio' || question.type === 'choice') {
    const group = make('fieldset', '')
    group.append(make('legend', '', question.title))
    for (const { value, label } of question.options) {
      const words = make('label', '')
      const input = make('input', '')
      input.type = question.type === 'radio' ? 'radio' : 'checkbox'
      input.name = question.field
      input.value = value
      words.append(input, label)
      group.append(words)
    }
    return group
  }
  const field = make('div', 'field')
  const label = make('label', '', question.title)
  label.htmlFor = `text-${question.field}`
  const isLong = question.type === 'text' && question.rows > 1
  const input = isLong ? make('textarea', '') : make('input', '')
  if (input instanceof HTMLTextAreaElement) input.rows = 3
  else input.type = question.type === 'datepicker' ? 'date' : 'text'
  input.name = question.field
  input.id = label.htmlFor
  field.append(label, input)
  return field
}

const build = (question: Question): HTMLElement => {
  if (question.type === 'info') {
    const notice = make('p', question.tone, noticeText(question))
    notice.dataset.field = question.field
    return notice
  }
  const element = make('div', '')
  element.dataset.field = question.field
  element.id = question.field
  element.append(buildInputs(question))
  if (question.required !== false) required.add(question.field)
  if (question.subs !== undefined) {
    const holder = make('div', 'subs')
    followUps.set(question.field, { question, holder })
    element.append(holder)
  }
  return element
}

const forget = (question: Question): void => {
  if (question.type === 'info') return
  delete answers[question.field]
  required.delete(question.field)
  followUps.delete(question.field)
  question.subs?.forEach(forget)
}

const showFollowUps = ({ question, holder }: { question: AskedQuestion; holder: HTMLElement }): void => {
  let next = holder.firstElementChild
  for (const sub of question.subs ?? []) {
    const here = next instanceof HTMLElement && next.dataset.field === sub.field ? next : null
    if (here !== null) next = here.nextElementSibling
    const shown = isShown(sub, answerOf)
    if (shown && here === null) holder.insertBefore(build(sub), next)
    if (!shown && here !== null) {
      here.remove()
      forget(sub)
    }
  }
}

const showProgress = (): void => {
  if (progress === undefined) return
  let answered = 0
  for (const field of required) if (answers[field] !== undefined) answered += 1
  const text = `${answered} of ${required.size}`
  if (progress.textContent !== text) progress.textContent = text
}

const takeAnswer = (input: HTMLInputElement | HTMLTextAreaElement): void => {
  const field = input.name
  if (input.type === 'checkbox') {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[name="${field}"]:checked`)
    answers[field] = [...boxes].map((box) => box.value)
    if (boxes.length === 0) delete answers[field]
  } else if (input.value.trim() === '') delete answers[field]
  else answers[field] = input.value
  const below = followUps.get(field)
  if (below !== undefined) showFollowUps(below)
  showProgress()
}

globalThis.formPage = {
  mount: () => {
    const form = make('div', 'form')
    progress = make('p', '')
    form.append(progress)
    for (const section of safetyQuestionnaire.sections) {
      form.append(make('h2', '', section.title))
      for (const question of section.questions) if (isShown(question, answerOf)) form.append(build(question))
    }
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) takeAnswer(target)
    })
    showProgress()
    findRoot().append(form)
  },
  unmount: () => {
    findRoot().replaceChildren()
    answers = {}
    followUps = new Map()
    required = new Set()
  },
  question: byID,
  option: (field, value) => labelOf(document.querySelector(`input[name="${field}"][value="${value}"]`)),
  text: (field) => byID(`text-${field}`),
  answers: () => answers,
}
