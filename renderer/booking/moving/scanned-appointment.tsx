import { useEffect } from 'react'
import { packageName } from '#domain/study/package-name.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import type { ReadStudy, StudyBookingDesk } from './study-booking-state.ts'

type Props = { readonly desk: StudyBookingDesk; readonly read: ReadStudy }

/** Shows the appointment of a scanned member. The server refuses to move or cancel it, so no time is offered. */
export function ScannedAppointment({ desk, read }: Props) {
  const { study, location } = read
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  // Releases a time that was chosen before the scan.
  useEffect(() => void desk.store.getState().discard(), [desk])
  return (
    <>
      <Banner title="The member has been scanned. The appointment can no longer be moved or cancelled." />
      <FactList>
        <Fact label="Appointment" missing="No time">
          {study.booking === null ? null : formatInstant(study.booking.utcStart, location.timezone)}
        </Fact>
        <Fact label="Location">{location.address.name}</Fact>
        <Fact label="Machine" missing="Not recorded">
          {machine?.name}
        </Fact>
        <Fact label="Scan type">{packageName(study.skuID, location)}</Fact>
      </FactList>
    </>
  )
}
