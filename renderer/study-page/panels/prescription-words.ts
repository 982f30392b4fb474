import { countOf } from '#domain/format/format-count.ts'

/** The texts of the sedative's prescription on the study page. */
export const prescriptionWords = {
  title: 'Prescription',
  fields: {
    medicine: 'Medicine',
    directions: 'Directions',
    quantity: 'Quantity',
    prescriber: 'Prescriber',
  },
  prescriberHint: 'Full name, and profession or licence number',
  none: 'Not recorded',
  recorded: 'Recorded',
  recordedFacts: (time: string, by: string) => `${time}, by ${by}`,
  record: 'Record prescription',
  correct: 'Correct prescription',
  save: 'Save prescription',
  saved: 'Prescription saved',
  discard: 'Discard',
  unchanged: 'Nothing to save yet.',
  missing: (field: string) => `Enter the ${field.toLowerCase()}.`,
  tooLong: (field: string, excess: number) => `${field}: ${countOf(excess, 'character')} too long.`,
  conflict: 'Decide which version to keep first.',
  restoredTitle: 'Unsaved prescription restored',
  restored: 'What was typed on this workstation is back in the form. Save it, or discard it.',
  becomesPrescribed: 'Saving sets the sedative status to Prescribed.',
}
