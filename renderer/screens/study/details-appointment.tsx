import { useStore } from 'zustand'
import { isLocationLocked, locationLockedReason } from '#domain/locations/location-rules.ts'
import { fullName } from '#domain/members/member.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { PlaceChoice, TimeChoice } from '../../booking-parts/appointment-choice.tsx'
import { MoveChanges, useMoveChanges } from '../../booking-parts/move-changes.tsx'
import { MoveWeek } from '../../booking-parts/move-week.tsx'
import type { MoveForm, ReadStudy, StudyBookingDesk } from '../../booking-parts/study-booking-store.ts'
import { TextField } from '../../widgets/text-field.tsx'
import type { StudyPartProps } from './study-part-props.ts'

type Props = StudyPartProps & {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
}

const elsewhere = 'Changed in Members.'

/** Who it is, which cannot be changed here, and where and when the scan is, with what a new choice changes. */
export function DetailsAppointment({ page, desk, read, form }: Props) {
  const { bridge, stores, session, isOnline } = page
  const { study, member, location } = read
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const move = useStore(desk.store, (state) => state.move)
  const state = useStore(desk.hold, (store) => store.state)
  const known = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const locations = known.some((each) => each.locationID === location.locationID) ? known : [location, ...known]
  const isFrozen = move.kind === 'pending' || move.kind === 'unknown'
  const { place, changes } = useMoveChanges({ desk, read, form, stores })
  const standsHere =
    study.booking !== null && form.location.locationID === study.locationID && form.skuID === study.skuID
  return (
    <>
      <div className="de__person">
        <TextField label="Member name" value={fullName(member)} disabledReason={elsewhere} />
        <TextField label="Date of birth" value={formatDate(member.dob)} disabledReason={elsewhere} />
      </div>
      <div className="de__columns">
        <MoveWeek
          bridge={bridge}
          session={session}
          stores={stores}
          desk={desk}
          read={read}
          form={form}
          isOnline={isOnline}
        />
        <div className="de__choice">
          <PlaceChoice
            locations={locations}
            location={form.location}
            skuID={form.skuID}
            purpose="assisted"
            onLocation={(chosen) => desk.store.getState().chooseLocation(chosen)}
            onScanType={(skuID) => desk.store.getState().chooseScanType(skuID)}
            locationLockedReason={isLocationLocked(study) ? locationLockedReason : null}
            lockedReason={isFrozen ? 'Waiting for the answer to the move that was sent.' : null}
          />
          <TimeChoice
            state={state}
            hold={desk.hold}
            location={form.location}
            clock={stores.clock}
            owner={session.user.fullname}
            overridden={place?.override == null ? null : place.utcStart}
            empty={
              standsHere
                ? 'The appointment stays where it is until another time is chosen in the week.'
                : studyMessages.appointmentTimeHint
            }
          />
          <MoveChanges changes={changes} />
        </div>
      </div>
    </>
  )
}
