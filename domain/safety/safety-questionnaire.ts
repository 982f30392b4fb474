import { metalQuestions } from './metal-questions.ts'
import type { Question, Questionnaire, RadioQuestion, TextQuestion } from './question.ts'
import { detail, equals, notice, optionalLine, plainOptions, statement, yesOrNo } from './question-builders.ts'

const recentSurgery = statement(
  'Surgery.Recent',
  'Not had surgery in the last 8 weeks',
  'Any surgery in the last 8 weeks?',
  { no: 'No surgery in the last 8 weeks', yes: 'Has had surgery in the last 8 weeks' },
  [
    notice(
      'Surgery.Recent',
      'red',
      'Please wait until 8 weeks have passed since the surgery.',
      equals('Surgery.Recent', 'yes'),
      {
        dateRule: {
          kind: 'wait-after',
          field: 'Surgery.Date',
          weeks: 8,
          metTitle: '8 weeks will have passed since the surgery by the appointment.',
          unknownReason: 'We do not know the date of the surgery. Enter it to see the earliest appointment.',
        },
      },
    ),
    detail('Surgery.Description', 'Which surgery was it?', equals('Surgery.Recent', 'yes')),
    {
      type: 'datepicker',
      field: 'Surgery.Date',
      title: 'When was the surgery?',
      description: 'Enter the date to see the earliest appointment.',
      required: false,
      endsStop: true,
      showWhen: equals('Surgery.Recent', 'yes'),
    },
  ],
)

const pharmacy = 'Prescription.PreferredPharmacy'
/** The pharmacy for a sedative, and the health number for its prescription: all of it optional (booking spec §5). */
const prescriptionFields: readonly Question[] = [
  optionalLine(`${pharmacy}Name`, 'Preferred pharmacy'),
  optionalLine(`${pharmacy}Address1`, 'Pharmacy address'),
  optionalLine(`${pharmacy}Address2`, 'Pharmacy address, second line'),
  optionalLine(`${pharmacy}City`, 'Pharmacy city'),
  optionalLine(`${pharmacy}State`, 'Pharmacy province or state'),
  optionalLine(`${pharmacy}Country`, 'Pharmacy country'),
  optionalLine(`${pharmacy}PostalCode`, 'Pharmacy postal code'),
  optionalLine(`${pharmacy}PhoneNumber`, 'Pharmacy phone number'),
  optionalLine(`${pharmacy}FaxNumber`, 'Pharmacy fax number'),
  { ...optionalLine('Prescription.PatientHealthNumber', 'Health or insurance ID'), maxLength: 40 },
].map((question) => ({ ...question, showWhen: equals('Claustrophobic.OralSedativePrescription', 'yes') }))

const claustrophobia = statement(
  'Claustrophobic.Status',
  'Not claustrophobic',
  'Claustrophobic (afraid of tight spaces)?',
  { no: 'Not claustrophobic', yes: 'Claustrophobic' },
  [
    notice(
      'Claustrophobic',
      'blue',
      'Our MRI is larger and more open than most.',
      equals('Claustrophobic.Status', 'yes'),
    ),
    yesOrNo(
      'Claustrophobic.OralSedative',
      'Would you like an oral sedative for the scan?',
      equals('Claustrophobic.Status', 'yes'),
      [
        yesOrNo(
          'Claustrophobic.OralSedativePrescription',
          'Do you need a prescription for the sedative?',
          equals('Claustrophobic.OralSedative', 'yes'),
          prescriptionFields,
        ),
      ],
    ),
  ],
)

const medications = statement(
  'Medications.Current',
  'Takes no medications',
  'Taking any medications?',
  { no: 'No medications', yes: 'Takes medications' },
  [detail('Medications.Types', 'Which medications?', equals('Medications.Current', 'yes'))],
)

const allergies = statement(
  'Allergies.Status',
  'Has no allergies',
  'Any allergies?',
  { no: 'No allergies', yes: 'Has allergies' },
  [detail('Allergies.Types', 'Which allergies?', equals('Allergies.Status', 'yes'))],
)

const glucoseMonitor = yesOrNo('GlucoseMonitor.Status', 'Wears a continuous glucose monitor', undefined, [
  notice(
    'GlucoseMonitor',
    'blue',
    'The glucose monitor must be removed before the scan.',
    equals('GlucoseMonitor.Status', 'yes'),
  ),
])

const vaccinated = equals('COVIDVaccine.Status', 'yes')
const vaccine = yesOrNo('COVIDVaccine.Status', 'Has had the COVID vaccine', undefined, [
  notice(
    'COVIDVaccine',
    'blue',
    'Enlarged lymph nodes can persist up to 3 months after the vaccine; a follow-up ultrasound at 3 months may be recommended.',
    vaccinated,
    { dateRule: { kind: 'lasts-after', field: 'COVIDVaccine.Recent', months: 3 } },
  ),
  {
    type: 'radio',
    field: 'COVIDVaccine.DoseNum',
    title: 'How many doses?',
    options: plainOptions(['1', '2', '2+']),
    showWhen: vaccinated,
  },
  { type: 'datepicker', field: 'COVIDVaccine.Recent', title: 'When was the most recent dose?', showWhen: vaccinated },
  {
    type: 'radio',
    field: 'COVIDVaccine.InjectionArm',
    title: 'Which arm was it injected in?',
    options: [
      { value: 'left', label: 'Left' },
      { value: 'right', label: 'Right' },
    ],
    showWhen: vaccinated,
  },
])

const pregnancy: RadioQuestion = {
  type: 'radio',
  field: 'Female.Pregnancy.Status',
  title: 'Is there a chance of pregnancy?',
  options: [
    { value: 'no', label: 'No', echo: 'Not pregnant' },
    { value: 'yes', label: 'Yes', echo: 'Pregnant' },
    { value: 'unsure', label: 'Unsure', echo: 'Not sure whether pregnant' },
  ],
  showWhen: equals('gender', 'female'),
  subs: [
    notice(
      'Pregnancy.Pregnant',
      'red',
      'A doctor’s referral is required to scan anyone who is pregnant.',
      equals('Female.Pregnancy.Status', 'yes'),
    ),
    notice(
      'Pregnancy.Unsure',
      'blue',
      'Please take a pregnancy test before the scan.',
      equals('Female.Pregnancy.Status', 'unsure'),
    ),
  ],
}

const reason: RadioQuestion = {
  type: 'radio',
  field: 'ReasonType',
  title: 'Primary reason for the scan',
  options: plainOptions(['Preventative', 'Worried', 'Specific concern']),
}

const elaboration: TextQuestion = {
  ...detail('ReasonForVisit', 'Anything more about the reason for the scan'),
  required: false,
}

/**
 * The mandatory safety questionnaire (booking spec §3, every question in its order; notices of §8). `Surgery.Date` is
 * the one field that the spec does not name: it is needed to count the 8 weeks after a surgery.
 */
export const safetyQuestionnaire: Questionnaire = {
  field: 'SafetyQuestions',
  title: 'Safety questions',
  sections: [
    { title: 'Surgery and metal', questions: [...metalQuestions, recentSurgery] },
    { title: 'Comfort', questions: [claustrophobia] },
    { title: 'Health', questions: [medications, allergies, glucoseMonitor, vaccine, pregnancy] },
    { title: 'The scan', questions: [reason, elaboration] },
  ],
}
