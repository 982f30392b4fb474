import { countOf } from '#domain/format/format-count.ts'
import { answerWords } from '#domain/safety/answer-words.ts'
import { describeNotes, describeStops, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

/** The title of stops on the members' own pages: only the clinic can sign them off. */
const settleForMember = 'Call us before the scan'

/** The texts of the safety form, its progress and notices, and of the answers and their history. */
export const safetyFormWords = {
  question: {
    optional: (title: string) => `${title} (optional)`,
    answered: (meaning: string) => `The answer means: ${meaning}`,
    length: (length: number, maxLength: number) => `${length} of ${maxLength} characters`,
    missing: 'Please answer this question.',
    notAnOption: 'Choose from the answers shown.',
    invalid: (problem: string) => `This ${problem}.`,
    incompleteDate: 'Enter a full, valid date: year, month and day.',
    futureDate: 'The date must not be in the future.',
    invalidDate: (problem: string) => `The date ${problem}.`,
  },
  progress: {
    label: 'Progress and notices',
    count: (answered: number, required: number) => `${answered} of ${required}`,
    answered: 'answered',
    barLabel: 'Required questions answered',
    missing: (open: number) => `${open} required ${open === 1 ? 'question is' : 'questions are'} not answered`,
    next: 'Next unanswered',
    allAnswered: 'Every required question is answered.',
    cleared: (titles: string) => `Answers cleared because these questions are no longer asked: ${titles}`,
    undo: 'Undo',
    undoLabel: 'Undo the last answer and restore the cleared answers',
  },
  notices: {
    none: 'No notices.',
    settleForMember,
    tones: { red: 'Stop:', blue: 'Note:', green: 'All right:' },
    groups: {
      forbidden: {
        title: noticeLevelTitles.forbidden,
        heading: (count: number) => `${noticeLevelTitles.forbidden}: ${describeStops(count)}`,
      },
      settle: {
        title: noticeLevelTitles.settle,
        heading: (count: number) => `${noticeLevelTitles.settle}: ${describeStops(count)}`,
      },
      settleForMember: { title: settleForMember, heading: () => settleForMember },
      notes: { title: 'Notes', heading: (count: number) => describeNotes(count) },
      fine: { title: 'All right', heading: (count: number) => `All right: ${countOf(count, 'notice')}` },
    },
    signedOffBy: (name: string) => `Signed off by ${name}`,
  },
  summary: {
    notAnswered: 'Not answered',
    progressNone: 'not answered',
    progressComplete: 'complete',
    progress: (answered: number, required: number) => `${answered} of ${required}`,
  },
  answers: { none: 'Not answered', notRequired: '–' },
  language: { label: 'Language for the member' },
  pharmacy: {
    label: 'Find a pharmacy',
    placeholder: 'Name, city, postal code or phone number',
    hint: 'A choice fills the pharmacy fields below. You can change each of them.',
    near: 'Near this location',
    others: 'Other pharmacies',
    noMatch: 'No pharmacy matches. Type the pharmacy into the fields below.',
    filled: (name: string) => `The fields below are filled for ${name}.`,
    cleared: 'The fields below are empty.',
    clear: 'Clear pharmacy',
    undo: 'Undo',
    undoLabel: 'Undo: restore the pharmacy fields',
    unread: 'This workstation has no list of pharmacies yet. Type the pharmacy into the fields below.',
  },
  history: {
    sinceLastVisit: 'Changes since the last visit',
    sinceLastVisitTitle: (time: string) => `Changes since the last visit, whose answers were saved ${time}`,
    sameAsLastVisit: 'The answers are the same as at the last visit.',
    none: 'No answers are saved yet.',
    version: (version: number) => `Version ${version}`,
    versionBy: (version: number, name: string) => `Version ${version}, ${name},`,
    firstAnswers: (count: number) => `First saved answers: ${countOf(count, 'field')}.`,
    noChanges: 'No changes.',
    changedTo: 'changed to',
    noAnswer: 'no answer',
  },
  otherBookings: {
    label: 'Safety in other bookings of this member',
    line: (booking: string) => `${booking}. `,
    hidden: (booking: string) => `${booking}. You don't have access to that booking. Ask an administrator.`,
    open: 'Open the other booking',
  },
  conflict: { noAnswer: 'No answer' },
  missingOnSave: 'Missing some required fields',
  shortcuts: {
    title: 'Safety questions',
    yes: 'Answer Yes, then go to the next unanswered question',
    no: 'Answer No, then go to the next unanswered question',
    option: 'Choose option 1-9',
    next: 'Go to the next unanswered question',
    undo: 'Restore the answers that the last answer cleared',
    save: 'Save the answers',
  },
}

const questions: ReadonlyMap<string, AskedQuestion> = new Map(
  askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]),
)

/** Returns the safety question of a field; undefined for none. */
export const questionOf = (field: string): AskedQuestion | undefined => questions.get(field)

/** Returns the form's title of a field; an unknown field keeps its name. */
export const fieldTitle = (field: string): string => questions.get(field)?.title ?? field

/** Returns the answer to a field in the words of the form; "No answer" if there is none. */
export const describeFieldAnswer = (field: string, value: AnswerValue | undefined): string => {
  const question = questionOf(field)
  if (value === undefined) return safetyFormWords.conflict.noAnswer
  return question === undefined ? String(value) : answerWords(question, value)
}

/**
 * Returns an answer's error in `words`, as shown below the question. `problem` is the field message of the failure.
 */
export const describeProblem = (
  question: AskedQuestion,
  problem: string,
  words: typeof safetyFormWords.question = safetyFormWords.question,
): string => {
  if (problem === 'must be answered') return words.missing
  // The problem lists stored values, such as yes and no, which the buttons do not show.
  if (question.type === 'radio' || question.type === 'choice') return words.notAnOption
  if (question.type === 'text') return words.invalid(problem)
  if (problem.startsWith('must be a date')) return words.incompleteDate
  return problem.includes('future') ? words.futureDate : words.invalidDate(problem)
}

/** Returns a title to put before its answer: a question keeps its question mark, any other title gets a colon. */
export const withColon = (title: string): string => (title.endsWith('?') ? title : `${title}:`)
