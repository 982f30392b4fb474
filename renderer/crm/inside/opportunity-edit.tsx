import { type FormEvent, useEffect, useId, useRef } from 'react'
import { foldText } from '#domain/values/plain-text.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { SuggestionField } from '../../kit/controls/suggestion-field.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { saleWords } from '../sale-words.ts'
import type { SalesState } from '../sales-state.ts'
import { CrmProblem } from './crm-problem.tsx'
import { hasChanges, type SaleForm, saleFieldNames, saleSuggestions } from './opportunity-form.ts'
import { opportunityWords } from './opportunity-words.ts'

const { edit: words } = opportunityWords

type Props = {
  readonly page: StudyPage
  readonly form: SaleForm
  readonly sales: Pick<SalesState, 'type' | 'save' | 'closeForm' | 'takeTheirs' | 'formFailure' | 'busy'>
  /** Moves the focus to the first field when the user opens the form. */
  readonly takesFocus: boolean
  /** Called after a save or a cancel, to move the focus when the form closes. */
  readonly onClosed: () => void
}

/**
 * Edits the opportunity's type and lead source (study spec §2 Sales). The user types a value or chooses a suggestion.
 */
export function OpportunityEdit({ page, form, sales, takesFocus, onClosed }: Props) {
  const formID = useId()
  const isSaving = sales.busy === 'save'
  const reason =
    page.reason('change-opportunity') ??
    (sales.busy === 'link' ? saleWords.linking : hasChanges(form) ? null : words.noChanges)
  const box = useRef<HTMLFormElement>(null)
  const focusFirst = (): void => box.current?.querySelector('input')?.focus()
  const mayTakeFocus = useRef(takesFocus)
  useEffect(() => {
    if (mayTakeFocus.current) box.current?.querySelector('input')?.focus()
  }, [])
  const save = async (): Promise<void> => {
    if (reason !== null || isSaving || !(await sales.save())) return
    page.notices.success(words.saved)
    onClosed()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={box} id={formID} className="sale__form" aria-label={words.label} onSubmit={submit}>
      <div className="sale__fields">
        {saleFieldNames.map((name) => (
          <SuggestionField
            key={name}
            label={words.fields[name]}
            suggestions={saleSuggestions[name]}
            fold={foldText}
            value={form.values[name]}
            onChange={(value) => sales.type({ [name]: value })}
          />
        ))}
      </div>
      {form.conflicts.length > 0 ? (
        <Banner
          tone="warning"
          title={words.staleTitle}
          action={
            <Button
              size="small"
              onPress={() => {
                sales.takeTheirs()
                focusFirst()
              }}
            >
              {words.takeTheirs}
            </Button>
          }
        >
          <ul>
            {form.conflicts.map((name) => (
              <li key={name}>{words.conflict(words.fields[name], form.values[name], form.expected[name])}</li>
            ))}
          </ul>
          {words.keepMineHint}
        </Banner>
      ) : null}
      {sales.formFailure === null ? null : (
        <CrmProblem
          failure={sales.formFailure}
          kept
          isPending={isSaving}
          onRetry={() => {
            focusFirst()
            void save()
          }}
        />
      )}
      <CommitBar who={describeIdentity(page.view.member, controlWords.studyOf(page.view.study.studyID))}>
        <Button
          size="small"
          disabledReason={isSaving ? saleWords.saving : null}
          onPress={() => {
            sales.closeForm()
            onClosed()
          }}
        >
          {words.cancel}
        </Button>
        <Button
          size="small"
          variant="primary"
          type="submit"
          isPending={isSaving}
          disabledReason={reason}
          aria-label={words.saveLabel(page.who)}
        >
          {words.save}
        </Button>
      </CommitBar>
    </form>
  )
}
