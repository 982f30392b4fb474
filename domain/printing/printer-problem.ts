/** The status of a spooler or printer: keywords of the standard, and a message of its driver. */
type PrinterWords = { readonly reasons: readonly string[]; readonly message: string | null }

/**
 * The problems that stop a printer, by the keyword's stem (RFC 8011 §5.4.12, PWG 5100.9, CUPS); the first that applies
 * is shown. Stems that are not listed (`toner-low`, `connecting-to-device`) stop nothing.
 */
const problems: readonly (readonly [stem: string, words: string])[] = [
  ['media-jam', 'Paper jam'],
  ['media-empty', 'Out of paper'],
  ['media-needed', 'Out of paper'],
  ['input-tray-missing', 'Paper tray missing'],
  ['input-media-supply-empty', 'Out of paper'],
  ['door-open', 'Door open'],
  ['cover-open', 'Door open'],
  ['interlock-open', 'Door open'],
  ['toner-empty', 'Out of toner'],
  ['marker-supply-empty', 'Out of toner'],
  ['marker-supply-missing', 'Out of toner'],
  ['marker-waste-full', 'Waste toner box full'],
  ['developer-empty', 'Out of toner'],
  ['fuser-over-temp', 'Printer too hot'],
  ['output-area-full', 'Output tray full'],
  ['output-tray-missing', 'Output tray missing'],
  ['offline', 'The printer is not responding'],
  ['shutdown', 'The printer is not responding'],
  ['timed-out', 'The printer is not responding'],
  ['spool-area-full', 'The print service is full'],
  ['cups-missing-filter', 'The printer driver is missing'],
  ['cups-insecure-filter', 'The printer driver is not secure'],
  ['paused', 'Paused'],
  ['moving-to-paused', 'Paused'],
  ['hold-new-jobs', 'Paused'],
]

/** Matches CUPS messages about an unreachable printer; CUPS reports this problem only in the message. */
const silence =
  /may not exist|is unavailable|not respond|does not answer|unreachable|unable to (?:locate|contact|connect|resolve|find)|(?:could not|cannot) (?:be reached|connect)|not connected|no route|offline/i

/** CUPS has handed the job over and waits for the printer to complete it. */
const hasTakenJob = 'cups-waiting-for-job-completed'

const stemOf = (reason: string): string => reason.replace(/-(?:error|warning|report)$/, '')
/** Returns whether a keyword is only a report and not a problem. */
const isReport = (reason: string): boolean => reason.endsWith('-report') && stemOf(reason) !== 'offline'

/**
 * Returns what stops the printer, in words for a receptionist; null if nothing does. `isStopped`: the printer has
 * stopped, so if no problem of the list applies, its message is the reason.
 */
export const describePrinterProblem = ({ reasons, message }: PrinterWords, isStopped: boolean): string | null => {
  const text = message?.trim() ?? ''
  // The message is checked first, because the keywords of an unreachable printer are out of date. After the printer has
  // taken the job, the message is out of date and is skipped.
  if (silence.test(text) && !reasons.includes(hasTakenJob)) return 'The printer is not responding'
  const stems = reasons.filter((reason) => !isReport(reason)).map(stemOf)
  const known = problems.find(([stem]) => stems.includes(stem))?.[1]
  if (known !== undefined) return known
  if (!isStopped) return null
  return text === '' ? 'Stopped' : text.slice(0, maxLetters)
}

/** A driver's message may be a page long; a list has room for one line. */
const maxLetters = 160
