import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { OpportunityView } from '#contract/study/bridge.ts'
import { matchOpportunity } from '#domain/crm/opportunity-match.ts'
import { describeDays, pipelineDays } from '#domain/study/delays.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { useUnfoldFor } from '../study/sections.ts'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import type { CrmFactories } from './crm-factories.ts'
import { CrmProblem } from './inside/crm-problem.tsx'
import { LinkOpportunity } from './inside/link-form.tsx'
import { MismatchDialog } from './inside/mismatch-dialog.tsx'
import { OpportunityDialog } from './inside/opportunity-dialog.tsx'
import { OpportunityEdit } from './inside/opportunity-edit.tsx'
import { ReferralCode } from './inside/referral-code.tsx'
import { useFocusAfter } from './inside/use-focus-after.ts'
import { crmTimeWords, flagWords, saleWords } from './sale-words.ts'
import type { SalesState } from './sales-state.ts'
import './sale.css'

/** Shows the study's sale in the CRM (study spec §2 Sales): how it was sold, and its opportunity. */
export function SalesPanel({ page }: StudyPartProps<Pick<CrmFactories, 'newSales'>>) {
  const sales = useSales(page)
  return (
    <Panel title={saleWords.title}>
      <div className="sale">
        {page.isOnline ? null : (
          <p className="sale__quiet">{sales.read.kind === 'ready' ? saleWords.offlineShown : saleWords.offlineEmpty}</p>
        )}
        <Body page={page} sales={sales} />
      </div>
    </Panel>
  )
}

function Body({
  page,
  sales,
}: {
  readonly page: StudyPage<Pick<CrmFactories, 'newSales'>>
  readonly sales: SalesState
}) {
  const { read } = sales
  const { studyID } = page.view.study
  const isMismatch =
    read.kind === 'ready' && matchOpportunity({ ...read.value, studyID }, read.value.opportunity).kind === 'mismatch'
  useUnfoldFor(sales.form !== null || sales.link !== null || isMismatch)
  if (read.kind === 'ready') return <Sale page={page} sales={sales} value={read.value} />
  if (read.kind === 'failed') {
    return page.isOnline ? <CrmProblem failure={read.failure} onRetry={() => void sales.load()} /> : null
  }
  if (!page.isOnline) return null
  return (
    <SkeletonGroup label={saleWords.loading}>
      <Skeleton />
      <Skeleton width="80%" />
      <Skeleton width="60%" />
    </SkeletonGroup>
  )
}

type SaleProps = {
  readonly page: StudyPage<Pick<CrmFactories, 'newSales'>>
  readonly sales: SalesState
  readonly value: OpportunityView
}

function Sale({ page, sales, value }: SaleProps) {
  const [open, setOpen] = useState<'view' | 'mismatch' | null>(null)
  const { study, location } = page.view
  const { opportunity } = value
  const zone = location.timezone
  const match = matchOpportunity({ studyID: study.studyID, opportunityID: value.opportunityID }, opportunity)
  const denied = page.reason('change-opportunity')
  const editButton = useRef<HTMLButtonElement>(null)
  const linkButton = useRef<HTMLButtonElement>(null)
  const viewButton = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter()
  /** False for a restored form: it opens without a press and must not take the focus. */
  const [takesFocus, setTakesFocus] = useState(false)
  const linked = (): void => {
    page.notices.success(saleWords.linked)
    focusAfter(linkButton, viewButton)
    void page.reload()
  }
  return (
    <>
      {sales.behind === null ? null : <CrmProblem failure={sales.behind} onRetry={() => void sales.load()} />}
      {match.kind === 'mismatch' ? (
        <Banner
          tone="warning"
          title={studyMessages.mismatchTitle}
          action={
            <Button size="small" aria-label={saleWords.compareLabel(page.who)} onPress={() => setOpen('mismatch')}>
              {saleWords.compare}
            </Button>
          }
        >
          {saleWords.mismatch(match.otherStudyID)}
        </Banner>
      ) : null}
      <Gap page={page} sales={sales} value={value} onLinked={linked} />
      <FactList>
        <Fact label={saleWords.leadCreated}>
          {opportunity === null ? null : crmTimeWords(opportunity.CreatedDate, zone)}
        </Fact>
        <Fact label={saleWords.studyBooked} missing={saleWords.notBooked}>
          {flagWords(readFlag(study.status, 'booked'), zone)}
        </Fact>
        <Fact label={saleWords.pipelineTime} missing={saleWords.notKnown}>
          {opportunity === null ? null : describeDays(pipelineDays(opportunity.CreatedDate, study, zone))}
        </Fact>
        <Fact label={saleWords.type}>{opportunity?.Type}</Fact>
        <Fact label={saleWords.source}>{opportunity?.LeadSource}</Fact>
        <Fact label={saleWords.acquisitionMethod}>{opportunity?.Campaign__c}</Fact>
        <Fact label={saleWords.salesperson}>{value.salesperson}</Fact>
        <Fact label={saleWords.referringMember} missing={saleWords.noReferringMember}>
          {value.referringMember}
        </Fact>
        <Fact label={saleWords.referralCode}>
          <ReferralCode page={page} />
        </Fact>
      </FactList>
      {sales.form === null ? null : (
        <OpportunityEdit
          page={page}
          form={sales.form}
          sales={sales}
          takesFocus={takesFocus}
          onClosed={() => focusAfter(editButton)}
        />
      )}
      {opportunity === null ? null : (
        <div className="sale__actions">
          <Button ref={viewButton} size="small" onPress={() => setOpen('view')}>
            {saleWords.view}
          </Button>
          {sales.form === null ? (
            <Button
              ref={editButton}
              size="small"
              // In a mismatch, the opportunity may belong to another study, so this page does not edit the opportunity.
              disabledReason={denied ?? (match.kind === 'mismatch' ? saleWords.mismatchReason : null)}
              onPress={() => {
                setTakesFocus(true)
                sales.edit()
              }}
            >
              {saleWords.edit}
            </Button>
          ) : null}
          {sales.link === null && match.kind !== 'mismatch' ? (
            <Button
              ref={linkButton}
              size="small"
              disabledReason={denied}
              onPress={() => {
                setTakesFocus(true)
                sales.openLink()
              }}
            >
              {saleWords.linkAnother}
            </Button>
          ) : null}
        </div>
      )}
      <OpportunityDialog page={page} value={value} isOpen={open === 'view'} onClose={() => setOpen(null)} />
      {open === 'mismatch' && match.kind === 'mismatch' ? (
        <MismatchDialog
          page={page}
          value={value}
          otherStudyID={match.otherStudyID}
          sales={sales}
          onLinked={linked}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {sales.link !== null && open !== 'mismatch' && opportunity !== null ? (
        <section aria-label={saleWords.linkAnother} className="sale__form">
          <LinkOpportunity page={page} link={sales.link} sales={sales} takesFocus={takesFocus} onLinked={linked} />
          <div className="sale__actions">
            <Button
              size="small"
              disabledReason={sales.busy === 'link' ? saleWords.linking : null}
              onPress={() => {
                sales.closeLink()
                focusAfter(linkButton)
              }}
            >
              {saleWords.cancelLink}
            </Button>
          </div>
        </section>
      ) : null}
    </>
  )
}

/**
 * Shows that the link between study and opportunity is missing, with a way to repair it. Shows nothing if the link
 * exists.
 */
function Gap({ page, sales, value, onLinked }: SaleProps & { readonly onLinked: () => void }) {
  const { opportunity, opportunityID } = value
  const denied = page.reason('change-opportunity')
  if (opportunity === null) {
    return (
      <section aria-label={saleWords.linkLabel} className="sale__form">
        <p>{opportunityID === null ? saleWords.noOpportunity : saleWords.unknownOpportunity(opportunityID)}</p>
        <LinkOpportunity
          page={page}
          link={sales.link ?? { text: '', found: null, failure: null }}
          sales={sales}
          onLinked={onLinked}
        />
      </section>
    )
  }
  if (opportunity.Study_ID__c !== null && opportunity.Study_ID__c.trim() !== '') return null
  const tie = async (): Promise<void> => {
    if (await sales.linkTo(opportunity.opportunityID)) onLinked()
  }
  return (
    <Banner
      tone="warning"
      title={saleWords.noStudyTitle}
      action={
        <Button
          size="small"
          isPending={sales.busy === 'link'}
          disabledReason={denied ?? (sales.busy === 'save' ? saleWords.saving : null)}
          aria-label={saleWords.linkThisLabel(page.who)}
          onPress={() => void tie()}
        >
          {saleWords.link}
        </Button>
      }
    >
      {saleWords.noStudy}
    </Banner>
  )
}

/**
 * Returns the state of the panel's store. Loads the sale when the page opens, after a reconnection, after each change
 * of the study and after missed events. Also loads it every minute, because the CRM reports no changes.
 */
function useSales(page: StudyPage<Pick<CrmFactories, 'newSales'>>): SalesState {
  const { bridge, stores, view, isOnline, now } = page
  const { studyID } = view.study
  const store = useMemo(() => stores.newSales(studyID), [stores, studyID])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again each minute
  useEffect(() => {
    if (isOnline) void store.getState().load()
  }, [store, isOnline, now])
  useEffect(() => {
    const load = (): void => void store.getState().load()
    const stops = [
      bridge.on('booking.studyChanged', (changed) => changed.studyID === studyID && load()),
      bridge.on('bridge.gap', load),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [bridge, store, studyID])
  return useStore(store)
}
