import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { type Control, Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { useStore } from 'zustand'
import { formatName } from '#domain/format/format-name.ts'
import { findCountry } from '#domain/members/country-codes.ts'
import { genders, type Member } from '#domain/members/member.ts'
import { checkMemberForm, type MemberFormField, type MemberFormValues } from '#domain/members/member-rules.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { DateField } from '../kit/controls/date-field.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Drafts } from '../session/drafts.ts'
import { LikelyMembers } from './likely-members.tsx'
import { AddressFields } from './member-address-fields.tsx'
import type { MemberFactories } from './member-factories.ts'
import { MemberFormActs } from './member-form-acts.tsx'
import { MemberFormChanges } from './member-form-changes.tsx'
import type { MemberFormPurpose, MemberFormStore } from './member-form-store.ts'
import { FormText } from './member-form-text.tsx'
import { memberFields } from './member-form-values.ts'
import { LanguageField } from './member-language-field.tsx'
import { focusField } from './missing-fields.tsx'
import './member-form.css'
import { memberFormWords as words } from './member-form-words.ts'

type MemberFormProps = {
  newStore: MemberFactories['newMemberForm']
  drafts: Drafts
  /** The id of this form's draft, such as `member-new`; letters, digits, `-` and `:` only. */
  draftID: string
  purpose: MemberFormPurpose
  /** Today's date at the location. The form refuses a later birth date. */
  today: PlainDate
  onSaved: (member: Member) => void
  /** Called when the user picks one of the possible duplicates; absent in a form that changes a member. */
  onUseExisting?: ((member: Member) => void) | undefined
  onCancel?: (() => void) | undefined
  /** Why saving is impossible now; null when it is possible. The typed text is kept in the meantime. */
  offlineReason?: string | null | undefined
  /** For a change of a member: the location of the booking, or the one where the user works. */
  locationID?: LocationID | null | undefined
  /** The country of the location of a new member, which the form presets; absent until the location is known. */
  country?: string | undefined
}

const textFields = {
  // The user opened the form, in a dialog or on its own page, so the first field takes the focus.
  firstname: { isRequired: true, autoFocus: true },
  middlename: {},
  lastname: { isRequired: true },
  preferredName: {},
  email: { isRequired: true, type: 'email' },
  phn: {},
  leadSource: {},
  leadSourceDetail: {},
} as const

const fieldsOfName = ['firstname', 'lastname', 'middlename', 'preferredName'] as const

/**
 * Shows the form for a new or changed member (booking spec §2 Member creation, §5). It keeps a draft at every change
 * and lists missing fields in the spec's words. It shows possible duplicates before it creates a member, and keeps the
 * typed text after every failure.
 */
export function MemberForm(props: MemberFormProps) {
  const { newStore, drafts, draftID, today, onSaved, onUseExisting, onCancel } = props
  const purpose = useRef(props.purpose).current
  const locationID = useRef(props.locationID ?? null)
  locationID.current = props.locationID ?? null
  const store = useMemo(
    () => newStore({ draftID, purpose, locationID: () => locationID.current }),
    [newStore, draftID, purpose],
  )
  const state = useStore(store)
  const { phase, start } = state
  const form = useKeptForm(store, drafts, findCountry(props.country ?? '') ?? '')
  const formRef = useRef<HTMLFormElement>(null)
  const newsId = useId()
  // After the first try to save an incomplete form, each incomplete field shows its error until it is corrected.
  const hasBeenTold = useRef(false)
  const values = form.watch()
  useLikelyMembers(store, values, today)
  if (phase.kind === 'incomplete') hasBeenTold.current = true
  if (phase.kind === 'loading') hasBeenTold.current = false
  const errors = collectErrors()

  // The first invalid field takes the focus. The alert above is a live region, so screen readers announce it anyway.
  useEffect(() => {
    if (phase.kind !== 'incomplete' && phase.kind !== 'failed') return
    formRef.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
  }, [phase])

  function collectErrors(): Partial<Record<MemberFormField, string>> {
    const refused = phase.kind === 'failed' ? phase.fields : {}
    if (!hasBeenTold.current || phase.kind === 'loading') return refused
    const checked = checkMemberForm(values, today)
    return { ...refused, ...(checked.kind === 'incomplete' ? checked.fields : {}) }
  }

  function report(saved: Member | null) {
    if (saved !== null) onSaved(saved)
  }

  if (phase.kind === 'loading') {
    return (
      <SkeletonGroup label={words.loading} className="s-member-form__grid">
        {memberFields.slice(0, 8).map((field) => (
          <Skeleton key={field} shape="block" height="56px" />
        ))}
      </SkeletonGroup>
    )
  }

  const takeExisting =
    onUseExisting &&
    ((member: Member): void => {
      void store.getState().clear()
      onUseExisting(member)
    })
  const isCreating = purpose.kind === 'create'
  const isDirty = memberFields.some((field) => values[field] !== start[field])
  const text = (field: keyof typeof textFields): ReactNode => (
    <FormText key={field} control={form.control} field={field} error={errors[field]} {...textFields[field]} />
  )
  return (
    <form
      ref={formRef}
      className="s-member-form"
      noValidate
      aria-describedby={newsId}
      onSubmit={(event) => {
        event.preventDefault()
        void store.getState().save(form.getValues(), today).then(report)
      }}
      onBlur={() => void drafts.flush()}
    >
      <div id={newsId} className="s-member-form__news">
        <MemberFormChanges
          purpose={purpose.kind}
          state={state}
          check={phase.kind === 'incomplete' ? checkMemberForm(values, today) : null}
          onJump={(field) => focusField(formRef.current, field)}
          onUseExisting={takeExisting}
          onCreateAnyway={() => void store.getState().createAnyway().then(report)}
        />
      </div>
      <div className="s-member-form__grid">
        {fieldsOfName.map((field) => text(field))}
        {text('email')}
        <div data-field="dobYear">
          <BirthDate values={values} error={errors.dobYear} setValue={form.setValue} />
        </div>
        <Gender control={form.control} error={errors.gender} />
        {/* After the field that follows the birth date, so that this field does not move under the pointer. */}
        <LikelyMembers members={phase.kind === 'duplicates' ? [] : state.likely} onUse={takeExisting} />
        <AddressFields form={form} values={values} errors={errors} />
        <LanguageField control={form.control} error={errors.language} />
        {isCreating ? null : text('phn')}
        {(['leadSource', 'leadSourceDetail'] as const).map((field) => text(field))}
      </div>
      <MemberFormActs
        purpose={purpose}
        typedName={formatName(values)}
        isSaving={phase.kind === 'saving'}
        isUnchanged={!isDirty && !state.isRestored}
        offlineReason={props.offlineReason ?? null}
        onCancel={onCancel}
        onClear={() => {
          hasBeenTold.current = false
          void store.getState().clear()
        }}
      />
    </form>
  )
}

/**
 * Returns the form with the values of the store. It keeps the typed text as a draft, and presets the country when it
 * becomes known.
 */
const useKeptForm = (store: MemberFormStore, drafts: Drafts, country: string): UseFormReturn<MemberFormValues> => {
  const { start, revision } = useStore(store)
  const form = useForm<MemberFormValues>({ defaultValues: start })

  useEffect(() => {
    void store.getState().load()
  }, [store])
  useEffect(() => store.getState().presetCountry(country), [store, country])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the revision changes
  useEffect(() => form.reset(start), [form, revision])

  // The user may have typed before the country became known. A reset keeps that text and is not typing itself.
  useEffect(() => form.reset({ ...form.getValues(), country: start.country }), [form, start.country])

  useEffect(() => {
    const { unsubscribe } = form.watch((typed, { name }) => {
      // A change without a field name is a reset by this component, not typing.
      if (name !== undefined) store.getState().keep({ ...start, ...typed })
    })
    const flush = (): void => void drafts.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', flush)
    }
  }, [form, store, drafts, start])

  return form
}

/** Searches for the person typed so far, at each change of the name or the birth date. */
const useLikelyMembers = (store: MemberFormStore, values: MemberFormValues, today: PlainDate): void => {
  const { firstname, lastname, dobYear, dobMonth, dobDay } = values
  useEffect(
    () => void store.getState().findLikely({ firstname, lastname, dobYear, dobMonth, dobDay }, today),
    [store, firstname, lastname, dobYear, dobMonth, dobDay, today],
  )
}

type GenderProps = {
  control: Control<MemberFormValues>
  error: string | undefined
}

function Gender({ control, error }: GenderProps) {
  return (
    <div data-field="gender">
      <Controller
        control={control}
        name="gender"
        render={({ field }) => (
          <RadioGroup
            label={words.fields.gender}
            variant="segmented"
            isRequired
            options={genders.map((value) => ({ value, label: words[value] }))}
            value={genders.find((value) => value === field.value) ?? null}
            onChange={field.onChange}
            errorMessage={error}
          />
        )}
      />
    </div>
  )
}

type BirthDateProps = {
  values: MemberFormValues
  error: string | undefined
  setValue: (field: 'dobYear' | 'dobMonth' | 'dobDay', value: string) => void
}

function BirthDate({ values, error, setValue }: BirthDateProps) {
  return (
    <DateField
      label={words.fields.dobYear}
      isRequired
      value={{ year: values.dobYear, month: values.dobMonth, day: values.dobDay }}
      onChange={({ year, month, day }) => {
        setValue('dobYear', year)
        setValue('dobMonth', month)
        setValue('dobDay', day)
      }}
      errorMessage={error}
    />
  )
}
