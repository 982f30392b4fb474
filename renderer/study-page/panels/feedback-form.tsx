import { Pencil } from 'lucide-react'
import { feedbackRatings, feedbackReason, feedbackTextMaxLength, isFeedbackGiven } from '#domain/study/feedback.ts'
import { type Feedback, feedbackSchema } from '#domain/study/study-details.ts'
import { Button } from '../../kit/controls/button.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { panelWords } from '../../study/panel-words.ts'
import { StudyEditForm } from '../../study/study-edit-form.tsx'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import type { MergedEdit } from '../../study/use-merged-edit.ts'
import { useOpener } from '../../study/use-opener.ts'
import { useStudyEdit } from '../../study/use-study-edit.ts'
import { reportPanelWords } from './report-panel-words.ts'

const words = reportPanelWords.feedback
const key = 'record-feedback'
const notRated = 'none'

const noFeedback: Feedback = {
  prescan: null,
  checkin: null,
  mri: null,
  radiology: null,
  experience: null,
  recommend: null,
  feedback: '',
}

const useFeedbackEdit = (page: StudyPage<WithDrafts>): MergedEdit<Feedback> => {
  const { studyID } = page.view.study
  return useStudyEdit<Feedback>(page, {
    key,
    draftID: `study-feedback:${studyID}`,
    parse: (content) => feedbackSchema.safeParse(content).data ?? null,
    fieldsOf: ({ details }) => details.feedback ?? noFeedback,
    send: (feedback, version) => page.bridge.study.recordFeedback({ studyID, version, feedback }),
  })
}

/** Records the feedback that the member gave in person, by phone or by mail, and corrects it (decision 285). */
export function FeedbackForm({ page }: StudyPartProps<WithDrafts>) {
  const edit = useFeedbackEdit(page)
  const opener = useOpener(edit.fields !== null)
  const { study } = page.view
  const reason = page.reason('record-feedback') ?? feedbackReason(study.status)
  if (edit.fields !== null) return <Form page={page} edit={edit} fields={edit.fields} reason={reason} />
  const label = study.details.feedback === null ? words.record : words.correct
  return (
    <div className="stp__actions">
      <Button
        ref={opener}
        size="small"
        icon={<Pencil aria-hidden="true" />}
        disabledReason={reason}
        aria-label={panelWords.actFor(label, page.who)}
        onPress={edit.begin}
      >
        {label}
      </Button>
    </div>
  )
}

/** Returns a rating or the text in words, to compare the two sides of a conflict. */
const sideOf = (value: number | string | null): string =>
  typeof value === 'number' ? words.starsOf(value) : (value ?? words.notRated)

type FormProps = StudyPartProps<WithDrafts> & {
  readonly edit: MergedEdit<Feedback>
  readonly fields: Feedback
  readonly reason: string | null
}

function Form({ page, edit, fields, reason }: FormProps) {
  const excess = fields.feedback.length - feedbackTextMaxLength
  const problem = (): string | null => {
    if (excess > 0) return words.tooLong(excess)
    return isFeedbackGiven(fields) ? null : words.empty
  }
  return (
    <StudyEditForm
      {...{ page, edit, words, reason }}
      busyKey={key}
      label={words.form}
      describeField={(name) => (name === 'feedback' ? words.text : words.ratingOf(words.ratings[name]))}
      describeValue={sideOf}
      problem={problem()}
    >
      {feedbackRatings.map((name) => (
        <RadioGroup
          key={name}
          label={words.ratings[name]}
          variant="segmented"
          options={words.choices.map((label, stars) => ({ value: stars === 0 ? notRated : String(stars), label }))}
          value={fields[name] === null || fields[name] === 0 ? notRated : String(fields[name])}
          onChange={(chosen) => edit.change({ [name]: chosen === notRated ? null : Number(chosen) })}
        />
      ))}
      <TextArea
        label={words.text}
        maxLength={feedbackTextMaxLength}
        value={fields.feedback}
        onChange={(feedback) => edit.change({ feedback })}
      />
    </StudyEditForm>
  )
}
