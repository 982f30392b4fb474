import type { SedativeStatus } from '#domain/study/sedative.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Prescription } from './draw-prescription.ts'
import { drawNamedPaper, type PaperRecipe } from './recipe.ts'

/** The sedative's prescription. Throws 409 `act-not-allowed` when no sedative was requested. */
export const prescription: PaperRecipe = {
  action: 'view-prescription',
  make: ({ study, head }) => {
    const { sedative } = study
    if (sedative.status === 'not requested') {
      throw new Refusal('act-not-allowed', 'No sedative has been requested for this study.')
    }
    return drawNamedPaper(`${study.studyID} prescription.pdf`, {
      kind: 'prescription',
      head,
      prescription: {
        status: sedativeWords[sedative.status],
        isCancelled: sedative.status === 'cancelled',
        prescribedOn: sedative.prescribedDate,
        sentOn: sedative.sentDate,
        readyOn: sedative.details.pickupDate,
        ...medicationOf(sedative.status, head.isDemonstration),
        pharmacy: sedative.preferredPharmacy,
        taken: study.sedativeTaken,
      },
    })
  },
}

/**
 * Returns a demo's medicine and prescriber, unless the sedative is pending or cancelled. Outside a demo both are null,
 * because the record contains only the sedative's status.
 */
const medicationOf = (
  status: SedativeStatus,
  isDemonstration: boolean,
): Pick<Prescription, 'medication' | 'prescriber'> =>
  !isDemonstration || status === 'pending' || status === 'cancelled'
    ? { medication: null, prescriber: null }
    : {
        medication: {
          name: 'Demosedan 1 mg tablets',
          directions: 'One tablet by mouth 45 minutes before the scan. A second one at the clinic if needed.',
          quantity: 'Two tablets, no repeats',
        },
        prescriber: 'Kit Lowell, nurse practitioner',
      }
