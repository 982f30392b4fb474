import { describe, expect, it } from 'vitest'
import type { Question } from '#domain/safety/question.ts'
import { askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { specFields, surgeryDate } from '../../fixtures/questionnaire/spec-oracle.ts'

const asked = askedQuestions(safetyQuestionnaire)
const top = safetyQuestionnaire.sections.flatMap(({ questions }) => questions)

const everyQuestion = (questions: readonly Question[]): readonly Question[] =>
  questions.flatMap((question) => [question, ...(question.type === 'info' ? [] : everyQuestion(question.subs ?? []))])
const all = everyQuestion(top)

const question = (field: string) => {
  const found = asked.find((each) => each.field === field)
  if (found === undefined) throw new Error(`no question ${field}`)
  return found
}
const optionsOf = (field: string) => {
  const found = question(field)
  return found.type === 'radio' || found.type === 'choice' ? found.options : []
}
const values = (field: string) => optionsOf(field).map(({ value }) => value)

describe('the questions of safetyQuestionnaire', () => {
  it('are the 14 of the spec, in its order', () => {
    expect(top.map(({ field, title }) => [field, title])).toEqual([
      ['MedicalMetal.Heart.Surgery', 'Never had heart surgery'],
      ['MedicalMetal.Head.Surgery', 'Never had head surgery'],
      ['MedicalMetal.Spine.Surgery', 'Never had spine surgery'],
      ['OtherMetal.Implants', 'Never had other surgery where metal was inserted'],
      ['NonMedicalMetal.Eyes.Injury', 'Never had an eye injury where metal may have penetrated'],
      ['Surgery.Recent', 'Not had surgery in the last 8 weeks'],
      ['Claustrophobic.Status', 'Not claustrophobic'],
      ['Medications.Current', 'Takes no medications'],
      ['Allergies.Status', 'Has no allergies'],
      ['GlucoseMonitor.Status', 'Wears a continuous glucose monitor'],
      ['COVIDVaccine.Status', 'Has had the COVID vaccine'],
      ['Female.Pregnancy.Status', 'Is there a chance of pregnancy?'],
      ['ReasonType', 'Primary reason for the scan'],
      ['ReasonForVisit', 'Anything more about the reason for the scan'],
    ])
  })

  it('are answered under SafetyQuestions', () => {
    expect(safetyQuestionnaire.field).toBe('SafetyQuestions')
  })

  it('have the 52 fields of the spec and the date of a surgery, each once and no others', () => {
    expect(specFields).toHaveLength(52)
    const fields = asked.map(({ field }) => field)
    expect([...fields].sort()).toEqual([...specFields, surgeryDate].sort())
    expect(fields.filter((field) => field !== surgeryDate)).toEqual(specFields)
    expect(new Set(all.map(({ field }) => field)).size).toBe(all.length)
  })

  it('have no default answers: 12 are open, 13 for a woman, and no follow-up is on the page', () => {
    for (const [facts, count] of [
      [{}, 12],
      [{ gender: 'male' }, 12],
      [{ gender: 'female' }, 13],
    ] as const) {
      const { required, unanswered, answers, visible } = evaluate(safetyQuestionnaire, facts, {})
      expect(unanswered).toHaveLength(count)
      expect(required).toEqual(unanswered)
      expect(answers).toEqual({})
      expect(visible.every(({ depth }) => depth === 0)).toBe(true)
    }
  })
})

describe('safetyQuestionnaire with Correct and Not Correct', () => {
  it.each([
    ['MedicalMetal.Heart.Surgery', 'No heart surgery', 'Has had heart surgery'],
    ['MedicalMetal.Head.Surgery', 'No head surgery', 'Has had head surgery'],
    ['MedicalMetal.Spine.Surgery', 'No spine surgery', 'Has had spine surgery'],
    ['OtherMetal.Implants', 'No other metal from surgery', 'Has other metal from surgery'],
    ['NonMedicalMetal.Eyes.Injury', 'No eye injury with metal', 'Has had an eye injury with metal'],
    ['Surgery.Recent', 'No surgery in the last 8 weeks', 'Has had surgery in the last 8 weeks'],
    ['Claustrophobic.Status', 'Not claustrophobic', 'Claustrophobic'],
    ['Medications.Current', 'No medications', 'Takes medications'],
    ['Allergies.Status', 'No allergies', 'Has allergies'],
  ])('stores Correct for %s as no and shows "%s", and stores Not Correct as yes and shows "%s"', (field, no, yes) => {
    expect(optionsOf(field)).toEqual([
      { value: 'no', label: 'Correct', echo: no },
      { value: 'yes', label: 'Not Correct', echo: yes },
    ])
  })

  it.each([
    ['MedicalMetal.Heart.Surgery', 'Ever had heart surgery?'],
    ['MedicalMetal.Head.Surgery', 'Ever had head surgery?'],
    ['MedicalMetal.Spine.Surgery', 'Ever had spine surgery?'],
    ['OtherMetal.Implants', 'Ever had other surgery where metal was inserted?'],
    ['NonMedicalMetal.Eyes.Injury', 'Ever had an eye injury where metal may have gone in?'],
    ['Surgery.Recent', 'Any surgery in the last 8 weeks?'],
    ['Claustrophobic.Status', 'Claustrophobic (afraid of tight spaces)?'],
    ['Medications.Current', 'Taking any medications?'],
    ['Allergies.Status', 'Any allergies?'],
  ])('has for %s a positive question below its statement', (field, positive) => {
    expect(question(field).description).toBe(`${positive} If yes, choose Not Correct.`)
  })

  it.each([
    'GlucoseMonitor.Status',
    'COVIDVaccine.Status',
    'MedicalMetal.Heart.Stent.Recent',
    'MedicalMetal.Heart.Other.Implanted',
    'MedicalMetal.Spine.Other.Implanted',
    'NonMedicalMetal.Eyes.Removed',
    'NonMedicalMetal.Eyes.MRISince',
    'Claustrophobic.OralSedative',
    'Claustrophobic.OralSedativePrescription',
  ])('asks %s with Yes and No, stored unchanged', (field) => {
    expect(optionsOf(field)).toEqual([
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ])
  })
})

describe('the options of safetyQuestionnaire', () => {
  it.each([
    ['MedicalMetal.Heart.Type', 'choice', ['Pacemaker', 'Defibrillator', 'Valve Replacement', 'Stent', 'Other']],
    [
      'MedicalMetal.Head.Type',
      'choice',
      [
        'Aneurysm Clip',
        'Aneurysm Stent',
        'Programmable Hydrocephalus Shunt',
        'Cochlear Implant',
        'Eye Prosthesis',
        'Other',
      ],
    ],
    [
      'MedicalMetal.Spine.Type',
      'choice',
      ['Neurostimulator', 'Harrington rods, screws, plates, spacers', 'Laminectomy or discectomy', 'Other'],
    ],
    ['COVIDVaccine.DoseNum', 'radio', ['1', '2', '2+']],
    ['COVIDVaccine.InjectionArm', 'radio', ['left', 'right']],
    ['Female.Pregnancy.Status', 'radio', ['no', 'yes', 'unsure']],
    ['ReasonType', 'radio', ['Preventative', 'Worried', 'Specific concern']],
  ] as const)('for %s are those of a %s: %j', (field, type, expected) => {
    expect(question(field).type).toBe(type)
    expect(values(field)).toEqual(expected)
  })

  it('label an eye prosthesis “Prosthetic eye”', () => {
    expect(optionsOf('MedicalMetal.Head.Type').find(({ value }) => value === 'Eye Prosthesis')?.label).toBe(
      'Prosthetic eye',
    )
  })

  it('ask for the day of a recent dose and of a surgery, and for name, location and year of other metal', () => {
    expect(question('COVIDVaccine.Recent').type).toBe('datepicker')
    expect(question(surgeryDate).type).toBe('datepicker')
    expect(question('OtherMetal.Details').description).toBe('Name, location and year of the procedure')
  })

  it('are unique and labelled in every question, and every question and notice has a text', () => {
    for (const each of all) {
      expect(each.title.trim()).not.toBe('')
      if (each.type !== 'radio' && each.type !== 'choice') continue
      expect(new Set(each.options.map(({ value }) => value)).size).toBe(each.options.length)
      expect(new Set(each.options.map(({ label }) => label)).size).toBe(each.options.length)
      expect(each.options.length).toBeGreaterThan(1)
    }
  })
})

describe('the conditions of safetyQuestionnaire', () => {
  it('use an earlier question or the gender', () => {
    all.forEach(({ field, showWhen }, index) => {
      if (showWhen === undefined || showWhen.field === 'gender') return
      const earlier = all.slice(0, index).map((each) => each.field)
      expect(earlier, field).toContain(showWhen.field)
    })
    expect(all.filter(({ showWhen }) => showWhen?.field === 'gender').map(({ field }) => field)).toEqual([
      'Female.Pregnancy.Status',
    ])
  })

  it('compare with an existing option: contains for a choice, equality for a radio', () => {
    let compared = 0
    for (const { field, showWhen } of all) {
      if (showWhen === undefined || showWhen.field === 'gender') continue
      expect(question(showWhen.field).type, field).toBe(showWhen.operator === 'contains' ? 'choice' : 'radio')
      expect(values(showWhen.field), field).toContain(showWhen.value)
      compared += 1
    }
    expect(compared).toBeGreaterThan(50)
  })

  it('are set on every follow-up', () => {
    const topFields = top.map(({ field }) => field)
    const bare = all.filter(({ field, showWhen }) => showWhen === undefined && !topFields.includes(field))
    expect(bare).toEqual([])
  })

  it('of dated notices name a date that is asked', () => {
    const rules = all.flatMap((each) => (each.type === 'info' && each.dateRule ? [each.dateRule] : []))
    expect(rules.map(({ kind }) => kind)).toEqual(['due-before', 'wait-after', 'lasts-after'])
    for (const rule of rules) if ('field' in rule) expect(question(rule.field).type).toBe('datepicker')
  })
})
