import type {
  ChoiceQuestion,
  Condition,
  DateRule,
  InfoQuestion,
  NoticeTone,
  Option,
  Question,
  Questionnaire,
  RadioQuestion,
  TextQuestion,
} from './question.ts'

/** The longest detail text, in UTF-16 units. */
export const longestDetail = 2000
/** The longest line, such as a pharmacy's name. */
const longestLine = 200

const equals = (field: string, value: string): Condition => ({ field, operator: 'equality', value })
const contains = (field: string, value: string): Condition => ({ field, operator: 'contains', value })

/**
 * A statement the member confirms or not (booking spec §3: Correct and Not Correct). What is stored is yes or no of the
 * field, so Correct is stored as no; the echo says it in words (decisions §5).
 */
const statement = (
  field: string,
  title: string,
  echo: { no: string; yes: string },
  subs: readonly Question[],
): RadioQuestion => ({
  type: 'radio',
  field,
  title,
  options: [
    { value: 'no', label: 'Correct', echo: echo.no },
    { value: 'yes', label: 'Not Correct', echo: echo.yes },
  ],
  subs,
})

const yesNo: readonly Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const yesOrNo = (field: string, title: string, showWhen?: Condition, subs?: readonly Question[]): RadioQuestion => ({
  type: 'radio',
  field,
  title,
  options: yesNo,
  ...(showWhen && { showWhen }),
  ...(subs && { subs }),
})

const detail = (field: string, title: string, showWhen?: Condition): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: longestDetail,
  rows: 3,
  ...(showWhen && { showWhen }),
})

const optionalLine = (field: string, title: string): TextQuestion => ({
  type: 'text',
  field,
  title,
  maxLength: longestLine,
  rows: 1,
  required: false,
})

const plainOptions = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value, label: value }))

const choice = (
  field: string,
  title: string,
  options: readonly Option[],
  showWhen: Condition,
  subs: readonly Question[],
): ChoiceQuestion => ({ type: 'choice', field, title, options, showWhen, subs })

const notice = (
  key: string,
  tone: NoticeTone,
  title: string,
  showWhen: Condition,
  more: { readonly isProhibitive?: true; readonly dateRule?: DateRule } = {},
): InfoQuestion => ({ type: 'info', field: `Notice.${key}`, tone, title, showWhen, ...more })

const heartType = 'MedicalMetal.Heart.Type'
const heart = statement(
  'MedicalMetal.Heart.Surgery',
  'Never had heart surgery',
  { no: 'No heart surgery', yes: 'Has had heart surgery' },
  [
    choice(
      heartType,
      'What was implanted?',
      plainOptions(['Pacemaker', 'Defibrillator', 'Valve Replacement', 'Stent', 'Other']),
      equals('MedicalMetal.Heart.Surgery', 'yes'),
      [
        notice(
          'Heart.Pacemaker',
          'red',
          'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
          contains(heartType, 'Pacemaker'),
          { isProhibitive: true },
        ),
        notice(
          'Heart.Defibrillator',
          'red',
          'We cannot screen anyone with an implanted defibrillator even if it is marked as MRI safe.',
          contains(heartType, 'Defibrillator'),
          { isProhibitive: true },
        ),
        notice(
          'Heart.ValveReplacement',
          'blue',
          'Please call {phone} with the device card of the valve at hand.',
          contains(heartType, 'Valve Replacement'),
        ),
        detail(
          'MedicalMetal.Heart.ValveReplacement.Details',
          'Details of the valve replacement',
          contains(heartType, 'Valve Replacement'),
        ),
        yesOrNo(
          'MedicalMetal.Heart.Stent.Recent',
          'Was the stent implanted after 1998?',
          contains(heartType, 'Stent'),
          [
            notice(
              'Heart.Stent',
              'green',
              'Stents implanted after 1998 are MRI safe.',
              equals('MedicalMetal.Heart.Stent.Recent', 'yes'),
            ),
            detail(
              'MedicalMetal.Heart.Stent.Details',
              'Details of the stent',
              equals('MedicalMetal.Heart.Stent.Recent', 'no'),
            ),
          ],
        ),
        yesOrNo(
          'MedicalMetal.Heart.Other.Implanted',
          'Was anything inserted during the heart surgery?',
          contains(heartType, 'Other'),
          [
            notice(
              'Heart.NothingInserted',
              'green',
              'If nothing was inserted during heart surgery, an MRI should be safe.',
              equals('MedicalMetal.Heart.Other.Implanted', 'no'),
            ),
            detail(
              'MedicalMetal.Heart.Other.Details',
              'What was inserted?',
              equals('MedicalMetal.Heart.Other.Implanted', 'yes'),
            ),
          ],
        ),
      ],
    ),
  ],
)

const headType = 'MedicalMetal.Head.Type'
const head = statement(
  'MedicalMetal.Head.Surgery',
  'Never had head surgery',
  { no: 'No head surgery', yes: 'Has had head surgery' },
  [
    choice(
      headType,
      'What was implanted?',
      [
        { value: 'Aneurysm Clip', label: 'Aneurysm Clip' },
        { value: 'Aneurysm Stent', label: 'Aneurysm Stent' },
        { value: 'Programmable Hydrocephalus Shunt', label: 'Programmable Hydrocephalus Shunt' },
        { value: 'Cochlear Implant', label: 'Cochlear Implant' },
        { value: 'Eye Prosthesis', label: 'Prosthetic eye' },
        { value: 'Other', label: 'Other' },
      ],
      equals('MedicalMetal.Head.Surgery', 'yes'),
      [
        notice(
          'Head.AneurysmClip',
          'blue',
          'Please call {phone} with the device card of the aneurysm clip at hand.',
          contains(headType, 'Aneurysm Clip'),
        ),
        detail(
          'MedicalMetal.Head.AneurysmClip.Details',
          'Details of the aneurysm clip',
          contains(headType, 'Aneurysm Clip'),
        ),
        notice(
          'Head.AneurysmStent',
          'blue',
          'Please call {phone} with the device card of the aneurysm stent at hand.',
          contains(headType, 'Aneurysm Stent'),
        ),
        detail(
          'MedicalMetal.Head.AneurysmStent.Details',
          'Details of the aneurysm stent',
          contains(headType, 'Aneurysm Stent'),
        ),
        notice(
          'Head.ProgrammableHydrocephalusShunt',
          'red',
          'Most programmable shunts are not safe for MRI. Please call {phone}.',
          contains(headType, 'Programmable Hydrocephalus Shunt'),
        ),
        detail(
          'MedicalMetal.Head.ProgrammableHydrocephalusShunt.Details',
          'Details of the programmable shunt',
          contains(headType, 'Programmable Hydrocephalus Shunt'),
        ),
        notice(
          'Head.CochlearImplant',
          'red',
          'Most cochlear implants are not safe for MRI. Please call {phone}.',
          contains(headType, 'Cochlear Implant'),
        ),
        detail(
          'MedicalMetal.Head.CochlearImplant.Details',
          'Details of the cochlear implant',
          contains(headType, 'Cochlear Implant'),
        ),
        notice(
          'Head.EyeProsthesis',
          'red',
          'Many prosthetic eyes are not safe for MRI. Please call {phone}.',
          contains(headType, 'Eye Prosthesis'),
        ),
        detail(
          'MedicalMetal.Head.EyeProsthesis.Details',
          'Details of the prosthetic eye',
          contains(headType, 'Eye Prosthesis'),
        ),
        detail('MedicalMetal.Head.Other', 'What other head surgery was it?', contains(headType, 'Other')),
      ],
    ),
  ],
)

const spineType = 'MedicalMetal.Spine.Type'
const rods = 'Harrington rods, screws, plates, spacers'
const laminectomy = 'Laminectomy or discectomy'
const spine = statement(
  'MedicalMetal.Spine.Surgery',
  'Never had spine surgery',
  { no: 'No spine surgery', yes: 'Has had spine surgery' },
  [
    choice(
      spineType,
      'What was implanted or done?',
      plainOptions(['Neurostimulator', rods, laminectomy, 'Other']),
      equals('MedicalMetal.Spine.Surgery', 'yes'),
      [
        notice(
          'Spine.Neurostimulator',
          'red',
          'Many neurostimulators are not safe for MRI. Please call {phone}.',
          contains(spineType, 'Neurostimulator'),
        ),
        detail(
          'MedicalMetal.Spine.Neurostimulator',
          'Details of the neurostimulator',
          contains(spineType, 'Neurostimulator'),
        ),
        notice(
          'Spine.Rods',
          'blue',
          'Harrington rods, screws, plates and spacers are generally safe, but imaging near the implant may be limited.',
          contains(spineType, rods),
        ),
        notice(
          'Spine.Laminectomy',
          'blue',
          'A laminectomy or discectomy has no effect on scanning.',
          contains(spineType, laminectomy),
        ),
        yesOrNo(
          'MedicalMetal.Spine.Other.Implanted',
          'Was anything inserted during the spine surgery?',
          contains(spineType, 'Other'),
          [
            detail(
              'MedicalMetal.Spine.Other.Details',
              'What was inserted?',
              equals('MedicalMetal.Spine.Other.Implanted', 'yes'),
            ),
          ],
        ),
      ],
    ),
  ],
)

const otherMetal = statement(
  'OtherMetal.Implants',
  'Never had other surgery where metal was inserted',
  { no: 'No other metal from surgery', yes: 'Has other metal from surgery' },
  [
    notice('OtherMetal', 'blue', 'Most other surgery is safe for MRI.', equals('OtherMetal.Implants', 'yes')),
    {
      ...detail('OtherMetal.Details', 'Which procedure was it?', equals('OtherMetal.Implants', 'yes')),
      description: 'Name, location and year of the procedure',
    },
  ],
)

const eyes = statement(
  'NonMedicalMetal.Eyes.Injury',
  'Never had an eye injury where metal may have penetrated',
  { no: 'No eye injury with metal', yes: 'Has had an eye injury with metal' },
  [
    yesOrNo(
      'NonMedicalMetal.Eyes.Removed',
      'Has an orbit x-ray been done?',
      equals('NonMedicalMetal.Eyes.Injury', 'yes'),
      [
        notice(
          'Eyes.NoXRay',
          'red',
          'An orbit x-ray is required before the scan.',
          equals('NonMedicalMetal.Eyes.Removed', 'no'),
        ),
        notice(
          'Eyes.XRayResults',
          'red',
          'The results of the orbit x-ray are needed at least 24 hours before the appointment.',
          equals('NonMedicalMetal.Eyes.Removed', 'yes'),
          { dateRule: { kind: 'due-before', days: 1 } },
        ),
      ],
    ),
    yesOrNo(
      'NonMedicalMetal.Eyes.MRISince',
      'Has there been an MRI since the eye injury?',
      equals('NonMedicalMetal.Eyes.Injury', 'yes'),
    ),
  ],
)

const recentSurgery = statement(
  'Surgery.Recent',
  'Not had surgery in the last 8 weeks',
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
        },
      },
    ),
    detail('Surgery.Description', 'Which surgery was it?', equals('Surgery.Recent', 'yes')),
    {
      type: 'datepicker',
      field: 'Surgery.Date',
      title: 'When was the surgery?',
      description: 'Without the date no appointment can be called late enough.',
      required: false,
      showWhen: equals('Surgery.Recent', 'yes'),
    },
  ],
)

const pharmacy = 'Prescription.PreferredPharmacy'
/** Where a sedative is sent, and the health number it is prescribed under: all of it optional (booking spec §5). */
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
      'Would an oral sedative be wanted for the scan?',
      equals('Claustrophobic.Status', 'yes'),
      [
        yesOrNo(
          'Claustrophobic.OralSedativePrescription',
          'Is a prescription for the sedative wanted?',
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
  { no: 'No medications', yes: 'Takes medications' },
  [detail('Medications.Types', 'Which medications?', equals('Medications.Current', 'yes'))],
)

const allergies = statement('Allergies.Status', 'Has no allergies', { no: 'No allergies', yes: 'Has allergies' }, [
  detail('Allergies.Types', 'Which allergies?', equals('Allergies.Status', 'yes')),
])

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
 * The mandatory safety questionnaire (booking spec §3, every question in its order; notices of §8). `Surgery.Date` is the one
 * field the spec does not name: without it 8 weeks cannot be counted.
 */
export const safetyQuestionnaire: Questionnaire = {
  field: 'SafetyQuestions',
  title: 'Safety questions',
  sections: [
    { title: 'Surgery and metal', questions: [heart, head, spine, otherMetal, eyes, recentSurgery] },
    { title: 'Comfort', questions: [claustrophobia] },
    { title: 'Health', questions: [medications, allergies, glucoseMonitor, vaccine, pregnancy] },
    { title: 'The scan', questions: [reason, elaboration] },
  ],
}
