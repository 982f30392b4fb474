import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { LinkForm, SalesState } from '../sales-state.ts'
import { CrmProblem } from './crm-problem.tsx'
import { LinkCandidate } from './link-candidate.tsx'
import { opportunityWords } from './opportunity-words.ts'

const { search: words } = opportunityWords

type Props = {
  readonly page: StudyPage
  readonly link: LinkForm
  readonly sales: Pick<SalesState, 'typeLink' | 'lookUp' | 'linkTo' | 'busy' | 'isLookingUp'>
  /** Moves the focus into the field when the user opens the form. */
  readonly takesFocus?: boolean
  readonly onLinked: () => void
}

/** Finds an opportunity by its ID, and links it to the study after the user has seen it. */
export function LinkOpportunity({ page, link, sales, takesFocus = false, onLinked }: Props) {
  const { found, failure } = link
  const denied = page.reason('change-opportunity', true) ?? whyNotOffline('lookUpSale', page.isOnline)
  const isUnknown = failure?.code === 'not-found'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // This form may be in a dialog. React bubbles a dialog's events to every form that contains the dialog.
    event.stopPropagation()
    if (denied === null && link.text.trim() !== '') void sales.lookUp()
  }
  return (
    <div className="sale">
      <form className="sale__search" aria-label={words.label} onSubmit={submit}>
        <TextField
          label={words.id}
          autoFocus={takesFocus}
          value={link.text}
          onChange={sales.typeLink}
          description={words.idHint}
          errorMessage={isUnknown && found === null ? studyMessages.noOpportunity : undefined}
        />
        <Button
          type="submit"
          icon={<Search aria-hidden="true" />}
          isPending={sales.isLookingUp}
          disabledReason={denied ?? (link.text.trim() === '' ? words.idMissing : null)}
        >
          {words.find}
        </Button>
      </form>
      {failure !== null && found === null && !isUnknown ? (
        <CrmProblem failure={failure} kept onRetry={() => void sales.lookUp()} />
      ) : null}
      {found === null ? null : (
        <LinkCandidate
          key={found.opportunity.opportunityID}
          page={page}
          candidate={found}
          failure={failure}
          sales={sales}
          onLinked={onLinked}
        />
      )}
    </div>
  )
}
