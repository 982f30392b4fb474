import { answerWords } from '#domain/safety/answer-words.ts'
import { type Answers, type AskedQuestion, endsStop } from '#domain/safety/question.ts'
import { assessSafety, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import './safety-answers.css'
import { safetyFormWords } from './safety-words.ts'

type Props = {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
}

/** Shows the answers for reading: each question asked, its stored answer in words, and its follow-ups below it. */
export function SafetyAnswers({ answers, safetyCase }: Props) {
  const { visible, answers: kept } = assessSafety(answers, safetyCase)
  return (
    <div className="sa">
      {safetyQuestionnaire.sections.map((section) => {
        const tops = new Set(section.questions.map(({ field }) => field))
        return (
          <section key={section.title} aria-label={section.title} className="sa__section">
            <h3 className="sa__heading">{section.title}</h3>
            <dl className="sa__list">
              {visible
                .filter(({ top }) => tops.has(top))
                .flatMap(({ question, depth }) =>
                  question.type === 'info'
                    ? []
                    : [<Answer key={question.field} question={question} depth={depth} value={kept[question.field]} />],
                )}
            </dl>
          </section>
        )
      })}
    </div>
  )
}

function Answer(props: {
  readonly question: AskedQuestion
  readonly depth: number
  readonly value: Answers[string] | undefined
}) {
  const { question, depth, value } = props
  const isOpen = value === undefined && (question.required !== false || endsStop(question))
  return (
    <div className="sa__row" data-depth={Math.min(depth, 3)}>
      <dt className="sa__question">{question.title}</dt>
      <dd className="sa__answer" data-open={isOpen ? '' : undefined}>
        {value === undefined
          ? isOpen
            ? safetyFormWords.answers.none
            : safetyFormWords.answers.notRequired
          : answerWords(question, value)}
      </dd>
    </div>
  )
}
