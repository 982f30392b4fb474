import { StickyNote } from 'lucide-react'
import type { Location } from '#domain/locations/location.ts'
import { type BoardChip, toBoardChips } from '#domain/study/board-chips.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { classNames } from '../../kit/controls/class-names.ts'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { VisuallyHidden } from '../../kit/controls/visually-hidden.tsx'
import { paths } from '../../routes.ts'
import { roleTones } from '../../study/state-badge.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const words = frontDeskWords.board

/**
 * The number of chips that fit in two lines of the board, by its width (today-list.css). A count with a tooltip replaces
 * the other chips. The widest board shows all.
 */
const mostChips = { narrow: 4, medium: 8 }

type Props = { readonly row: TodayRow; readonly location: Location }

/** Shows the facts about a row's member as chips; the chips of safety and balance link to their pages. */
export function BoardChips({ row, location }: Props) {
  const { study } = row
  const chips = toBoardChips(study, location)
  const safety = chips.filter(({ kind }) => kind === 'safety')
  const balance = chips.filter(({ kind }) => kind === 'balance')
  const others = chips.filter(({ kind }) => kind !== 'safety' && kind !== 'balance')
  const noted = study.details.frontDeskNote === '' ? 0 : 1
  const roomOf = (most: number): number => Math.max(0, most - safety.length - balance.length - noted)
  const room = { narrow: roomOf(mostChips.narrow), medium: roomOf(mostChips.medium) }
  return (
    <span className="fd__chips">
      <ChipLink href={paths.studyDetails(study.studyID)} what={words.safetyOf(whoIs(row))} chips={safety} />
      <ChipLink href={paths.frontdeskStudy(study.studyID)} what={words.paymentOf(whoIs(row))} chips={balance} />
      {others.map((chip, index) => (
        <span
          key={chip.kind}
          className={classNames(
            'fd__chip',
            index >= room.narrow && 'fd__chip--not-narrow',
            index >= room.medium && 'fd__chip--not-medium',
          )}
          title={chip.text}
        >
          <Badge tone={roleTones[chip.weight]}>
            <Words chip={chip} />
            <VisuallyHidden>{chip.text}</VisuallyHidden>
          </Badge>
        </span>
      ))}
      {study.details.frontDeskNote === '' ? null : (
        <span className="fd__chip fd__note-chip" title={study.details.frontDeskNote}>
          <Badge tone="neutral" icon={<StickyNote aria-hidden="true" />}>
            {words.note}
            <VisuallyHidden>: {study.details.frontDeskNote}</VisuallyHidden>
          </Badge>
        </span>
      )}
      <More rest={others.slice(room.narrow)} className="fd__more--narrow" />
      <More rest={others.slice(room.medium)} className="fd__more--medium" />
    </span>
  )
}

/** Shows the number of the chips that a width of the board has no room for, with their texts as a tooltip. */
function More({ rest, className }: { readonly rest: readonly BoardChip[]; readonly className: string }) {
  if (rest.length === 0) return null
  return (
    <span
      className={classNames('fd__more', className)}
      aria-hidden="true"
      title={rest.map(({ text }) => text).join('; ')}
    >
      <Badge tone={rest.some(({ weight }) => weight === 'attention') ? 'warning' : 'neutral'}>+{rest.length}</Badge>
    </span>
  )
}

/**
 * Shows the long or the short words of a chip; the width decides which is drawn. Screen readers get the full text
 * instead.
 */
function Words({ chip: { short, narrow = short } }: { readonly chip: BoardChip }) {
  if (narrow === short) return <span aria-hidden="true">{short}</span>
  return (
    <span aria-hidden="true">
      <span className="fd__roomy">{short}</span>
      <span className="fd__tight">{narrow}</span>
    </span>
  )
}

type ChipLinkProps = { readonly href: string; readonly what: string; readonly chips: readonly BoardChip[] }

/** Shows chips with a link: screen readers get their subject and their full text. */
function ChipLink({ href, what, chips }: ChipLinkProps) {
  return (
    <LinkButton href={href} variant="text" className="fd__chip-link">
      <VisuallyHidden>{what}: </VisuallyHidden>
      {chips.map((chip) => (
        <span key={chip.short} className="fd__chip" title={chip.text}>
          <Badge tone={roleTones[chip.weight]}>
            <Words chip={chip} />
          </Badge>
        </span>
      ))}
      <VisuallyHidden>{chips.map(({ text }) => text).join('; ')}</VisuallyHidden>
    </LinkButton>
  )
}
