import { describeStops } from '#domain/safety/notice-words.ts'
import { countOf } from '#domain/values/count-of.ts'

/** The texts of the study page's safety section: reading, answering, drafts, conflicts and the paper form. */
export const safetySectionWords = {
  title: 'Safety questions',
  loading: 'Loading the safety questions',
  tryAgain: 'Try again',
  reading: {
    cancelledReason: 'This appointment is cancelled: the answers can only be read.',
    answer: 'Answer Questions',
    change: 'Change answers',
    notCompleted: 'This member has not completed their mandatory safety questions',
    cancelled: 'This appointment is cancelled.',
    needed: 'No one enters the magnet without them.',
    complete: 'Complete',
    open: (count: number) => `${countOf(count, 'required question')} open`,
    savedBy: 'Saved by',
    unknownUser: 'somebody',
    savedAt: (time: string) => `, ${time}`,
    noNotices: 'No advisory notices.',
    history: 'History',
    printed: 'safety questions',
  },
  edit: {
    cancel: 'Cancel',
    save: (who: string) => `Save safety answers of ${who}`,
    saved: (name: string) => `Safety answers of ${name} saved`,
    decideFirst: 'Decide first what two desks answered differently.',
    noChanges: 'Nothing is changed yet.',
    memberFailedTitle: 'Update Failed',
    memberFailed: (why: string) =>
      `The answers are saved, but the health number could not be written to the member. ${why}`,
    unsentTitle: 'Saved on this workstation, not yet sent',
    connectionBack: 'The connection is back.',
    offline: 'The back office cannot be reached.',
    failure: (title: string, text: string) => `${title}. ${text}`,
    unsent: (why: string, isOnline: boolean) =>
      `${why} The answers stay here as a draft; they are not saved by themselves. Save again${
        isOnline ? ': they are never saved twice.' : ' once the connection is back.'
      }`,
    missingTitle: 'Missing some required fields',
    missing: (count: number) =>
      count === 0
        ? 'Everything is answered now: save again.'
        : `${countOf(count, 'required question')} without an answer, marked in the form.`,
    failedTitle: 'Saving failed (safety questions)',
    stale: 'Another desk saved answers meanwhile. Yours are kept, theirs are taken in: look them over and save again.',
    invalid: (fields: string) => `Some answers cannot be saved as they are: ${fields}`,
    failed: (title: string, text: string) => `${title}. ${text} The answers are kept on this workstation.`,
  },
  draft: {
    restored: (time: string) => `Your draft of ${time} is back`,
    waiting: (time: string) => `Your draft of ${time} is not saved`,
    waitingFirst: 'Nothing is saved for this study yet.',
    waitingLater: 'Below is what was saved last.',
    continueWaiting: 'Go on answering',
    byYou: 'You answered',
    byYouAndOthers: 'You and another desk answered',
    byMember: 'Answered by the member:',
    byOther: (name: string) => `${name} answered`,
    shared: (
      who: string,
      draft: { answered: number; required: number; stops: number; time: string; isElsewhere: boolean },
    ) =>
      `${who} ${draft.answered} of ${draft.required} at ${draft.time}${draft.isElsewhere ? ' on another desk' : ''}${
        draft.stops === 0 ? '' : `: ${describeStops(draft.stops)}`
      }`,
    sharedHint: 'The answers are not saved yet. Other desks continue from these answers.',
    continueShared: 'Go on',
    alsoOpen: (name: string, time: string) => `${name} has these questions open too, since ${time}`,
    takenOver: (names: string, count: number, time: string | null) =>
      `${names} changed ${countOf(count, 'answer')}${time === null ? '' : ` at ${time}`}, taken over`,
  },
  kept: {
    noChanges: 'Nothing is changed yet',
    keeping: 'Keeping…',
    kept: 'All answers kept on this workstation',
    failing: 'Not kept yet: trying again',
    unseen: 'Not kept yet: choose above which draft counts',
    refused: 'Too long to be kept here: please save now',
  },
  conflicts: {
    title: (count: number) =>
      count === 1
        ? 'One question was answered differently at two desks'
        : `${count} questions were answered differently at two desks. The first of them:`,
    mine: 'Your answer',
    keepMine: 'Keep mine',
    theirs: (name: string | null) => `Saved by ${name ?? 'another desk'}`,
    takeTheirs: 'Take theirs',
    choose: (button: string, answer: string) => `${button}: ${answer}`,
  },
  discard: {
    open: 'Discard',
    title: 'Discard the answers that are not saved?',
    confirm: (name: string) => `Discard the answers of ${name}`,
    member: (name: string, born: string) => `${name}, born ${born}.`,
    shared: 'Other desks have these answers too, and lose them.',
    nothingSaved: 'Nothing was saved before: every question is open again.',
    savedStay: 'The answers that were saved last stay.',
  },
  paper: {
    open: 'Form on paper',
    title: 'Form on paper',
    subtitle: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
    close: 'Close',
    save: 'Save as PDF',
    noForm: 'There is no form to save.',
    making: 'The form is being made.',
    makingLabel: 'Making the form',
    failedTitle: 'The form could not be made',
    ready: (pages: number, hasDraft: boolean) =>
      `${countOf(pages, 'page')}, letter size, with the answers saved last.${hasDraft ? ' Your draft is not on it.' : ''}`,
    storeSecurely: 'The file holds health data: keep it where only those who need it can open it.',
  },
}
