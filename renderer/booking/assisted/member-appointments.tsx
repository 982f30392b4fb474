import { useState } from 'react'
import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import {
  appointmentState,
  findMemberAlerts,
  firstForMemberCard,
  type MemberAlert,
  sortForMemberCard,
} from '#domain/study/member-appointments.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { paths } from '../../routes.ts'
import { AppointmentActs } from '../../study/appointment-acts.tsx'
import { AppointmentBadge } from '../../study/state-badge.tsx'
import type { MemberAppointmentsStore } from './member-appointments-store.ts'
import './member-appointments.css'
import { bookingWords } from '../booking-words.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.appointments

/** The number of appointments on the card before "Show all". */
const shownAtFirst = 3

type MemberAppointmentsProps = {
  readonly store: MemberAppointmentsStore
  readonly locations: readonly Location[]
  readonly now: Instant
  readonly isOnline: boolean
}

/** Shows the chosen member's appointments, future ones first, and what the user must know before booking. */
export function MemberAppointments({ store, locations, now, isOnline }: MemberAppointmentsProps) {
  const list = useStore(store, (state) => state.list)
  const [isAll, setIsAll] = useState(false)
  if (list.kind === 'idle') return null
  return (
    <section className="ma" aria-label={words.label}>
      <div className="ma__head">
        <h4 className="ma__title">{words.title}</h4>
        {list.kind === 'ready' && list.value.studies.length > shownAtFirst ? (
          // Above the list, so that no appointment comes under the pointer when the list grows.
          <Button size="micro" variant="plain" aria-expanded={isAll} onPress={() => setIsAll(!isAll)}>
            {isAll ? words.showFewer : words.showAll(list.value.studies.length)}
          </Button>
        ) : null}
      </div>
      {list.kind === 'loading' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton />
          <Skeleton width="70%" />
        </SkeletonGroup>
      ) : list.kind === 'failed' ? (
        <Banner
          tone="warning"
          title={words.failed}
          action={
            <Button size="xsmall" onPress={() => void store.getState().refresh()}>
              {bookingWords.tryAgain}
            </Button>
          }
        >
          {words.unknownNote}
        </Banner>
      ) : (
        <>
          {list.value.source === 'cache' || !isOnline ? <p className="ma__quiet">{words.fromCopy}</p> : null}
          <Alerts studies={list.value.studies} locations={locations} now={now} />
          <Entries studies={list.value.studies} locations={locations} now={now} isAll={isAll} />
        </>
      )}
    </section>
  )
}

type Listed = Pick<MemberAppointmentsProps, 'locations' | 'now'> & { readonly studies: readonly Study[] }

function Entries({ studies, locations, now, isAll }: Listed & { readonly isAll: boolean }) {
  if (studies.length === 0) return <p className="ma__quiet">{words.empty}</p>
  return (
    <ul className="ma__list">
      {(isAll ? sortForMemberCard(studies, now) : firstForMemberCard(studies, now, shownAtFirst)).map((study) => {
        const state = appointmentState(study, now)
        return (
          <li key={study.studyID} className="ma__entry">
            <LinkButton
              href={paths.studyBooking(study.studyID)}
              variant="text"
              size="small"
              className="ma__time tabular"
            >
              {study.booking === null ? words.noTime : formatInstant(study.booking.utcStart, study.booking.timezone)}
            </LinkButton>
            <span className="ma__what">
              {describePlaceAndScan(study, locations)} <AppointmentBadge state={state} />{' '}
              <AppointmentActs study={study} now={now} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const alertWords: Readonly<Record<MemberAlert['kind'], string>> = {
  forbidden: words.forbidden,
  stops: words.stops,
  owed: words.owed,
}

function Alerts({ studies, now }: Listed) {
  const alerts = findMemberAlerts(studies, now)
  if (alerts.length === 0) return null
  return (
    <ul className="ma__alerts" aria-label={words.alerts}>
      {alerts.map(({ kind, studyID }) => (
        <li key={`${kind} ${studyID}`}>
          <LinkButton
            href={kind === 'owed' ? paths.frontdeskStudy(studyID) : paths.study(studyID)}
            variant="text"
            size="small"
          >
            <Badge tone={kind === 'owed' ? 'warning' : 'danger'}>{alertWords[kind]}</Badge>
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Returns the place and scan, such as `Chicago, Whole Body`. An unknown location is named by its id. */
export const describePlaceAndScan = (study: Study, locations: readonly Location[]): string => {
  const location = locations.find(({ locationID }) => locationID === study.locationID)
  if (location === undefined) return words.unknownLocation(study.locationID, study.skuID)
  return `${location.address.name}, ${packageName(study.skuID, location)}`
}
