/** What a spooler or printer says of how it is: keywords of the standard, and a sentence of its driver's own. */
type PrinterWords = { readonly reasons: readonly string[]; readonly message: string | null }

/**
 * What keeps a printer from printing, by the keyword's stem (RFC 8011 §5.4.12, PWG 5100.9, CUPS); the first that applies is
 * told. Stems that are not here (`toner-low`, `connecting-to-device`) keep nothing from going on.
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
  ['offline', 'The printer does not answer'],
  ['shutdown', 'The printer does not answer'],
  ['timed-out', 'The printer does not answer'],
  ['spool-area-full', 'The print service is full'],
  ['cups-missing-filter', 'The printer’s driver is missing'],
  ['cups-insecure-filter', 'The printer’s driver is not safe'],
  ['paused', 'Paused'],
  ['moving-to-paused', 'Paused'],
  ['hold-new-jobs', 'Paused'],
]

/** Of a printer that is gone, CUPS says so in its message alone. */
const silence =
  /may not exist|is unavailable|not respond|does not answer|unreachable|unable to (?:locate|contact|connect|resolve|find)|(?:could not|cannot) (?:be reached|connect)|not connected|no route|offline/i

/** CUPS has handed the job over and waits for the printer to end it. */
const hasTakenJob = 'cups-waiting-for-job-completed'

const stemOf = (reason: string): string => reason.replace(/-(?:error|warning|report)$/, '')
/** A report is news, no problem. */
const isReport = (reason: string): boolean => reason.endsWith('-report') && stemOf(reason) !== 'offline'

/**
 * What keeps it from printing, in words a receptionist understands; null where nothing does. `isStopped`: it stands still, so
 * that any message is the reason, understood or not.
 */
export const describePrinterProblem = ({ reasons, message }: PrinterWords, isStopped: boolean): string | null => {
  const said = message?.trim() ?? ''
  // First: of a printer that is gone, the reasons are those it gave last. Once it has taken the job, it is the message that is.
  if (silence.test(said) && !reasons.includes(hasTakenJob)) return 'The printer does not answer'
  const stems = reasons.filter((reason) => !isReport(reason)).map(stemOf)
  const known = problems.find(([stem]) => stems.includes(stem))?.[1]
  if (known !== undefined) return known
  if (!isStopped) return null
  return said === '' ? 'Stopped' : said.slice(0, mostLetters)
}

/** A driver may say a page; a line of it is what a list has room for. */
const mostLetters = 160
