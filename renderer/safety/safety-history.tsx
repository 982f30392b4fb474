import { formatInstant } from '#domain/format/format-time.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import type { AnswerValue } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { fieldTitle, questionOf, safetyFormWords, withColon } from './safety-words.ts'
import './safety-history.css'

const { history: words } = safetyFormWords

type Props = { readonly record: SafetyRecord; readonly zone: ZoneId }

/** Shows who saved answers and when, the changes of each save, and the differences from the member's last visit. */
export function SafetyHistory({ record, zone }: Props) {
  const { lastVisit, revisions } = record
  return (
    <div className="sh">
      {lastVisit === null ? null : (
        <section aria-label={words.sinceLastVisit} className="sh__part">
          <h3 className="sh__title">{words.sinceLastVisitTitle(formatInstant(lastVisit.savedAt, zone))}</h3>
          <Changes
            changes={changedFields(safetyQuestionnaire, lastVisit.SafetyQuestions, record.SafetyQuestions).map(
              (field) => ({
                field,
                from: lastVisit.SafetyQuestions[field] ?? null,
                to: record.SafetyQuestions[field] ?? null,
              }),
            )}
            none={words.sameAsLastVisit}
          />
        </section>
      )}
      {revisions.length === 0 ? <p className="sh__none">{words.none}</p> : null}
      {revisions.map((revision) => (
        <section key={revision.version} aria-label={words.version(revision.version)} className="sh__part">
          <h3 className="sh__title">
            {words.versionBy(revision.version, revision.by)}{' '}
            <span className="tabular">{formatInstant(revision.at, zone)}</span>
          </h3>
          {revision.version === 1 ? (
            <p className="sh__none">{words.firstAnswers(revision.changes.length)}</p>
          ) : (
            <Changes changes={revision.changes} none={words.noChanges} />
          )}
        </section>
      ))}
    </div>
  )
}

type Change = { readonly field: string; readonly from: AnswerValue | null; readonly to: AnswerValue | null }

function Changes({ changes, none }: { readonly changes: readonly Change[]; readonly none: string }) {
  if (changes.length === 0) return <p className="sh__none">{none}</p>
  return (
    <ul className="sh__changes">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className="sh__field">{withColon(fieldTitle(field))}</span> {inWords(field, from)}{' '}
          <span aria-hidden="true">→</span>
          <span className="w-visually-hidden">{words.changedTo}</span> <strong>{inWords(field, to)}</strong>
        </li>
      ))}
    </ul>
  )
}

const inWords = (field: string, value: AnswerValue | null): string => {
  if (value === null) return words.noAnswer
  const question = questionOf(field)
  return question === undefined ? String(value) : answerWords(question, value)
}
