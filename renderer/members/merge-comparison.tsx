import { formatDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Member } from '#domain/members/member.ts'
import type { MergePreview, MergeSide } from '#domain/members/member-merge.ts'
import {
  defaultChoice,
  isPartDifferent,
  type MergeChoice,
  type MergePart,
  mergePartNames,
} from '#domain/members/merge-members.ts'
import { languageNames } from '#domain/values/language.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { MemberCell } from '../study/member-cell.tsx'
import '../kit/controls/visually-hidden.css'
import { mergeWords } from './merge-words.ts'

const words = mergeWords.compare

/** The parts that are shown only if they differ: most members have no values for them. */
const shownIfDifferent: ReadonlySet<MergePart> = new Set(['preferredName', 'leadSource', 'language', 'crm'])

const textOf = (member: Member, part: MergePart): string => {
  switch (part) {
    case 'dob':
      return formatDate(member.dob)
    case 'gender':
      return mergeWords[member.gender]
    case 'phone':
      return formatPhone(member.phone_number)
    case 'address':
      return [member.address, member.city, member.state, member.postalCode, member.country]
        .filter((line) => line !== '')
        .join(', ')
    case 'leadSource':
      return [member.leadSource, member.leadSourceDetail].filter((line) => line !== '').join(', ')
    case 'language':
      return languageNames[member.language]
    case 'crm':
      return member.salesforceAccountId ?? member.sfOpportunityID ?? ''
    default:
      return member[part]
  }
}

const nextOf = ({ nextBooking }: MergeSide): string => {
  if (nextBooking === null) return words.none
  return `${formatInstant(nextBooking.utcStart, nextBooking.timezone)}, ${nextBooking.locationName}`
}

type Props = {
  readonly preview: MergePreview
  readonly choices: Readonly<Partial<Record<MergePart, MergeChoice>>>
  readonly onChoose: (part: MergePart, choice: MergeChoice) => void
}

/** Shows two records side by side. Each part in which they differ offers a choice, which the arrow keys change. */
export function MergeComparison({ preview, choices, onChoose }: Props) {
  const { kept, merged } = preview
  const parts = mergePartNames.filter(
    (part) => !shownIfDifferent.has(part) || isPartDifferent(kept.member, merged.member, part),
  )
  const facts = [
    { label: words.studies, of: (side: MergeSide) => String(side.studies) },
    { label: words.next, of: nextOf },
  ]
  return (
    <table className="s-merge__table">
      <caption className="w-visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <HeadOf label={words.kept} member={kept.member} />
          <HeadOf label={words.merged} member={merged.member} />
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const isDifferent = isPartDifferent(kept.member, merged.member, part)
          const chosen = choices[part] ?? defaultChoice(kept.member, merged.member, part)
          return (
            <tr key={part} data-different={isDifferent}>
              <th scope="row">
                {mergeWords.parts[part]}
                {isDifferent ? <Badge tone="warning">{words.different}</Badge> : null}
              </th>
              {(['kept', 'merged'] as const).map((side) => (
                <td key={side}>
                  <Value
                    part={part}
                    text={textOf(preview[side].member, part)}
                    choice={isDifferent ? { side, isChosen: chosen === side, onChoose } : null}
                  />
                </td>
              ))}
            </tr>
          )
        })}
        {facts.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="tabular">{of(kept)}</td>
            <td className="tabular">{of(merged)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeadOf({ label, member }: { readonly label: string; readonly member: Member }) {
  return (
    <th scope="col">
      <span className="s-merge__side">{label}</span>
      <MemberCell name={member} dob={member.dob} facts={[member.patientID]} />
    </th>
  )
}

type ValueProps = {
  readonly part: MergePart
  readonly text: string
  /** Null for a value that both records have. */
  readonly choice: {
    readonly side: MergeChoice
    readonly isChosen: boolean
    readonly onChoose: Props['onChoose']
  } | null
}

function Value({ part, text, choice }: ValueProps) {
  const shown = text === '' ? words.empty : text
  if (choice === null) return <span className={text === '' ? 's-merge__quiet' : undefined}>{shown}</span>
  return (
    <label className="s-merge__choice" data-chosen={choice.isChosen}>
      <input
        type="radio"
        name={`merge-${part}`}
        checked={choice.isChosen}
        aria-label={words.keepValue(mergeWords.parts[part], shown)}
        onChange={() => choice.onChoose(part, choice.side)}
      />
      <span className={text === '' ? 's-merge__quiet' : undefined}>{shown}</span>
    </label>
  )
}
