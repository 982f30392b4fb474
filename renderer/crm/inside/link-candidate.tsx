import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { OpportunityCandidate } from '#domain/crm/crm.ts'
import { differencesOf, mustBeConfirmed, type PersonDetail, personDetails } from '#domain/crm/person-differences.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import type { StudyPage } from '../../study/study-part-props.ts'
import { savingWords } from '../sale-words.ts'
import type { LinkForm, SalesState } from '../sales-state.ts'
import { CrmProblem } from './crm-problem.tsx'
import { OpportunityFacts } from './opportunity-facts.tsx'

type Person = OpportunityCandidate['person']

type Props = {
  readonly page: StudyPage
  readonly candidate: OpportunityCandidate
  readonly failure: LinkForm['failure']
  readonly sales: Pick<SalesState, 'linkTo' | 'busy'>
  readonly onLinked: () => void
}

const labels: { readonly [Detail in PersonDetail]: string } = { name: 'Name', dob: 'Birth date', email: 'E-mail' }
const read: { readonly [Detail in PersonDetail]: (person: Person) => string } = {
  name: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
  dob: ({ dob }) => {
    const date = parsePlainDate(dob)
    return date === undefined ? (dob ?? '') : formatDate(date)
  },
  email: ({ email }) => email,
}

/**
 * Shows an opportunity that was found, with its person beside the member. The user confirms the differences every time,
 * because the link makes both records one person's. An opportunity of another member cannot be linked.
 */
export function LinkCandidate({ page, candidate, failure, sales, onLinked }: Props) {
  const { opportunity, person, isOtherMember } = candidate
  const { study, member, location } = page.view
  const [isTicked, setTicked] = useState(false)
  const { opportunityID } = opportunity
  const isConfirming = !isOtherMember && mustBeConfirmed(person, member)
  const isOtherStudy = opportunity.Study_ID__c !== null && opportunity.Study_ID__c !== study.studyID
  const tie = async (): Promise<void> => {
    if (await sales.linkTo(opportunityID, isConfirming)) onLinked()
  }
  const reason =
    page.reason('change-opportunity') ??
    (sales.busy === 'save' ? savingWords : null) ??
    (isOtherMember ? 'This opportunity is another member’s.' : null) ??
    (isConfirming && !isTicked ? 'Say first that it is the same person.' : null)
  return (
    <>
      <OpportunityFacts opportunity={opportunity} zone={location.timezone} />
      <Persons person={person} member={member} />
      {isOtherMember ? (
        <Banner tone="error" title="This opportunity is another member’s">
          In the CRM it is of {read.name(person) || 'somebody'}, who is a member of their own. It cannot be linked to{' '}
          {page.who}.
        </Banner>
      ) : null}
      {isOtherStudy ? (
        <Banner tone="warning" title={studyMessages.mismatchTitle}>
          This opportunity names study {opportunity.Study_ID__c}. It can be linked only if that study has no appointment
          any more.
        </Banner>
      ) : null}
      {isConfirming ? (
        <Checkbox isSelected={isTicked} onChange={setTicked}>
          The person in the CRM is {page.who}
        </Checkbox>
      ) : null}
      {failure === null ? null : (
        <CrmProblem
          failure={failure}
          kept
          onRetry={failure.code === 'opportunity-mismatch' || reason !== null ? null : () => void tie()}
        />
      )}
      <div className="sale__actions">
        <Button
          variant="primary"
          icon={<Link2 aria-hidden="true" />}
          isPending={sales.busy === 'link'}
          disabledReason={reason}
          onPress={() => void tie()}
        >
          Link {opportunityID} to {page.who}
        </Button>
      </div>
    </>
  )
}

function Persons({ person, member }: { readonly person: Person; readonly member: Person }) {
  const differences = differencesOf(person, member)
  return (
    <div className="sale__sides">
      <section aria-label="The person in the CRM">
        <h3>The person in the CRM</h3>
        <FactList>
          {personDetails.map((detail) => (
            <Fact key={detail} label={labels[detail]} missing="Not known">
              {read[detail](person) === '' ? null : (
                <>
                  {read[detail](person)} {differences.includes(detail) ? <Badge tone="warning">Differs</Badge> : null}
                </>
              )}
            </Fact>
          ))}
        </FactList>
      </section>
      <section aria-label="The member">
        <h3>The member</h3>
        <FactList>
          {personDetails.map((detail) => (
            <Fact key={detail} label={labels[detail]} missing="Not known">
              {read[detail](member)}
            </Fact>
          ))}
        </FactList>
      </section>
    </div>
  )
}
