import { describe, expect, it } from 'vitest'
import type { Gender } from '#domain/members/member.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { applyAnswer, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { everythingToReport, nothingToReport, without } from '../../fixtures/questionnaire/written-answers.ts'

const heart = (name: string): string => `MedicalMetal.Heart.${name}`
const head = (name: string): string => `MedicalMetal.Head.${name}`
const spine = (name: string): string => `MedicalMetal.Spine.${name}`
const pharmacy = (name: string): string => `Prescription.PreferredPharmacy${name}`

const prescription = [
  pharmacy('Name'),
  pharmacy('Address1'),
  pharmacy('Address2'),
  pharmacy('City'),
  pharmacy('State'),
  pharmacy('Country'),
  pharmacy('PostalCode'),
  pharmacy('PhoneNumber'),
  pharmacy('FaxNumber'),
  'Prescription.PatientHealthNumber',
]

const answerEverything = (field: string, value: AnswerValue, gender: Gender = 'female'): readonly string[] => {
  const after = applyAnswer(safetyQuestionnaire, { gender }, everythingToReport, field, value)
  return Object.keys(everythingToReport).filter((each) => !Object.hasOwn(after, each))
}

describe('auto-clearing of answers (booking spec §4)', () => {
  const heartFollowUps = Object.keys(everythingToReport).filter((field) => /Heart\.(?!Surgery)/.test(field))
  const headFollowUps = Object.keys(everythingToReport).filter((field) => /Head\.(?!Surgery)/.test(field))
  const spineFollowUps = Object.keys(everythingToReport).filter((field) => /Spine\.(?!Surgery)/.test(field))

  it.each<[clause: string, field: string, value: AnswerValue, cleared: readonly string[]]>([
    ['No to a heart surgery question clears that group’s type and sub-answers', heart('Surgery'), 'no', heartFollowUps],
    ['No to a head surgery question clears that group’s type and sub-answers', head('Surgery'), 'no', headFollowUps],
    ['No to a spine surgery question clears that group’s type and sub-answers', spine('Surgery'), 'no', spineFollowUps],
    [
      'No to eye injury removes the removed and MRI-since answers',
      'NonMedicalMetal.Eyes.Injury',
      'no',
      ['NonMedicalMetal.Eyes.Removed', 'NonMedicalMetal.Eyes.MRISince'],
    ],
    [
      'No to claustrophobic status nulls the sedative answers (and all that follows, decisions §5)',
      'Claustrophobic.Status',
      'no',
      ['Claustrophobic.OralSedative', 'Claustrophobic.OralSedativePrescription', ...prescription],
    ],
    ['No to allergies status nulls the allergy types', 'Allergies.Status', 'no', ['Allergies.Types']],
    ['No to current medications nulls the medication types', 'Medications.Current', 'no', ['Medications.Types']],
    [
      'Vaccine answers clear with their parent (decisions §5)',
      'COVIDVaccine.Status',
      'no',
      ['COVIDVaccine.DoseNum', 'COVIDVaccine.Recent', 'COVIDVaccine.InjectionArm'],
    ],
    [
      'Pharmacy answers clear with their parent (decisions §5)',
      'Claustrophobic.OralSedativePrescription',
      'no',
      prescription,
    ],
    [
      'a cleared parent clears all its descendants: no oral sedative, no prescription, no pharmacy (decisions §5)',
      'Claustrophobic.OralSedative',
      'no',
      ['Claustrophobic.OralSedativePrescription', ...prescription],
    ],
    ['No to other metal clears its details', 'OtherMetal.Implants', 'no', ['OtherMetal.Details']],
    [
      'No to recent surgery clears its description and day',
      'Surgery.Recent',
      'no',
      ['Surgery.Description', 'Surgery.Date'],
    ],
    [
      'a type that is no longer chosen clears its question and the details below it',
      heart('Type'),
      ['Pacemaker', 'Defibrillator', 'Valve Replacement', 'Other'],
      [heart('Stent.Recent'), heart('Stent.Details')],
    ],
    ['a stent changed to after 1998 clears its details', heart('Stent.Recent'), 'yes', [heart('Stent.Details')]],
    ['nothing inserted clears the details of the heart', heart('Other.Implanted'), 'no', [heart('Other.Details')]],
    ['nothing inserted clears the details of the spine', spine('Other.Implanted'), 'no', [spine('Other.Details')]],
  ])('follows the clause: %s', (_clause, field, value, cleared) => {
    expect(cleared.length).toBeGreaterThan(0)
    expect(answerEverything(field, value)).toEqual(cleared)
  })

  it.each([heart('Surgery'), 'Claustrophobic.Status', 'COVIDVaccine.Status'])(
    'clears for a removed answer to %s the same fields as for a no, and the answer itself',
    (field) => {
      expect(answerEverything(field, '')).toEqual([field, ...answerEverything(field, 'no')])
    },
  )

  it('clears pregnancy when the member is not a woman (decisions §5)', () => {
    for (const facts of [{ gender: 'male' }, {}]) {
      const { answers, cleared } = evaluate(safetyQuestionnaire, facts, everythingToReport)
      expect(cleared).toEqual(['Female.Pregnancy.Status'])
      expect(answers).toEqual(without(everythingToReport, 'Female.Pregnancy.Status'))
    }
  })

  it('does not restore a cleared answer when its parent answer is restored', () => {
    const no = applyAnswer(safetyQuestionnaire, {}, everythingToReport, heart('Surgery'), 'no')
    const yes = applyAnswer(safetyQuestionnaire, {}, no, heart('Surgery'), 'yes')
    expect(Object.keys(yes).filter((field) => field.includes('Heart'))).toEqual([heart('Surgery')])
  })

  it('clears nothing while every follow-up is asked', () => {
    const { answers, cleared } = evaluate(safetyQuestionnaire, { gender: 'female' }, everythingToReport)
    expect(cleared).toEqual([])
    expect(answers).toEqual(everythingToReport)
  })
})

describe('conditional visibility in the questionnaire (booking spec §4)', () => {
  const added = (more: Answers, gender: Gender = 'male'): readonly string[] => {
    const visible = (answers: Answers): readonly string[] =>
      evaluate(safetyQuestionnaire, { gender }, answers).visible.flatMap(({ question }) =>
        question.type === 'info' ? [] : [question.field],
      )
    const before = visible(nothingToReport)
    return visible({ ...nothingToReport, ...more }).filter((field) => !before.includes(field))
  }
  const ofHeart = (...types: string[]): Answers => ({ [heart('Surgery')]: 'yes', [heart('Type')]: types })
  const ofHead = (...types: string[]): Answers => ({ [head('Surgery')]: 'yes', [head('Type')]: types })
  const ofSpine = (...types: string[]): Answers => ({ [spine('Surgery')]: 'yes', [spine('Type')]: types })
  const sedative: Answers = { 'Claustrophobic.Status': 'yes', 'Claustrophobic.OralSedative': 'yes' }
  const [h, d, s] = [heart('Type'), head('Type'), spine('Type')]

  it.each<[clause: string, given: Answers, appear: readonly string[]]>([
    ['Heart Type appears when heart surgery is yes', { [heart('Surgery')]: 'yes' }, [h]],
    ['Head Type appears when head surgery is yes', { [head('Surgery')]: 'yes' }, [d]],
    ['Spine Type appears when spine surgery is yes', { [spine('Surgery')]: 'yes' }, [s]],
    ['no detail appears for Pacemaker', ofHeart('Pacemaker'), [h]],
    ['no detail appears for Defibrillator', ofHeart('Defibrillator'), [h]],
    [
      'the detail field appears when Valve Replacement is selected',
      ofHeart('Valve Replacement'),
      [h, heart('ValveReplacement.Details')],
    ],
    [
      'whether the stent was implanted after 1998 is asked when Stent is selected, but its details are not',
      ofHeart('Stent'),
      [h, heart('Stent.Recent')],
    ],
    [
      'Stent details are asked when the stent was not implanted after 1998',
      { ...ofHeart('Stent'), [heart('Stent.Recent')]: 'no' },
      [h, heart('Stent.Recent'), heart('Stent.Details')],
    ],
    [
      'Stent details are not asked when the stent was implanted after 1998',
      { ...ofHeart('Stent'), [heart('Stent.Recent')]: 'yes' },
      [h, heart('Stent.Recent')],
    ],
    [
      'whether something was inserted is asked when heart Other is selected',
      ofHeart('Other'),
      [h, heart('Other.Implanted')],
    ],
    [
      'Other-heart details appear when something was inserted',
      { ...ofHeart('Other'), [heart('Other.Implanted')]: 'yes' },
      [h, heart('Other.Implanted'), heart('Other.Details')],
    ],
    [
      'Other-heart details do not appear when nothing was inserted',
      { ...ofHeart('Other'), [heart('Other.Implanted')]: 'no' },
      [h, heart('Other.Implanted')],
    ],
    [
      'the detail field appears when Aneurysm Clip is selected',
      ofHead('Aneurysm Clip'),
      [d, head('AneurysmClip.Details')],
    ],
    [
      'the detail field appears when Aneurysm Stent is selected',
      ofHead('Aneurysm Stent'),
      [d, head('AneurysmStent.Details')],
    ],
    [
      'the detail field appears when Programmable Hydrocephalus Shunt is selected',
      ofHead('Programmable Hydrocephalus Shunt'),
      [d, head('ProgrammableHydrocephalusShunt.Details')],
    ],
    [
      'the detail field appears when Cochlear Implant is selected',
      ofHead('Cochlear Implant'),
      [d, head('CochlearImplant.Details')],
    ],
    [
      'the detail field appears when Eye Prosthesis is selected',
      ofHead('Eye Prosthesis'),
      [d, head('EyeProsthesis.Details')],
    ],
    ['the free text appears when head Other is selected', ofHead('Other'), [d, head('Other')]],
    ['the text appears when Neurostimulator is selected', ofSpine('Neurostimulator'), [s, spine('Neurostimulator')]],
    ['no detail appears for rods', ofSpine('Harrington rods, screws, plates, spacers'), [s]],
    ['no detail appears for a laminectomy', ofSpine('Laminectomy or discectomy'), [s]],
    [
      'whether something was inserted is asked when spine Other is selected',
      ofSpine('Other'),
      [s, spine('Other.Implanted')],
    ],
    [
      'Other-spine details appear when something was inserted',
      { ...ofSpine('Other'), [spine('Other.Implanted')]: 'yes' },
      [s, spine('Other.Implanted'), spine('Other.Details')],
    ],
    [
      'each of several types has its own details',
      ofHead('Other', 'Aneurysm Clip'),
      [d, head('AneurysmClip.Details'), head('Other')],
    ],
    ['the details of other metal appear when there is some', { 'OtherMetal.Implants': 'yes' }, ['OtherMetal.Details']],
    [
      'the orbit x-ray and a later MRI are asked about when an eye was injured',
      { 'NonMedicalMetal.Eyes.Injury': 'yes' },
      ['NonMedicalMetal.Eyes.Removed', 'NonMedicalMetal.Eyes.MRISince'],
    ],
    [
      'description and day of a recent surgery are asked when there was one',
      { 'Surgery.Recent': 'yes' },
      ['Surgery.Description', 'Surgery.Date'],
    ],
    [
      'the oral-sedative question appears when claustrophobic is yes',
      { 'Claustrophobic.Status': 'yes' },
      ['Claustrophobic.OralSedative'],
    ],
    [
      'the prescription question appears when the oral sedative is yes',
      sedative,
      ['Claustrophobic.OralSedative', 'Claustrophobic.OralSedativePrescription'],
    ],
    [
      'Pharmacy fields and the health ID appear when a prescription is requested',
      { ...sedative, 'Claustrophobic.OralSedativePrescription': 'yes' },
      ['Claustrophobic.OralSedative', 'Claustrophobic.OralSedativePrescription', ...prescription],
    ],
    [
      'Pharmacy fields do not appear when no prescription is requested',
      { ...sedative, 'Claustrophobic.OralSedativePrescription': 'no' },
      ['Claustrophobic.OralSedative', 'Claustrophobic.OralSedativePrescription'],
    ],
    ['the medications are asked when there are some', { 'Medications.Current': 'yes' }, ['Medications.Types']],
    ['the allergies are asked when there are some', { 'Allergies.Status': 'yes' }, ['Allergies.Types']],
    ['nothing more is asked for a glucose monitor', { 'GlucoseMonitor.Status': 'yes' }, []],
    [
      'Vaccine dose, date and arm appear when the vaccine answer is yes',
      { 'COVIDVaccine.Status': 'yes' },
      ['COVIDVaccine.DoseNum', 'COVIDVaccine.Recent', 'COVIDVaccine.InjectionArm'],
    ],
    ['nothing more is asked for a reason', { ReasonType: 'Specific concern' }, []],
  ])('follows the clause: %s', (_clause, given, appear) => {
    expect(added(given)).toEqual(appear)
  })

  it('asks about pregnancy only when gender equals female', () => {
    const isAsked = (facts: Record<string, string>, answers: Answers = {}): boolean =>
      evaluate(safetyQuestionnaire, facts, answers).visible.some(
        ({ question }) => question.field === 'Female.Pregnancy.Status',
      )
    expect(isAsked({ gender: 'female' })).toBe(true)
    expect(isAsked({ gender: 'male' })).toBe(false)
    expect(isAsked({ gender: 'Female' })).toBe(false)
    expect(isAsked({})).toBe(false)
    expect(isAsked({}, { gender: 'female' })).toBe(false)
    expect(isAsked({ gender: 'male' }, { gender: 'female' })).toBe(false)
  })
})

describe('required answers (booking spec §5, Safety questions)', () => {
  const isRequired = (field: string, answers: Answers, gender: Gender = 'female'): boolean => {
    const { required, unanswered } = evaluate(safetyQuestionnaire, { gender }, without(answers, field))
    expect(unanswered.includes(field)).toBe(required.includes(field))
    return required.includes(field)
  }

  it.each([
    'MedicalMetal.Heart.Surgery',
    'MedicalMetal.Head.Surgery',
    'MedicalMetal.Spine.Surgery',
    'OtherMetal.Implants',
    'NonMedicalMetal.Eyes.Injury',
    'Surgery.Recent',
    'Claustrophobic.Status',
    'Medications.Current',
    'Allergies.Status',
    'GlucoseMonitor.Status',
    'COVIDVaccine.Status',
  ])('include every top-level yes/no question: %s', (field) => {
    expect(isRequired(field, nothingToReport)).toBe(true)
  })

  it.each<[clause: string, fields: readonly string[]]>([
    ['type choices when visible', [heart('Type'), head('Type'), spine('Type')]],
    [
      'detail texts when visible',
      [
        heart('ValveReplacement.Details'),
        heart('Stent.Details'),
        heart('Other.Details'),
        head('AneurysmClip.Details'),
        head('AneurysmStent.Details'),
        head('ProgrammableHydrocephalusShunt.Details'),
        head('CochlearImplant.Details'),
        head('EyeProsthesis.Details'),
        head('Other'),
        spine('Neurostimulator'),
        spine('Other.Details'),
        'OtherMetal.Details',
        'Surgery.Description',
      ],
    ],
    ['the stent-date question', [heart('Stent.Recent')]],
    ['the sedative questions', ['Claustrophobic.OralSedative', 'Claustrophobic.OralSedativePrescription']],
    ['medications list', ['Medications.Types']],
    ['allergies list', ['Allergies.Types']],
    ['vaccine dose, date and arm', ['COVIDVaccine.DoseNum', 'COVIDVaccine.Recent', 'COVIDVaccine.InjectionArm']],
    ['pregnancy when shown', ['Female.Pregnancy.Status']],
  ])('include %s', (_clause, fields) => {
    for (const field of fields) {
      expect(isRequired(field, everythingToReport), field).toBe(true)
      expect(evaluate(safetyQuestionnaire, { gender: 'male' }, nothingToReport).required, field).not.toContain(field)
    }
  })

  it('include ReasonType', () => {
    expect(isRequired('ReasonType', nothingToReport)).toBe(true)
  })

  it.each<[clause: string, fields: readonly string[]]>([
    ['pharmacy fields', prescription.slice(0, 9)],
    ['health ID', ['Prescription.PatientHealthNumber']],
    ['ReasonForVisit', ['ReasonForVisit']],
    ['the day of a surgery, which the spec does not have', ['Surgery.Date']],
    [
      'whether anything was inserted, which the spec’s list does not name',
      [heart('Other.Implanted'), spine('Other.Implanted')],
    ],
    [
      'facts about an injured eye, which the spec’s list does not name',
      ['NonMedicalMetal.Eyes.Removed', 'NonMedicalMetal.Eyes.MRISince'],
    ],
  ])('do not include the optional answers: %s', (_clause, fields) => {
    for (const field of fields) expect(isRequired(field, everythingToReport), field).toBe(false)
  })

  it('never include an info question', () => {
    const { visible, required } = evaluate(safetyQuestionnaire, { gender: 'female' }, everythingToReport)
    const infos = visible.filter(({ question }) => question.type === 'info').map(({ question }) => question.field)
    expect(infos.length).toBeGreaterThan(15)
    expect(required.filter((field) => infos.includes(field))).toEqual([])
  })

  it('are missing if they are an empty text, blanks or an empty list', () => {
    const given = { ...everythingToReport, 'Medications.Types': '', 'Allergies.Types': ' \n\t', [spine('Type')]: [] }
    expect(evaluate(safetyQuestionnaire, { gender: 'female' }, given).unanswered).toEqual([
      spine('Type'),
      'Medications.Types',
      'Allergies.Types',
    ])
  })

  it('are complete in a form that leaves only optional questions open', () => {
    expect(evaluate(safetyQuestionnaire, { gender: 'male' }, nothingToReport).unanswered).toEqual([])
    const least = without(everythingToReport, ...prescription, 'ReasonForVisit', 'Surgery.Date')
    const { required, unanswered } = evaluate(safetyQuestionnaire, { gender: 'female' }, least)
    expect(unanswered).toEqual([])
    expect(required).toHaveLength(37)
  })
})
