import type { Location } from '#domain/locations/location.ts'
import { type BoardChip, toBoardChips } from '#domain/study/board-chips.ts'
import { paths } from '../../routes.ts'
import { Badge, type BadgeTone } from '../../widgets/badge.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { VisuallyHidden } from '../../widgets/visually-hidden.tsx'
import { type TodayRow, whoIs } from './today-rows.ts'

const tones: Readonly<Record<BoardChip['weight'], BadgeTone>> = {
  stop: 'danger',
  attention: 'warning',
  info: 'info',
  done: 'success',
}

type Props = { readonly row: TodayRow; readonly location: Location }

/** What there is to know about a member of the day; safety and balance lead to where they are worked on. */
export function BoardChips({ row, location }: Props) {
  const { study } = row
  const chips = toBoardChips(study, location)
  const safety = chips.filter(({ kind }) => kind === 'safety')
  const balance = chips.filter(({ kind }) => kind === 'balance')
  const others = chips.filter(({ kind }) => kind !== 'safety' && kind !== 'balance')
  return (
    <span className="fd__chips">
      <LinkButton
        href={paths.studyDetails(study.studyID)}
        variant="text"
        className="fd__chip-link"
        aria-label={`Safety questions of ${whoIs(row)}: ${safety.map(({ text }) => text).join('; ')}`}
      >
        <Chips chips={safety} />
      </LinkButton>
      <LinkButton
        href={paths.frontdeskStudy(study.studyID)}
        variant="text"
        className="fd__chip-link"
        aria-label={`Payment of ${whoIs(row)}: ${balance.map(({ text }) => text).join('; ')}`}
      >
        <Chips chips={balance} />
      </LinkButton>
      <Chips chips={others} />
    </span>
  )
}

/** Each short on the screen, the whole in its tooltip and for a screen reader. */
function Chips({ chips }: { readonly chips: readonly BoardChip[] }) {
  return chips.map(({ kind, weight, short, text }) => (
    <span key={`${kind} ${short}`} className="fd__chip" title={text}>
      <Badge tone={tones[weight]}>
        <span aria-hidden="true">{short}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </Badge>
    </span>
  ))
}
