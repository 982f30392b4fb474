/** The texts of the support bundle in Settings. */
export const supportWords = {
  title: 'Support',
  text: 'A support bundle shows the support team how Atrium runs on this computer: versions, settings, counts, the last log entries and crash reports. It has no names, answers or other health data, and no passwords. You can read the bundle before you save it. Atrium does not send it.',
  make: 'Create support bundle',
  dialogTitle: 'Support bundle',
  /** For screen readers: the label of the scrollable text. */
  content: 'Content of the support bundle',
  read: 'Read it, then save it and send the file to support.',
  making: 'Creating the support bundle',
  notMade: "Couldn't create the support bundle",
  tryAgain: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  copyRefused:
    "The Copy button can't be used here. The text is selected: press Ctrl+C, or Command+C on a Mac, to copy it.",
  save: 'Save',
  saved: 'Support bundle saved',
  savedIn: (fileName: string, folder: string) => `${fileName}, in ${folder}`,
  notSaved: "Couldn't save the support bundle",
  close: 'Close',
}
