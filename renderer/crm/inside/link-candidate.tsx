import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { OpportunityCandidate } from '#domain/crm/crm.ts'
import { differencesOf, mustBeConfirmed, type PersonDetail, personDetails } from '#domain/crm/person-differences.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { saleWords } from '../sale-words.ts'
import type { LinkForm, SalesState } from '../sales-state.ts'
import { CrmProblem } from './crm-problem.tsx'
import { OpportunityFacts } from './opportunity-facts.tsx'
import { opportunityWords } from './opportunity-words.ts'

type Person = OpportunityCandidate['person']

type Props = {
  readonly page: StudyPage
  readonly candidate: OpportunityCandidate
  readonly failure: LinkForm['failure']
  readonly sales: Pick<SalesState, 'linkTo' | 'busy'>
  readonly onLinked: () => void
}

const { link: words } = opportunityWords
const read: { readonly [Detail in PersonDetail]: (person: Person) => string } = {
  name: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
  dob: ({ dob }) => formatDateText(dob ?? ''),
  email: ({ email }) => email,
}

/**
 * Shows an opportunity that was found, with its person beside the member. Unless the details of the person and the
 * member match, the user must confirm that both are the same person, because the link joins the two records. An
 * opportunity of another member cannot be linked.
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
    (sales.busy === 'save' ? saleWords.saving : null) ??
    (isOtherMember ? words.otherMemberReason : null) ??
    (isConfirming && !isTicked ? words.notConfirmedReason : null)
  return (
    <>
      <OpportunityFacts opportunity={opportunity} zone={location.timezone} />
      <Persons person={person} member={member} />
      {isOtherMember ? (
        <Banner tone="error" title={words.otherMemberTitle}>
          {words.otherMember(read.name(person), page.who)}
        </Banner>
      ) : null}
      {isOtherStudy ? (
        <Banner tone="warning" title={studyMessages.mismatchTitle}>
          {words.otherStudy(opportunity.Study_ID__c)}
        </Banner>
      ) : null}
      {isConfirming ? (
        <Checkbox isSelected={isTicked} onChange={setTicked}>
          {words.confirm(page.who)}
        </Checkbox>
      ) : null}
      {failure === null ? null : (
        <CrmProblem
          failure={failure}
          kept
          onRetry={failure.code === 'opportunity-mismatch' || reason !== null ? null : () => void tie()}
        />
      )}
      <CommitBar who={describeIdentity(member, controlWords.studyOf(study.studyID))}>
        <Button
          variant="primary"
          icon={<Link2 aria-hidden="true" />}
          isPending={sales.busy === 'link'}
          disabledReason={reason}
          aria-label={words.linkTo(opportunityID, page.who)}
          onPress={() => void tie()}
        >
          {words.link(opportunityID)}
        </Button>
      </CommitBar>
    </>
  )
}

function Persons({ person, member }: { readonly person: Person; readonly member: Person }) {
  const differences = differencesOf(person, member)
  return (
    <div className="sale__sides">
      <section aria-label={words.crmPerson}>
        <h3>{words.crmPerson}</h3>
        <FactList>
          {personDetails.map((detail) => (
            <Fact key={detail} label={words.person[detail]} missing={words.notKnown}>
              {read[detail](person) === '' ? null : (
                <>
                  {read[detail](person)}{' '}
                  {differences.includes(detail) ? <Badge tone="warning">{words.differs}</Badge> : null}
                </>
              )}
            </Fact>
          ))}
        </FactList>
      </section>
      <section aria-label={words.member}>
        <h3>{words.member}</h3>
        <FactList>
          {personDetails.map((detail) => (
            <Fact key={detail} label={words.person[detail]} missing={words.notKnown}>
              {read[detail](member)}
            </Fact>
          ))}
        </FactList>
      </section>
    </div>
  )
}
