import type { CrmOpportunity } from '#domain/crm/crm.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { crmTimeWords } from '../sale-words.ts'
import { opportunityWords } from './opportunity-words.ts'

const { facts: words } = opportunityWords

type Props = { readonly opportunity: CrmOpportunity; readonly salesperson?: string | null; readonly zone: ZoneId }

/** Shows an opportunity's fields as stored in the CRM. */
export function OpportunityFacts({ opportunity, salesperson = null, zone }: Props) {
  return (
    <FactList>
      <Fact label={words.opportunity}>{opportunity.opportunityID}</Fact>
      <Fact label={words.person}>{opportunity.personID}</Fact>
      <Fact label={words.study} missing={words.noStudy}>
        {opportunity.Study_ID__c}
      </Fact>
      <Fact label={words.scanType}>{opportunity.Scan_Type__c}</Fact>
      <Fact label={words.stage}>{opportunity.StageName}</Fact>
      <Fact label={words.leadCreated}>{crmTimeWords(opportunity.CreatedDate, zone)}</Fact>
      <Fact label={words.type}>{opportunity.Type}</Fact>
      <Fact label={words.source}>{opportunity.LeadSource}</Fact>
      <Fact label={words.acquisitionMethod}>{opportunity.Campaign__c}</Fact>
      <Fact label={words.salesperson}>{salesperson ?? opportunity.OwnerId}</Fact>
    </FactList>
  )
}
