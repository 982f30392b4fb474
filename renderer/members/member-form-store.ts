import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { MemberMatch } from '#contract/members/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Member, MemberDraft } from '#domain/members/member.ts'
import {
  checkMemberForm,
  emptyMemberForm,
  type MemberFormField,
  type MemberFormValues,
} from '#domain/members/member-rules.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Drafts } from '../session/drafts.ts'
import { createEarlyDuplicates, type EarlyDuplicates } from './early-duplicates.ts'
import {
  type MemberFormDraft,
  mergeMemberForm,
  parseMemberFormDraft,
  toMemberChanges,
  toMemberForm,
} from './member-form-values.ts'

/** The purpose of the form: a new member, perhaps with data from the CRM, or a member to change. */
export type MemberFormPurpose =
  | { readonly kind: 'create'; readonly initial?: Partial<MemberFormValues> | undefined }
  | { readonly kind: 'change'; readonly member: Member }

type MemberFormFields = Readonly<Partial<Record<MemberFormField, string>>>

type MemberFormPhase =
  /** The draft is being read. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'editing' }
  | { readonly kind: 'incomplete'; readonly alert: string; readonly fields: MemberFormFields }
  | { readonly kind: 'saving' }
  /** Members who may be the same person; the form waits for the user's decision. */
  | { readonly kind: 'duplicates'; readonly matches: readonly MemberMatch[]; readonly draft: MemberDraft }
  /** Another user saved this member. The typed text stays; `clashes` are the fields that both users changed. */
  | { readonly kind: 'merged'; readonly clashes: readonly MemberFormField[]; readonly theirs: MemberFormValues }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly fields: MemberFormFields }

export type MemberFormStoreState = EarlyDuplicates & {
  readonly phase: MemberFormPhase
  /** The values that the form starts from. A restored draft, a merge or a reset replaces them and raises `revision`. */
  readonly start: MemberFormValues
  readonly revision: number
  readonly isRestored: boolean
  readonly load: () => Promise<void>
  /**
   * Presets the country of a new member's address; empty while it is unknown. A country that the user chose, or that
   * the CRM gave, stays.
   */
  readonly presetCountry: (country: string) => void
  /** Keeps the typed text as a draft. */
  readonly keep: (values: MemberFormValues) => void
  /** Checks and saves. Returns the saved member; null otherwise, with the reason in the phase. */
  readonly save: (values: MemberFormValues, today: PlainDate) => Promise<Member | null>
  /** Creates the member although similar ones exist. */
  readonly createAnyway: () => Promise<Member | null>
  /** Returns to editing. */
  readonly edit: () => void
  /** Discards the typed text. */
  readonly clear: () => Promise<void>
}
export type MemberFormStore = StoreApi<MemberFormStoreState>

export type MemberFormOptions = {
  readonly bridge: Pick<Bridge, 'members'>
  readonly drafts: Drafts
  readonly draftID: string
  readonly purpose: MemberFormPurpose
  readonly newKey: () => string
  /** Returns the location that is sent with a change of a member; null when the user works at no location. */
  readonly locationID: () => LocationID | null
}

/** Maps the contract's refused fields to the form's names. A birth date error goes to the first box, the year. */
const toFormFields = (failure: Failure): MemberFormFields => {
  const problems =
    failure.code === 'member-exists' ? { email: failure.message, ...failure.details?.fields } : failure.details?.fields
  return Object.fromEntries(
    Object.entries(problems ?? {}).map(([path, sentence]) => {
      const field = path.split('.').at(-1) ?? path
      return [field === 'dob' ? 'dobYear' : field, sentence]
    }),
  )
}

/** Returns the form before any typing. */
const untouchedForm = (purpose: MemberFormPurpose, member: Member | null, country: string): MemberFormValues => {
  if (member !== null) return toMemberForm(member)
  const initial = purpose.kind === 'create' ? purpose.initial : undefined
  const values = { ...emptyMemberForm, ...initial }
  return { ...values, country: values.country === '' ? country : values.country }
}

/** Returns the form with the text of a draft. The member may have changed since the draft was saved. */
const restoreForm = (
  kept: MemberFormDraft,
  base: MemberFormValues,
  purpose: MemberFormPurpose,
): Pick<MemberFormStoreState, 'phase' | 'start' | 'isRestored'> => {
  if (purpose.kind === 'create') {
    // A draft that was saved before the location was known has no country.
    const country = kept.values.country === '' ? base.country : kept.values.country
    return { phase: { kind: 'editing' }, start: { ...kept.values, country }, isRestored: true }
  }
  const { values, clashes } = mergeMemberForm(kept.base, base, kept.values)
  return {
    phase: clashes.length > 0 ? { kind: 'merged', clashes, theirs: base } : { kind: 'editing' },
    start: values,
    isRestored: true,
  }
}

/**
 * Creates the store of one member form: creation and change, with duplicates, stale versions and drafts (booking spec
 * §2, §5).
 */
export const createMemberFormStore = (options: MemberFormOptions): MemberFormStore =>
  createStore<MemberFormStoreState>((set, get) => {
    const { bridge, drafts, draftID, purpose, newKey, locationID } = options
    let member = purpose.kind === 'change' ? purpose.member : null
    let base = untouchedForm(purpose, member, '')
    let lastValues = base
    let sent: { key: string; body: string } | null = null

    const create = async (draft: MemberDraft, values: MemberFormValues): Promise<Member | null> => {
      const body = JSON.stringify(draft)
      if (sent?.body !== body) sent = { key: newKey(), body }
      set({ phase: { kind: 'saving' } })
      // The idempotency key is on disk before the call is sent. After a crash, the user can save the restored form
      // under the same key, so that no second member is created.
      drafts.keep(draftID, { values, base, sent })
      await drafts.flush()
      const reply = await bridge.members.create({ draft, idempotencyKey: sent.key })
      return reply.ok ? finish(reply.value) : refuse(reply.failure)
    }

    const change = async (draft: MemberDraft, before: Member, values: MemberFormValues): Promise<Member | null> => {
      const changes = toMemberChanges(draft, before)
      if (Object.keys(changes).length === 0) return finish(before)
      set({ phase: { kind: 'saving' } })
      const reply = await bridge.members.change({
        memberID: before.patientID,
        changes,
        version: before.version,
        locationID: locationID() ?? undefined,
      })
      if (reply.ok) return finish(reply.value)
      if (reply.failure.code !== 'stale') return refuse(reply.failure)
      const latest = await bridge.members.read({ memberID: before.patientID })
      if (!latest.ok) return refuse(latest.failure)
      const theirs = toMemberForm(latest.value)
      const merged = mergeMemberForm(base, theirs, values)
      member = latest.value
      base = theirs
      set({
        phase: { kind: 'merged', clashes: merged.clashes, theirs },
        start: merged.values,
        revision: get().revision + 1,
      })
      drafts.keep(draftID, { values: merged.values, base, sent: null })
      return null
    }

    const finish = async (saved: Member): Promise<Member> => {
      await drafts.discard(draftID)
      set({ phase: { kind: 'editing' } })
      return saved
    }

    const refuse = (failure: Failure): null => {
      set({ phase: { kind: 'failed', failure, fields: toFormFields(failure) } })
      return null
    }

    return {
      ...createEarlyDuplicates(bridge.members, purpose.kind === 'create', (likely) => set({ likely })),
      phase: { kind: 'loading' },
      start: base,
      revision: 0,
      isRestored: false,
      load: async () => {
        const kept = parseMemberFormDraft(await drafts.read(draftID))
        if (kept === undefined) return get().edit()
        sent = kept.sent
        const restored = restoreForm(kept, base, purpose)
        lastValues = restored.start
        set({ ...restored, revision: get().revision + 1 })
      },
      presetCountry: (country) => {
        const { phase, start } = get()
        if (member !== null || country === '' || phase.kind === 'saving' || phase.kind === 'duplicates') return
        const isChosen = lastValues.country !== '' && lastValues.country !== base.country
        base = untouchedForm(purpose, member, country)
        if (isChosen) return
        lastValues = { ...lastValues, country: base.country }
        set({ start: { ...start, country: base.country } })
      },
      keep: (values) => {
        lastValues = values
        drafts.keep(draftID, { values, base, sent })
        const { phase } = get()
        if (phase.kind === 'duplicates') set({ phase: { kind: 'editing' } })
      },
      save: async (values, today) => {
        if (get().phase.kind === 'saving' || get().phase.kind === 'loading') return null
        lastValues = values
        const checked = checkMemberForm(values, today)
        if (checked.kind === 'incomplete') {
          set({ phase: { kind: 'incomplete', alert: checked.alert, fields: checked.fields } })
          return null
        }
        if (member !== null) return change(checked.draft, member, values)
        set({ phase: { kind: 'saving' } })
        const found = await bridge.members.findDuplicates({ draft: checked.draft })
        if (found.ok && found.value.length > 0) {
          set({ phase: { kind: 'duplicates', matches: found.value, draft: checked.draft } })
          return null
        }
        return create(checked.draft, values)
      },
      createAnyway: async () => {
        const { phase } = get()
        return phase.kind === 'duplicates' ? create(phase.draft, lastValues) : null
      },
      edit: () => set({ phase: { kind: 'editing' } }),
      clear: async () => {
        sent = null
        base = untouchedForm(purpose, member, base.country)
        lastValues = base
        set({ phase: { kind: 'editing' }, start: base, revision: get().revision + 1, isRestored: false })
        await drafts.discard(draftID)
      },
    }
  })
