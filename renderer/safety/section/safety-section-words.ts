import { countOf } from '#domain/format/format-count.ts'
import { describeStops } from '#domain/safety/notice-words.ts'

/** The texts of the study page's safety section: reading, answering, drafts, conflicts and the paper form. */
export const safetySectionWords = {
  title: 'Safety questions',
  loading: 'Loading the safety questions',
  tryAgain: 'Try again',
  reading: {
    cancelledReason: 'This appointment is cancelled. The answers can no longer be changed.',
    answer: 'Answer Questions',
    change: 'Change answers',
    notCompleted: 'This member has not completed their mandatory safety questions',
    cancelled: 'This appointment is cancelled.',
    needed: 'Required before the scan.',
    complete: 'Safety questions answered',
    open: (count: number) => `${countOf(count, 'required question')} not answered`,
    savedBy: 'Saved by',
    unknownUser: 'an unknown user',
    savedAt: (time: string) => `, ${time}`,
    noNotices: 'No advisory notices.',
    history: 'History',
    printed: 'safety questions',
  },
  edit: {
    cancel: 'Cancel',
    save: 'Save safety answers',
    saveFor: (who: string) => `Save safety answers for ${who}`,
    saved: (name: string) => `Safety answers saved for ${name}`,
    decideFirst: 'First choose which of the two different answers to keep.',
    noChanges: 'No changes to save.',
    memberFailedTitle: 'Update Failed',
    memberFailed: (why: string) =>
      `The answers are saved, but the member's health number was not updated. ${why}. Check the health number on the Members screen, and correct it if needed.`,
    unsentTitle: 'Kept on this computer, not confirmed by the server',
    connectionBack: "You're back online.",
    offline: "You're offline.",
    failure: (title: string, text: string) => `${title}. ${text}`,
    unsent: (why: string, isOnline: boolean) =>
      `${why} The answers are a draft on this computer and are not sent automatically. ${
        isOnline ? 'Save again: they are never saved twice.' : "Save again when you're back online."
      }`,
    missingTitle: 'Missing some required fields',
    missing: (count: number) =>
      count === 0
        ? 'All required questions are answered now. Save again.'
        : `${countOf(count, 'required question')} not answered. See the marks in the form.`,
    failedTitle: 'Saving failed (safety questions)',
    stale:
      "Another desk saved answers in the meantime. Your answers are kept, and the other desk's answers are merged in. Check all answers, then save again.",
    invalid: (fields: string) => `Nothing was saved. Some answers are not valid: ${fields}`,
    failed: (title: string, text: string) => `${title}. ${text} Your answers are kept on this computer.`,
  },
  draft: {
    restored: (time: string) => `Draft restored from ${time}`,
    waiting: (time: string) => `Your draft from ${time} is not saved`,
    waitingFirst: 'No answers are saved for this study yet.',
    waitingLater: 'The last saved answers are shown below.',
    continueWaiting: 'Continue answering',
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
    sharedHint: 'These answers are not saved yet. Every desk continues from this draft.',
    continueShared: 'Continue',
    alsoOpen: (name: string, time: string) => `${name} also has these questions open, since ${time}`,
    takenOver: (names: string, count: number, time: string | null) =>
      `${names} changed ${countOf(count, 'answer')}${time === null ? '' : ` at ${time}`}. Your form is updated.`,
  },
  kept: {
    noChanges: 'No changes',
    keeping: 'Saving draft…',
    kept: 'Saved as draft',
    failing: 'Draft not saved yet. Trying again…',
    unseen: 'Draft not saved yet. Choose above which draft to keep.',
    refused: 'Too long to save as a draft. Save the answers now.',
  },
  conflicts: {
    title: (count: number) =>
      count === 1
        ? 'Two desks answered one question differently'
        : `Two desks answered ${count} questions differently. Question 1 of ${count}:`,
    mine: 'Your answer',
    keepMine: 'Keep mine',
    theirs: (name: string | null) => `Saved by ${name ?? 'another desk'}`,
    theirDraft: (name: string) => `Answered by ${name}, not saved yet`,
    takeTheirs: 'Take theirs',
    choose: (button: string, answer: string) => `${button}: ${answer}`,
  },
  discard: {
    open: 'Discard',
    title: 'Discard unsaved answers?',
    confirm: 'Discard unsaved answers',
    confirmFor: (name: string) => `Discard unsaved answers for ${name}`,
    shared: 'Other desks share these answers and will lose them too.',
    nothingSaved: 'No answers were saved before, so every question will be unanswered. This cannot be undone.',
    savedStay: 'The last saved answers are kept. This cannot be undone.',
  },
  paper: {
    open: 'Printable form',
    title: 'Printable form',
    subtitle: (name: string, born: string, studyID: string) => `${name}, born ${born}, study ${studyID}`,
    close: 'Close',
    save: 'Save as PDF',
    noForm: 'There is no form to save.',
    making: 'Preparing the form.',
    makingLabel: 'Preparing the form',
    failedTitle: 'The form could not be prepared',
    ready: (pages: number, hasDraft: boolean) =>
      `${countOf(pages, 'page')}, Letter size. Shows the last saved answers.${hasDraft ? ' Your draft is not included.' : ''}`,
    storeSecurely: 'Contains health data. Store securely.',
  },
}
