import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { emptyMemberForm, type MemberFormValues } from '#domain/members/member-rules.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { describeFailedSave } from '#renderer/members/member-form-changes.tsx'
import { createMemberFormStore, type MemberFormPurpose } from '#renderer/members/member-form-store.ts'
import { mergeMemberForm, parseMemberFormDraft, toMemberForm } from '#renderer/members/member-form-values.ts'
import { memberFormWords } from '#renderer/members/member-form-words.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const today = parsePlainDate('2026-11-21')
if (today === undefined) throw new RangeError('not a date')
const complete: MemberFormValues = {
  ...emptyMemberForm,
  firstname: 'Wilhelmina',
  lastname: 'Achterberg',
  email: 'mina@mail.example',
  dobYear: '1990',
  dobMonth: '7',
  dobDay: '4',
  gender: 'female',
  phone_number: '604-555-0199',
  address: '1 Pier Street',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V0X 0X0',
  country: 'Canada',
}

const open = async (
  purpose: MemberFormPurpose = { kind: 'create' },
  fake = createFakeBridge({ signedInAs: 'admin' }),
) => {
  const { bridge, controls } = fake
  let keys = 0
  const drafts = createDrafts(bridge)
  const store = createMemberFormStore({
    bridge,
    drafts,
    draftID: 'member-new',
    purpose,
    newKey: () => {
      keys += 1
      return `test-key-${keys}`
    },
    locationID: () => fake.controls.clinic.locations[0]?.locationID ?? null,
  })
  await store.getState().load()
  const creates = () => controls.calls.filter(({ command }) => command === 'members.create').map(({ input }) => input)
  return { store, controls, bridge, drafts, creates, fake, phase: () => store.getState().phase }
}

const ana = () => {
  const fake = createFakeBridge({ signedInAs: 'admin' })
  const member = fake.controls.clinic.members[0]
  if (member === undefined) throw new RangeError('no member')
  return { fake, member, purpose: { kind: 'change' as const, member } }
}

describe('the form that creates a member', () => {
  it('names missing fields in the words of the spec and sends nothing', async () => {
    const { store, phase, controls } = await open()
    expect(await store.getState().save({ ...complete, lastname: ' ', city: '' }, today)).toBeNull()
    expect(phase()).toMatchObject({ kind: 'incomplete', alert: 'Please Enter Last Name and City' })
    await store.getState().save({ ...complete, dobMonth: '13' }, today)
    expect(phase()).toMatchObject({ alert: 'Please Enter a Valid Date of Birth' })
    expect(controls.calls.map(({ command }) => command)).not.toContain('members.findDuplicates')
  })

  it('creates the member and deletes the draft', async () => {
    const { store, drafts } = await open()
    store.getState().keep(complete)
    const member = await store.getState().save(complete, today)
    expect(member).toMatchObject({ firstname: 'Wilhelmina', dob: '1990-07-04', roles: ['user'] })
    expect(await drafts.read('member-new')).toBeNull()
  })

  it('shows similar members first, and creates only after a confirmation', async () => {
    const { store, phase, creates } = await open()
    const alike = { ...complete, firstname: 'Ana', lastname: 'Sylva', dobYear: '1980', dobMonth: '2', dobDay: '3' }
    expect(await store.getState().save(alike, today)).toBeNull()
    expect(phase()).toMatchObject({
      kind: 'duplicates',
      matches: [{ member: { firstname: 'Ana' }, reasons: ['similar-name-and-birth-date'] }],
    })
    expect(creates()).toEqual([])
    expect(await store.getState().createAnyway()).toMatchObject({ lastname: 'Sylva' })
  })

  it('repeats the same key for the same input, and uses a new key after a change of the input', async () => {
    const { store, controls, creates } = await open()
    controls.failNext('members.create', fail('disconnected', 'Gone.'))
    await store.getState().save(complete, today)
    controls.failNext('members.create', fail('disconnected', 'Gone.'))
    await store.getState().save(complete, today)
    await store.getState().save({ ...complete, city: 'Victoria' }, today)
    expect(creates()).toMatchObject([
      { idempotencyKey: 'test-key-1' },
      { idempotencyKey: 'test-key-1' },
      { idempotencyKey: 'test-key-2' },
    ])
  })

  it('repeats the same key after a crash during the save', async () => {
    const first = await open()
    first.controls.failNext('members.create', fail('timed-out', 'No answer.'))
    await first.store.getState().save(complete, today)
    const second = await open({ kind: 'create' }, first.fake)
    expect(second.store.getState()).toMatchObject({ start: complete, isRestored: true })
    await second.store.getState().save(second.store.getState().start, today)
    expect(second.creates()).toMatchObject([{ idempotencyKey: 'test-key-1' }, { idempotencyKey: 'test-key-1' }])
  })

  it('marks the field and keeps all input when the back office refuses', async () => {
    const { store, controls, phase, drafts } = await open()
    controls.failNext(
      'members.create',
      fail('invalid-input', 'Please look at the birth date.', { fields: { 'draft.dob': 'Not a birth date' } }),
    )
    store.getState().keep(complete)
    await store.getState().save(complete, today)
    expect(phase()).toMatchObject({ kind: 'failed', fields: { dobYear: 'Not a birth date' } })
    expect(await drafts.read('member-new')).toMatchObject({ values: complete })
  })

  it("starts with the CRM's data", async () => {
    const { store } = await open({ kind: 'create', initial: { firstname: 'Ingrid' } })
    expect(store.getState().start).toMatchObject({ firstname: 'Ingrid', lastname: '' })
  })

  it('starts empty again when cleared', async () => {
    const { store, drafts } = await open()
    store.getState().keep(complete)
    await store.getState().clear()
    expect(store.getState().start).toEqual(emptyMemberForm)
    expect(await drafts.read('member-new')).toBeNull()
  })
})

describe('the warning of duplicates while a new member is typed (decision 403)', () => {
  const anaAsTyped = { firstname: ' ana', lastname: 'Silva ', dobYear: '1980', dobMonth: '2', dobDay: '3' }
  const searchesOf = ({ calls }: Awaited<ReturnType<typeof open>>['controls']) =>
    calls.filter(({ command }) => command === 'members.search').map(({ input }) => input)

  it('searches once for each person, as soon as both names and the birth date are typed', async () => {
    const { store, controls } = await open()
    const { findLikely } = store.getState()
    await findLikely({ ...anaAsTyped, dobDay: '' }, today)
    expect(searchesOf(controls)).toEqual([])
    // The first digit of a day is a date, too.
    await Promise.all(['1', '3'].map((dobDay) => findLikely({ ...anaAsTyped, dobDay }, today)))
    await findLikely({ ...anaAsTyped, firstname: 'ana ' }, today)
    expect(searchesOf(controls)).toEqual([{ text: '1980-02-03 ana Silva', limit: 10 }])
    expect(store.getState().likely).toMatchObject([{ firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' }])
    await findLikely({ ...anaAsTyped, lastname: '' }, today)
    expect(store.getState().likely).toEqual([])
  })

  it('drops an answer that arrives after the person has changed', async () => {
    const fake = createFakeBridge({ signedInAs: 'admin' })
    const { members } = fake.bridge
    const answers: (() => void)[] = []
    const search: typeof members.search = async (input) => {
      await new Promise<void>((resume) => answers.push(resume))
      return members.search(input)
    }
    const bridge = { ...fake.bridge, members: { ...members, search } }
    const { store } = await open({ kind: 'create' }, { ...fake, bridge })
    const first = store.getState().findLikely(anaAsTyped, today)
    await expect.poll(() => answers.length).toBe(1)
    const second = store.getState().findLikely({ ...anaAsTyped, firstname: 'Wilhelmina' }, today)
    answers[0]?.()
    await first
    expect(store.getState().likely).toEqual([])
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.()
    await second
    expect(store.getState().likely).toEqual([])
  })

  it('shows no warning after a failed search, and searches the local copy offline', async () => {
    const { store, controls } = await open()
    controls.failNext('members.search', fail('timed-out', 'No answer.'))
    await store.getState().findLikely(anaAsTyped, today)
    expect(store.getState().likely).toEqual([])
    controls.setConnectivity({ state: 'offline' })
    await store.getState().findLikely({ ...anaAsTyped, firstname: 'Ána' }, today)
    expect(store.getState().likely).toHaveLength(1)
  })

  it('does not search in a form that changes a member', async () => {
    const { fake, purpose } = ana()
    const { store, controls } = await open(purpose, fake)
    await store.getState().findLikely(anaAsTyped, today)
    expect(searchesOf(controls)).toEqual([])
  })
})

describe('the preset country of a new member (decision 375)', () => {
  it('is filled in when the location becomes known, and keeps the text typed before', async () => {
    const { store, drafts } = await open()
    store.getState().keep({ ...emptyMemberForm, firstname: 'Wilhelmina' })
    store.getState().presetCountry('')
    expect(store.getState().start.country).toBe('')
    store.getState().presetCountry('Canada')
    expect(store.getState().start).toEqual({ ...emptyMemberForm, country: 'Canada' })
    expect(await drafts.read('member-new')).toMatchObject({ values: { firstname: 'Wilhelmina', country: '' } })
  })

  it('follows the location until the user chooses another country', async () => {
    const { store } = await open()
    store.getState().presetCountry('Canada')
    store.getState().presetCountry('United States')
    expect(store.getState().start.country).toBe('United States')
    store.getState().keep({ ...store.getState().start, country: 'France' })
    store.getState().presetCountry('Canada')
    expect(store.getState().start.country).toBe('United States')
    await store.getState().clear()
    expect(store.getState().start.country).toBe('Canada')
  })

  it("keeps the country of the CRM's data, and of a restored draft", async () => {
    const { store } = await open({ kind: 'create', initial: { country: 'Ireland' } })
    store.getState().presetCountry('Canada')
    expect(store.getState().start.country).toBe('Ireland')
    const first = await open()
    first.store.getState().keep({ ...complete, country: 'France' })
    await first.drafts.flush()
    const second = await open({ kind: 'create' }, first.fake)
    second.store.getState().presetCountry('Canada')
    expect(second.store.getState()).toMatchObject({ start: { country: 'France' }, isRestored: true })
  })

  it('completes a draft that was saved before the location was known', async () => {
    const first = await open()
    first.store.getState().keep({ ...complete, country: '' })
    await first.drafts.flush()
    const second = await open({ kind: 'create' }, first.fake)
    second.store.getState().presetCountry('Canada')
    expect(second.store.getState().start).toEqual(complete)
  })

  it('never changes the country of a member', async () => {
    const { fake, purpose, member } = ana()
    const { store } = await open(purpose, fake)
    store.getState().presetCountry('Japan')
    expect(store.getState().start.country).toBe(member.country)
  })
})

describe('the form that changes a member', () => {
  it('sends only the changed fields', async () => {
    const { fake, purpose } = ana()
    const { store, controls } = await open(purpose, fake)
    const values = { ...store.getState().start, phone_number: '604-555-0142' }
    expect(await store.getState().save(values, today)).toMatchObject({ phone_number: '604-555-0142', version: 2 })
    const change = controls.calls.find(({ command }) => command === 'members.change')
    expect(change?.input).toEqual({
      memberID: 'm-000001',
      changes: { phone_number: '604-555-0142' },
      locationID: 'ca-bc-1',
      version: 1,
    })
  })

  it('makes no call when nothing was changed', async () => {
    const { fake, purpose, member } = ana()
    const { store, controls } = await open(purpose, fake)
    expect(await store.getState().save(store.getState().start, today)).toEqual(member)
    expect(controls.calls.map(({ command }) => command)).not.toContain('members.change')
  })

  it('keeps typed text, shows the text that another user saved in the same field, and replaces the saved text on a second save', async () => {
    const { fake, purpose, member } = ana()
    const { store, phase, bridge } = await open(purpose, fake)
    const changes = { city: 'Burnaby', phone_number: '604-555-0001' }
    await bridge.members.change({ memberID: member.patientID, changes, version: 1 })
    const typed = { ...store.getState().start, phone_number: '604-555-0002' }
    expect(await store.getState().save(typed, today)).toBeNull()
    expect(phase()).toMatchObject({
      kind: 'merged',
      clashes: ['phone_number'],
      theirs: { phone_number: '604-555-0001' },
    })
    expect(store.getState().start).toMatchObject({ city: 'Burnaby', phone_number: '604-555-0002' })
    expect(await store.getState().save(store.getState().start, today)).toMatchObject({
      city: 'Burnaby',
      phone_number: '604-555-0002',
      version: 3,
    })
  })
})

describe('mergeMemberForm', () => {
  const base = toMemberForm(ana().member)

  it('uses the newer record for fields that were not typed in', () => {
    const now = { ...base, city: 'Burnaby' }
    expect(mergeMemberForm(base, now, base)).toEqual({ values: now, clashes: [] })
  })

  it('reports no conflict when both users typed the same', () => {
    const same = { ...base, city: 'Burnaby' }
    expect(mergeMemberForm(base, same, same)).toEqual({ values: same, clashes: [] })
  })

  it('treats the birth date as one value: its boxes never come from different users', () => {
    const now = { ...base, dobMonth: '11' }
    const typed = { ...base, dobDay: '09' }
    const merged = mergeMemberForm(base, now, typed)
    expect(merged.values).toMatchObject({ dobMonth: '02', dobDay: '09' })
    expect(merged.clashes).toEqual(['dobYear'])
  })

  it('ignores a leading zero in the birth date', () => {
    expect(mergeMemberForm(base, { ...base, dobDay: '05' }, { ...base, dobDay: '3' }).values.dobDay).toBe('05')
  })
})

describe('parseMemberFormDraft', () => {
  it.each([null, undefined, 'text', 7, {}, { values: complete }, { values: [], base: complete }])(
    'returns undefined for %j',
    (content) => expect(parseMemberFormDraft(content)).toBeUndefined(),
  )

  it('replaces values that are not text and keeps the rest', () => {
    const content = { values: { ...complete, city: 7 }, base: emptyMemberForm, sent: 'x' }
    expect(parseMemberFormDraft(content)).toEqual({
      values: { ...complete, city: '' },
      base: emptyMemberForm,
      sent: null,
    })
  })
})

describe('describeFailedSave (booking spec §8)', () => {
  it('names an update that failed, keeps the reason, and claims no failure when the result is unknown', () => {
    const refused = { code: 'invalid-input', message: 'The phone number has too few digits' } as const
    expect(describeFailedSave('change', refused)).toEqual({
      title: 'Update Failed',
      text: 'Not saved: The phone number has too few digits. Your entries are kept. Correct any marked fields and save again.',
    })
    expect(describeFailedSave('create', refused).title).toBe('Not saved: The phone number has too few digits')
    expect(describeFailedSave('change', { code: 'outcome-unknown', message: '' }).title).toBe(
      memberFormWords.failed.unknownTitle,
    )
  })
})
