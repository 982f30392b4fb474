import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { TimeChoice } from '../../booking/appointment-choice.tsx'
import { MoveChanges, useMoveChanges } from '../../booking/moving/move-changes.tsx'
import { MovePlaceChoice, MoveSettleField } from '../../booking/moving/move-choice.tsx'
import { MoveWeek } from '../../booking/moving/move-week.tsx'
import { ScannedAppointment } from '../../booking/moving/scanned-appointment.tsx'
import type { MoveForm, ReadStudy, StudyBookingDesk } from '../../booking/moving/study-booking-state.ts'
import { TextField } from '../../kit/controls/text-field.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import type { StudyPageStores } from '../study-page-factories.ts'
import { detailsWords } from './details-words.ts'

const words = detailsWords.appointment

type Props = StudyPartProps<StudyPageStores> & {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
}

/** Shows the member, read-only, and the appointment, with the changes that the user's choice would make. */
export function DetailsAppointment({ page, desk, read, form }: Props) {
  const { bridge, stores, session, isOnline } = page
  const { study, member } = read
  const state = useStore(desk.hold, (store) => store.state)
  const { place, changes } = useMoveChanges({ desk, read, form, stores })
  const standsHere =
    study.booking !== null && form.location.locationID === study.locationID && form.skuID === study.skuID
  return (
    <>
      <div className="de__person">
        <TextField label={words.memberName} value={fullName(member)} disabledReason={words.elsewhere} />
        <TextField label={words.dateOfBirth} value={formatDate(member.dob)} disabledReason={words.elsewhere} />
      </div>
      {study.status.scanned ? (
        <ScannedAppointment desk={desk} />
      ) : (
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
            <MovePlaceChoice desk={desk} read={read} form={form} stores={stores} />
            <TimeChoice
              state={state}
              hold={desk.hold}
              location={form.location}
              clock={stores.clock}
              owner={session.user.fullname}
              overridden={place?.override == null ? null : place.utcStart}
              empty={standsHere ? words.staysHere : studyMessages.appointmentTimeHint}
            />
            <MoveChanges changes={changes} />
            <MoveSettleField desk={desk} read={read} form={form} stores={stores} />
          </div>
        </div>
      )}
    </>
  )
}
