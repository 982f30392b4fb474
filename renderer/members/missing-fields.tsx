import type { MemberFormCheck, MemberFormField } from '#domain/members/member-rules.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { memberFields } from './member-form-values.ts'
import { memberFormWords } from './member-form-words.ts'
import './missing-fields.css'

/** Attribute that marks the parts of a member form whose control has no name. */
export const fieldMark = 'data-field'

/** Moves the focus to a field of a member form. */
export const focusField = (form: ParentNode | null, field: MemberFormField): void => {
  const part = form?.querySelector<HTMLElement>(`[${fieldMark}="${field}"]`)
  const control =
    part?.querySelector<HTMLElement>('input, button') ?? form?.querySelector<HTMLElement>(`[name="${field}"]`)
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}

/** Returns the invalid fields in form order. */
const fieldsInOrder = (fields: Readonly<Partial<Record<MemberFormField, string>>>): readonly MemberFormField[] =>
  memberFields.filter((field) => fields[field] !== undefined)

type MissingFieldsProps = {
  readonly check: Extract<MemberFormCheck, { kind: 'incomplete' }>
  readonly onJump: (field: MemberFormField) => void
  readonly className?: string | undefined
  /** The texts in the language of the page. Default English. */
  readonly words?: Pick<typeof memberFormWords, 'fields' | 'missingLabel'> | undefined
}

/**
 * Shows the missing fields of a member form in the spec's words, each with a link to it. The list shrinks as fields are
 * filled.
 */
export function MissingFields({ check, onJump, className, words = memberFormWords }: MissingFieldsProps) {
  return (
    <div className={className}>
      <Banner tone="error" title={check.alert} />
      <ul className="mf-missing" aria-label={words.missingLabel}>
        {fieldsInOrder(check.fields).map((field) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                onJump(field)
              }}
            >
              {words.fields[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
