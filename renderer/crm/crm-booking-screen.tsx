import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { useStore } from 'zustand'
import type { CrmBooking } from '#contract/crm/bridge.ts'
import { countries } from '#domain/members/country.ts'
import type { MemberFormValues } from '#domain/members/member-rules.ts'
import type { BookingViewStores } from '../booking/assisted/booking-desk-view.tsx'
import { BookingDeskView } from '../booking/assisted/booking-desk-view.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { ScreenProps } from '../session/screen-props.ts'
import type { CrmFactories } from './crm-factories.ts'
import './crm-booking-screen.css'
import { crmBookingWords } from './crm-booking-words.ts'

type Stores = BookingViewStores & Pick<CrmFactories, 'newCrmBooking'>

/**
 * Shows the booking page for a person and an opportunity of the CRM, at
 * `/admin/booking/salesforce?personID=&opportunityID=` (booking spec §2, §8).
 */
export function CrmBookingScreen(props: ScreenProps<Stores>) {
  const { stores } = props
  const query = new URLSearchParams(useSearch())
  const personID = query.get('personID') ?? ''
  const opportunityID = query.get('opportunityID') ?? ''
  const store = useMemo(() => stores.newCrmBooking({ personID, opportunityID }), [stores, personID, opportunityID])
  const state = useStore(store, (crm) => crm.state)
  useEffect(() => void store.getState().load(), [store])

  if (state.kind === 'loading' || state.kind === 'idle') {
    return (
      <SkeletonGroup label={crmBookingWords.loading} className="crm__loading">
        <Skeleton shape="block" height="48px" />
        <Skeleton shape="block" height="320px" />
      </SkeletonGroup>
    )
  }
  const booking = state.kind === 'ready' ? state.value : null
  const isManual = state.kind === 'failed' && state.isAccepted
  return (
    <BookingDeskView
      key={`${personID}:${opportunityID}`}
      {...props}
      title={crmBookingWords.title}
      draftID={draftIDFor(opportunityID)}
      hasMemberTypes={false}
      memberID={booking?.member?.patientID ?? null}
      opportunityID={/^[A-Za-z0-9]{1,18}$/.test(opportunityID) ? opportunityID : null}
      crmPerson={booking?.person ?? null}
      initial={booking === null ? undefined : toMemberForm(booking)}
    >
      {state.kind === 'failed' && !isManual ? (
        <Banner
          tone="error"
          title={crmBookingWords.failedTitle}
          action={
            <span className="crm__actions">
              <Button size="small" onPress={() => void store.getState().load()} isPending={state.isRetrying}>
                {crmBookingWords.refresh}
              </Button>
              <Button size="small" onPress={() => store.getState().continueManually()}>
                {crmBookingWords.continueManually}
              </Button>
            </span>
          }
        >
          {state.failure.code === 'invalid-input' ? crmBookingWords.badLink : state.failure.message}
        </Banner>
      ) : null}
      {isManual ? <Banner title={crmBookingWords.manual} /> : null}
      {booking === null ? null : (
        <Banner
          title={crmBookingWords.person(
            booking.person.firstname,
            booking.person.lastname,
            booking.opportunity.StageName,
          )}
        >
          {booking.member === null
            ? crmBookingWords.noMember
            : crmBookingWords.opportunity(booking.opportunity.opportunityID, booking.opportunity.Scan_Type__c)}
        </Banner>
      )}
    </BookingDeskView>
  )
}

const draftIDFor = (opportunityID: string): string =>
  `booking:crm-${opportunityID.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 40)}`

/** Returns the initial values of the member form, from the CRM's person and opportunity. */
const toMemberForm = ({ person, opportunity }: CrmBooking): Partial<MemberFormValues> => {
  const [dobYear = '', dobMonth = '', dobDay = ''] = (person.dob ?? '').split('-')
  return {
    firstname: person.firstname,
    lastname: person.lastname,
    email: person.email,
    phone_number: person.phone_number,
    gender: person.gender ?? '',
    dobYear,
    dobMonth,
    dobDay,
    address: person.address,
    city: person.city,
    state: person.state,
    postalCode: person.postalCode,
    leadSource: opportunity.LeadSource,
    country: countries.find((country) => country === person.country) ?? '',
  }
}
