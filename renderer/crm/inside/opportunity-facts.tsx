import type { CrmOpportunity } from '#domain/crm/crm.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { crmTimeWords } from '../sale-words.ts'

type Props = { readonly opportunity: CrmOpportunity; readonly salesperson?: string | null; readonly zone: ZoneId }

/** Shows an opportunity's fields as stored in the CRM. */
export function OpportunityFacts({ opportunity, salesperson = null, zone }: Props) {
  return (
    <FactList>
      <Fact label="Opportunity">{opportunity.opportunityID}</Fact>
      <Fact label="Person in the CRM">{opportunity.personID}</Fact>
      <Fact label="Study" missing="None named">
        {opportunity.Study_ID__c}
      </Fact>
      <Fact label="Scan type">{opportunity.Scan_Type__c}</Fact>
      <Fact label="Stage">{opportunity.StageName}</Fact>
      <Fact label="Lead created">{crmTimeWords(opportunity.CreatedDate, zone)}</Fact>
      <Fact label="Type">{opportunity.Type}</Fact>
      <Fact label="Source">{opportunity.LeadSource}</Fact>
      <Fact label="Acquisition method">{opportunity.Campaign__c}</Fact>
      <Fact label="Salesperson">{salesperson ?? opportunity.OwnerId}</Fact>
    </FactList>
  )
}
