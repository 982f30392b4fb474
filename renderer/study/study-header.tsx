import type { ReactNode } from 'react'
import type { StudyView } from '#contract/study/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { studyPartWords } from './study-words.ts'
import './study-header.css'

const words = studyPartWords.header

type StudyHeaderProps = {
  readonly view: StudyView
  /** The progress of the study. */
  readonly badges: ReactNode
  /** Further facts, shown after the add-ons: pairs of dt and dd, each pair in a div. */
  readonly facts?: ReactNode
  readonly actions: ReactNode
  /**
   * Shows the header in one line, or two in a narrow window: for pages that are not mainly about the appointment, such
   * as Medical Reports.
   */
  readonly isStrip?: boolean
  /** Content for the end of the header, such as the failure of an action. */
  readonly children?: ReactNode
}

/**
 * Shows the member and the study of a page: full name, birth date, study, and the appointment in its location's own
 * zone.
 */
export function StudyHeader({ view, badges, facts, actions, isStrip = false, children }: StudyHeaderProps) {
  const { study, member, location } = view
  const { addons } = study.items
  const scan = location.catalog.primary.find((sold) => sold.skuID === study.skuID)
  const machine = location.machines.find((each) => each.machineID === study.booking?.machineID)
  // A strip has no room for the labels. Screen readers read them.
  const label = classNames(isStrip && 'w-visually-hidden') || undefined
  return (
    <header className={classNames('si', isStrip && 'si--strip')}>
      <div className="si__who">
        <h1 className="si__name">{fullName(member)}</h1>
        <p className="tabular">
          {words.born} <strong>{formatDate(member.dob)}</strong> · {words.study} <strong>{study.studyID}</strong>
        </p>
        <p className="si__badges">{badges}</p>
      </div>
      <dl className="si__facts">
        <div>
          <dt className={label}>{words.appointment}</dt>
          <dd className="tabular">
            {study.booking === null ? words.noTime : formatWeekdayAndInstant(study.booking.utcStart, location.timezone)}
          </dd>
        </div>
        <div>
          <dt className={label}>{words.location}</dt>
          <dd>{[location.address.name, machine?.name ?? ''].filter((part) => part !== '').join(', ')}</dd>
        </div>
        <div>
          <dt className={label}>{words.scanType}</dt>
          <dd>{scan?.name ?? study.skuID}</dd>
        </div>
        {addons.length === 0 ? null : (
          <div>
            <dt className={label}>{words.addons}</dt>
            <dd>{addons.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
        {facts}
      </dl>
      <div className="si__actions">{actions}</div>
      {children}
    </header>
  )
}
