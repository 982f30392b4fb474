import { sedativeWords } from '#domain/study/sedative-words.ts'
import { Refusal } from '../kernel/refusal.ts'
import { drawNamedPaper, type PaperRecipe } from './recipe.ts'

/**
 * The sedative's prescription, with the medicine and prescriber that staff recorded. Throws 409 `act-not-allowed` when
 * no sedative was requested.
 */
export const prescriptionPaper: PaperRecipe = {
  make: ({ study, head }) => {
    const { sedative } = study
    const { prescription } = sedative
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
        medication:
          prescription === null
            ? null
            : { name: prescription.medicine, directions: prescription.directions, quantity: prescription.quantity },
        prescriber: prescription?.prescriber ?? null,
        pharmacy: sedative.preferredPharmacy,
        taken: study.sedativeTaken,
      },
    })
  },
}
