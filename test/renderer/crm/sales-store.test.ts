import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { OpportunityView } from '#contract/study/bridge.ts'
import { createSalesStore } from '#renderer/crm/sales-store.ts'
import { aStudy } from '#test/builders/records.ts'

type Change = { readonly expected: object; readonly changes: object }

const aView = (Type = 'New Business', LeadSource = 'Web'): OpportunityView => ({
  opportunityID: '006A',
  salesperson: null,
  referringMember: null,
  crmUrl: null,
  opportunity: {
    opportunityID: '006A',
    personID: '003A',
    Study_ID__c: 's-000001',
    Scan_Type__c: null,
    StageName: 'New',
    LeadSource,
    Type,
    Campaign__c: null,
    OwnerId: null,
    CreatedDate: '2026-11-01T00:00:00Z',
  } as never,
})

describe('the store of a study’s sale', () => {
  let inCrm: OpportunityView
  let drafts: Map<string, unknown>
  let sent: Change[]
  let answers: ((reply: Reply<OpportunityView>) => void)[]
  let found: ((reply: Reply<never>) => void)[]
  const start = () =>
    createSalesStore({
      bridge: {
        study: {
          readOpportunity: async () => ok(inCrm),
          changeOpportunity: (input: Change) => {
            sent.push(input)
            return new Promise((resolve) => answers.push(resolve))
          },
          lookUpOpportunity: () => new Promise((resolve) => found.push(resolve)),
          linkOpportunity: async () => ok(inCrm),
        } as never,
      },
      drafts: {
        read: async (id) => drafts.get(id) ?? null,
        keep: (id, content) => void drafts.set(id, content),
        discard: async (id) => void drafts.delete(id),
      },
      studyID: aStudy().studyID,
      newKey: () => 'key',
    })
  const opened = async (change: object = {}) => {
    const store = start()
    await store.getState().load()
    store.getState().edit()
    store.getState().type(change)
    return store
  }
  const draftID = 'sales:s-000001'
  const linkDraftID = 'opportunity-id:s-000001'
  beforeEach(() => {
    inCrm = aView()
    drafts = new Map()
    sent = []
    answers = []
    found = []
  })
  const answer = (reply: Reply<OpportunityView>): void => answers.shift()?.(reply)

  it('keeps text typed during a save instead of the saved value', async () => {
    const store = await opened({ Type: 'Partner Referral' })
    const saving = store.getState().save()
    store.getState().type({ LeadSource: 'Event' })
    answer(ok(aView('Partner Referral')))
    expect(await saving).toBe(true)
    expect(store.getState().form).toMatchObject({
      expected: { Type: 'Partner Referral', LeadSource: 'Web' },
      values: { Type: 'Partner Referral', LeadSource: 'Event' },
      conflicts: [],
    })
    expect(drafts.get(draftID)).toMatchObject({ values: { LeadSource: 'Event' } })
  })

  it('keeps text typed during a save that failed', async () => {
    const store = await opened({ Type: 'Partner Referral' })
    const saving = store.getState().save()
    store.getState().type({ LeadSource: 'Event' })
    answer(fail('timed-out', 'No answer came.'))
    expect(await saving).toBe(false)
    expect(store.getState().form?.values).toEqual({ Type: 'Partner Referral', LeadSource: 'Event' })
  })

  it('keeps typed text also if another user changed the same field in the meantime', async () => {
    const store = await opened({ Type: 'Partner Referral' })
    const saving = store.getState().save()
    store.getState().type({ LeadSource: 'Event' })
    inCrm = aView('Returning Member')
    answer(fail('stale', 'Somebody has changed this opportunity.'))
    expect(await saving).toBe(false)
    expect(store.getState().form).toMatchObject({
      expected: { Type: 'Returning Member' },
      values: { Type: 'Partner Referral', LeadSource: 'Event' },
      conflicts: ['Type'],
    })
  })

  it('closes the form once everything is saved', async () => {
    const store = await opened({ Type: 'Partner Referral ' })
    const saving = store.getState().save()
    answer(ok(aView('Partner Referral')))
    expect(await saving).toBe(true)
    expect(store.getState().form).toBeNull()
    expect(drafts.has(draftID)).toBe(false)
  })

  const kept = { expected: { Type: 'New Business', LeadSource: 'Web' }, values: { Type: 'Mine', LeadSource: 'Web' } }

  it('restores a draft only once: the draft does not return at the next read after a discard or a save', async () => {
    drafts.set(draftID, kept)
    const store = start()
    await store.getState().load()
    expect(store.getState().form?.values.Type).toBe('Mine')
    store.getState().closeForm()
    await store.getState().load()
    expect(store.getState().form).toBeNull()

    drafts.set(draftID, kept)
    const other = start()
    await other.getState().load()
    const saving = other.getState().save()
    answer(ok(aView('Mine')))
    await saving
    await other.getState().load()
    expect(other.getState().form).toBeNull()
  })

  it('restores a draft as soon as the study has an opportunity', async () => {
    drafts.set(draftID, kept)
    inCrm = { ...aView(), opportunity: null }
    const store = start()
    await store.getState().load()
    inCrm = aView()
    await store.getState().load()
    expect(store.getState().form?.values.Type).toBe('Mine')
  })

  it('keeps a typed id after a reload, until it is linked or discarded', async () => {
    const store = await opened()
    store.getState().openLink()
    store.getState().typeLink('006B')
    expect(drafts.get(linkDraftID)).toBe('006B')
    const after = start()
    await after.getState().load()
    expect(after.getState().link).toEqual({ text: '006B', found: null, failure: null })
    expect(await after.getState().linkTo('006B')).toBe(true)
    expect(drafts.has(linkDraftID)).toBe(false)
    after.getState().typeLink('006C')
    after.getState().closeLink()
    expect(drafts.has(linkDraftID)).toBe(false)
    await after.getState().load()
    expect(after.getState().link).toBeNull()
  })

  it('saves while another opportunity is being looked up', async () => {
    const store = await opened({ Type: 'Partner Referral' })
    store.getState().openLink()
    store.getState().typeLink('006B')
    const looking = store.getState().lookUp()
    const saving = store.getState().save()
    expect(sent).toMatchObject([{ changes: { Type: 'Partner Referral' } }])
    answer(ok(aView('Partner Referral')))
    expect(await saving).toBe(true)
    expect(store.getState().isLookingUp).toBe(true)
    found[0]?.(fail('crm-unavailable', 'The CRM does not answer.'))
    await looking
    expect([store.getState().isLookingUp, store.getState().link?.failure?.code]).toEqual([false, 'crm-unavailable'])
  })
})
