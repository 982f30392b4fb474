import type { SedativeOption } from '#domain/booking/booking-request.ts'
import { type Sedative, type SedativeStatus, sedativeStatuses } from '#domain/study/sedative.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { DemoPage } from './demo-page.ts'

/** Days before the scan on which the sedative reached each step. */
const steps: readonly { readonly from: SedativeStatus; readonly daysBefore: number }[] = [
  { from: 'prescribed', daysBefore: 6 },
  { from: 'sent', daysBefore: 4 },
  { from: 'ready', daysBefore: 2 },
]

/** An invented medicine, so that no pharmacy can dispense a prescription of the demo. */
const demoPrescription = {
  prescriber: 'Kit Lowell, nurse practitioner',
  medicine: 'Demosedan 1 mg tablets',
  directions: 'One tablet by mouth 45 minutes before the scan. A second one at the clinic if needed.',
  quantity: 'Two tablets, no repeats',
  recordedBy: 'Kit Lowell',
}

/**
 * Returns the sedative of a member who wants one, with the days of the steps that the sedative has reached, and whether
 * the member took it. One sedative in eleven is cancelled, and so is the sedative of each cancelled appointment. The
 * sedative of a study that plays a scene is never cancelled. Scanned members took their sedative unless it was
 * cancelled.
 */
export const createDemoSedative = ({
  study,
  status,
  isScene,
  index,
}: DemoPage): { readonly sedative: Sedative; readonly sedativeTaken: SedativeOption | null } => {
  const drawn = JSON.parse(study.sedative) as Sedative
  if (drawn.status === 'not requested') return { sedative: drawn, sedativeTaken: null }
  const isCancelled = !isScene && (index % 11 === 0 || study.cancelled === 1)
  const wasScanned = status.scanned === true
  const reached: SedativeStatus = isCancelled ? 'cancelled' : wasScanned && !isScene ? 'ready' : drawn.status
  const scanDay = (study.wall_time?.slice(0, 10) ?? null) as PlainDate | null
  const dayOf = (step: SedativeStatus): PlainDate | null => {
    const days = steps.find(({ from }) => from === step)?.daysBefore
    const isThere = !isCancelled && sedativeStatuses.indexOf(reached) >= sedativeStatuses.indexOf(step)
    return isThere && days !== undefined && scanDay !== null ? addDays(scanDay, -days) : null
  }
  const prescribedOn = dayOf('prescribed')
  return {
    sedative: {
      ...drawn,
      status: reached,
      prescribedDate: prescribedOn,
      sentDate: dayOf('sent'),
      details: { pickupDate: dayOf('ready') },
      prescription:
        prescribedOn === null
          ? null
          : { ...demoPrescription, recordedAt: parseInstant(`${prescribedOn}T20:00:00Z`) ?? null },
    },
    sedativeTaken: wasScanned ? (isCancelled ? 'No Sedative Taken' : 'Sedative Taken') : null,
  }
}
