import { Link2, Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Button } from '../../../widgets/button.tsx'
import { TextField } from '../../../widgets/text-field.tsx'
import type { StudyPage } from '../study-part-props.ts'
import { CrmProblem } from './crm-problem.tsx'
import { OpportunityFacts } from './opportunity-facts.tsx'
import type { LinkForm, SalesState } from './sales-store.ts'

type Props = {
  readonly page: StudyPage
  readonly link: LinkForm
  readonly sales: Pick<SalesState, 'typeLink' | 'lookUp' | 'linkTo' | 'busy' | 'isLookingUp'>
  readonly onLinked: () => void
}

/** Finds an opportunity by its id and ties it to the study once somebody has looked at it. */
export function LinkOpportunity({ page, link, sales, onLinked }: Props) {
  const { found, failure } = link
  const { study, location } = page.view
  const denied = page.reason('change-opportunity')
  const isUnknown = failure?.code === 'not-found'
  const isOtherStudy = found !== null && found.Study_ID__c !== null && found.Study_ID__c !== study.studyID
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A dialog's form lies inside the page's in React's eyes.
    event.stopPropagation()
    if (denied === null && link.text.trim() !== '') void sales.lookUp()
  }
  const tie = async (): Promise<void> => {
    if (found !== null && (await sales.linkTo(found.opportunityID))) onLinked()
  }
  return (
    <div className="sale">
      <form className="sale__search" aria-label="Find an opportunity" onSubmit={submit}>
        <TextField
          label="Opportunity id"
          value={link.text}
          onChange={sales.typeLink}
          description="As the CRM shows it; not that of the person."
          errorMessage={isUnknown && found === null ? studyMessages.noOpportunity : undefined}
        />
        <Button
          type="submit"
          icon={<Search aria-hidden="true" />}
          isPending={sales.isLookingUp}
          disabledReason={denied ?? (link.text.trim() === '' ? 'Enter the id of the opportunity first.' : null)}
        >
          Look it up
        </Button>
      </form>
      {failure !== null && !(isUnknown && found === null) ? (
        <CrmProblem failure={failure} kept onRetry={found === null ? () => void sales.lookUp() : () => void tie()} />
      ) : null}
      {found === null ? null : (
        <>
          <OpportunityFacts opportunity={found} zone={location.timezone} />
          {isOtherStudy ? (
            <Banner tone="warning" title={studyMessages.mismatchTitle}>
              This opportunity names study {found.Study_ID__c}. It can be linked only if that study has no appointment
              any more.
            </Banner>
          ) : null}
          <div className="sale__actions">
            <Button
              variant="primary"
              icon={<Link2 aria-hidden="true" />}
              isPending={sales.busy === 'link'}
              disabledReason={denied}
              onPress={() => void tie()}
            >
              Link {found.opportunityID} to {page.who}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
