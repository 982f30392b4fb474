import { answerWords } from '#domain/safety/answer-words.ts'
import { type Answers, type AskedQuestion, endsStop } from '#domain/safety/question.ts'
import { questionIn } from '#domain/safety/question-in.ts'
import { assessSafety, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { safetyTextIn } from '#domain/safety/safety-text-in.ts'
import './safety-answers.css'
import { useSafetyLanguage } from './safety-language.tsx'

type Props = {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
}

/** Shows the answers for reading: each question asked, its stored answer in words, and its follow-ups below it. */
export function SafetyAnswers({ answers, safetyCase }: Props) {
  const { visible, answers: kept } = assessSafety(answers, safetyCase)
  const { language } = useSafetyLanguage()
  return (
    <div className="sa">
      {safetyQuestionnaire.sections.map((section) => {
        const tops = new Set(section.questions.map(({ field }) => field))
        return (
          <section key={section.title} aria-label={safetyTextIn(language, section.title)} className="sa__section">
            <h3 className="sa__heading">{safetyTextIn(language, section.title)}</h3>
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
  const { depth, value } = props
  const { language, words } = useSafetyLanguage()
  const question = questionIn(language, props.question)
  const isOpen = value === undefined && (question.required !== false || endsStop(question))
  return (
    <div className="sa__row" data-depth={Math.min(depth, 3)}>
      <dt className="sa__question">{question.title}</dt>
      <dd className="sa__answer" data-open={isOpen ? '' : undefined}>
        {value === undefined
          ? isOpen
            ? words.answers.none
            : words.answers.notRequired
          : answerWords(props.question, value, language)}
      </dd>
    </div>
  )
}
