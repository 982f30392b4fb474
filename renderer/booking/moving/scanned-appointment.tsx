import { useEffect } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { packageName } from '#domain/study/package-name.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { movingWords } from './moving-words.ts'
import type { ReadStudy, StudyBookingDesk } from './study-booking-state.ts'

const words = movingWords.scanned

type Props = { readonly desk: StudyBookingDesk; readonly read: ReadStudy }

/** Shows the appointment of a scanned member. The server refuses to move or cancel it, so no time is offered. */
export function ScannedAppointment({ desk, read }: Props) {
  const { study, location } = read
  const machine = location.machines.find(({ machineID }) => machineID === study.booking?.machineID)
  // Releases a time that was chosen before the scan.
  useEffect(() => void desk.store.getState().discard(), [desk])
  return (
    <>
      <Banner title={words.title} />
      <FactList>
        <Fact label={words.appointment} missing={words.noTime}>
          {study.booking === null ? null : formatInstant(study.booking.utcStart, location.timezone)}
        </Fact>
        <Fact label={words.location}>{location.address.name}</Fact>
        <Fact label={words.machine} missing={words.notRecorded}>
          {machine?.name}
        </Fact>
        <Fact label={words.scanType}>{packageName(study.skuID, location)}</Fact>
      </FactList>
    </>
  )
}
