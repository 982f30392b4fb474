import type { Gender } from '#domain/members/member.ts'
import type { Answers, AnswerValue, AskedQuestion, Question } from '#domain/safety/question.ts'
import { evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The histories that the demo assigns to chosen bookings. The histories of all other bookings are random. */
export const demoHistories = [
  'pacemaker',
  'surgery-too-close',
  'surgery-long-ago',
  'eyes-without-x-ray',
  'eyes-with-x-ray',
  'shunt',
] as const
export type DemoHistory = (typeof demoHistories)[number]
/**
 * A fixed history of a member, or one of the two histories without findings. Of these two, `sedative` includes the wish
 * for a sedative.
 */
export type DemoCase = DemoHistory | 'nothing' | 'sedative'

type DemoAnswersInput = {
  readonly gender: Gender
  readonly history: DemoCase | null
  /** The day of the answers, in the location's time zone. */
  readonly savedOn: PlainDate
  /** The day of the scan; null if there is none. */
  readonly scannedOn: PlainDate | null
}

type Picks = Record<string, AnswerValue>

const medications = [
  'Metformin 500 mg, twice a day',
  'Lisinopril 10 mg',
  'Levothyroxine 75 µg',
  'Vitamin D, now and then ibuprofen',
  'Salbutamol inhaler as needed',
] as const
const allergies = ['Penicillin', 'Peanuts', 'Latex', 'Shellfish', 'Grass pollen'] as const
const operations = [
  'Gallbladder removed',
  'Knee arthroscopy, left',
  'Hernia repair',
  'Appendix removed',
  'Shoulder repair, right',
] as const
const implants = ['Screws in the right ankle, 2014', 'Hip replacement, left, 2019', 'Dental implants, 2021'] as const
const reasons = [
  'Wants to know more about a family history of cancer.',
  'Back pain since the summer, comes and goes.',
  'Had a scan two years ago and would like to compare.',
] as const
const pharmacies = [
  { name: 'Harbour Pharmacy', address: '18 Harbour Street', second: '', city: 'Vancouver', code: 'V6C 2T6' },
  { name: 'Lakeview Drugs', address: '240 Lakeview Drive', second: 'Unit 3', city: 'Burnaby', code: 'V5H 3Z7' },
  { name: 'Mill Road Chemist', address: '7 Mill Road', second: '', city: 'Victoria', code: 'V8W 1P6' },
] as const

/** Creates complete and plausible safety answers, only to questions that apply. */
export const createDemoAnswers = (random: SeededRandom, input: DemoAnswersInput): Answers => {
  const facts = { gender: input.gender }
  const drawn = input.history === 'nothing' || input.history === 'sedative' ? {} : drawHistory(random, input)
  let answers: Answers = { ...drawn, ...certainPicks(random, input) }
  // Each answer may open further questions, up to four levels deep.
  for (;;) {
    const { visible, unanswered } = evaluate(safetyQuestionnaire, facts, answers)
    if (unanswered.length === 0) break
    const missing = new Set(unanswered)
    const asked = visible.map(({ question }) => question).filter(isAsked)
    answers = {
      ...answers,
      ...Object.fromEntries(
        asked
          .filter(({ field }) => missing.has(field))
          .map((question) => [question.field, plainAnswer(random, question, input)]),
      ),
    }
  }
  return evaluate(safetyQuestionnaire, facts, answers).answers
}

const isAsked = (question: Question): question is AskedQuestion => question.type !== 'info'

/** Returns `no` if the question has that option, otherwise any plausible answer. */
const plainAnswer = (random: SeededRandom, question: AskedQuestion, input: DemoAnswersInput): AnswerValue => {
  switch (question.type) {
    case 'radio':
      return question.options.some(({ value }) => value === 'no') ? 'no' : random.pick(question.options).value
    case 'choice':
      return [random.pick(question.options).value]
    case 'text':
      return 'As told on the phone, papers to follow'
    case 'datepicker':
      return addDays(input.savedOn, -random.whole(30, 900))
  }
}

const drawHistory = (random: SeededRandom, input: DemoAnswersInput): Picks => {
  const picks: Picks = { ReasonType: random.pick(['Preventative', 'Preventative', 'Worried', 'Specific concern']) }
  if (random.chance(0.03)) {
    Object.assign(picks, heart('Stent'), { 'MedicalMetal.Heart.Stent.Recent': 'yes' })
  } else if (random.chance(0.015)) {
    Object.assign(picks, heart('Valve Replacement'))
  }
  if (random.chance(0.05)) {
    Object.assign(picks, {
      'MedicalMetal.Spine.Surgery': 'yes',
      'MedicalMetal.Spine.Type': [
        random.pick(['Harrington rods, screws, plates, spacers', 'Laminectomy or discectomy'] as const),
      ],
    })
  }
  if (random.chance(0.1)) {
    Object.assign(picks, { 'OtherMetal.Implants': 'yes', 'OtherMetal.Details': random.pick(implants) })
  }
  if (random.chance(0.015)) Object.assign(picks, eyes(random.chance(0.5)))
  if (random.chance(0.02)) Object.assign(picks, surgery(random, addDays(input.savedOn, -random.whole(3, 55))))
  if (random.chance(0.12)) Object.assign(picks, claustrophobia(random))
  if (random.chance(0.35)) {
    Object.assign(picks, { 'Medications.Current': 'yes', 'Medications.Types': random.pick(medications) })
  }
  if (random.chance(0.25)) {
    Object.assign(picks, { 'Allergies.Status': 'yes', 'Allergies.Types': random.pick(allergies) })
  }
  if (random.chance(0.02)) picks['GlucoseMonitor.Status'] = 'yes'
  if (random.chance(0.7)) Object.assign(picks, vaccine(random, input.savedOn))
  if (random.chance(0.02)) picks['Female.Pregnancy.Status'] = 'unsure'
  if (random.chance(0.3)) picks.ReasonForVisit = random.pick(reasons)
  return picks
}

const certainPicks = (random: SeededRandom, { history, savedOn, scannedOn }: DemoAnswersInput): Picks => {
  switch (history) {
    case null:
      return {}
    case 'nothing':
      return { ReasonType: 'Preventative', ReasonForVisit: reasons[0] }
    case 'sedative':
      return {
        ReasonType: 'Preventative',
        'Claustrophobic.Status': 'yes',
        'Claustrophobic.OralSedative': 'yes',
        ...prescription(random),
      }
    case 'pacemaker':
      return heart('Pacemaker')
    case 'surgery-too-close':
      return surgery(random, atMost(addDays(scannedOn ?? savedOn, -random.whole(20, 50)), savedOn))
    case 'surgery-long-ago':
      return surgery(random, atMost(addDays(scannedOn ?? savedOn, -random.whole(56, 60)), savedOn))
    case 'eyes-without-x-ray':
      return eyes(false)
    case 'eyes-with-x-ray':
      return eyes(true)
    case 'shunt':
      return { 'MedicalMetal.Head.Surgery': 'yes', 'MedicalMetal.Head.Type': ['Programmable Hydrocephalus Shunt'] }
  }
}

const atMost = (date: PlainDate, latest: PlainDate): PlainDate => (date > latest ? latest : date)

const heart = (implant: string): Picks => ({
  'MedicalMetal.Heart.Surgery': 'yes',
  'MedicalMetal.Heart.Type': [implant],
})

const eyes = (hasXRay: boolean): Picks => ({
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': hasXRay ? 'yes' : 'no',
})

const surgery = (random: SeededRandom, date: PlainDate): Picks => ({
  'Surgery.Recent': 'yes',
  'Surgery.Description': random.pick(operations),
  'Surgery.Date': date,
})

const claustrophobia = (random: SeededRandom): Picks => {
  const picks: Picks = { 'Claustrophobic.Status': 'yes' }
  if (!random.chance(0.6)) return picks
  picks['Claustrophobic.OralSedative'] = 'yes'
  if (!random.chance(0.7)) return picks
  return { ...picks, ...prescription(random) }
}

const prescription = (random: SeededRandom): Picks => {
  const { name, address, second, city, code } = random.pick(pharmacies)
  const line = random.whole(10, 99)
  return {
    'Claustrophobic.OralSedativePrescription': 'yes',
    'Prescription.PreferredPharmacyName': name,
    'Prescription.PreferredPharmacyAddress1': address,
    ...(second === '' ? {} : { 'Prescription.PreferredPharmacyAddress2': second }),
    'Prescription.PreferredPharmacyCity': city,
    'Prescription.PreferredPharmacyState': 'BC',
    'Prescription.PreferredPharmacyCountry': 'Canada',
    'Prescription.PreferredPharmacyPostalCode': code,
    'Prescription.PreferredPharmacyPhoneNumber': `+1 604 555 01${line}`,
    'Prescription.PreferredPharmacyFaxNumber': `160455502${line}`,
  }
}

const vaccine = (random: SeededRandom, savedOn: PlainDate): Picks => ({
  'COVIDVaccine.Status': 'yes',
  'COVIDVaccine.DoseNum': random.pick(['1', '2', '2+', '2+']),
  'COVIDVaccine.Recent': addDays(savedOn, -random.whole(20, 1200)),
  'COVIDVaccine.InjectionArm': random.pick(['left', 'left', 'right']),
})
