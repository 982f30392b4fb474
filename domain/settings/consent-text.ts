import { z } from 'zod'
import { type Instant, toEpochMs, toInstant } from '../values/instant.ts'
import { type LocationID, locationIDSchema } from '../values/location-id.ts'
import { lineOfText, linesOfText } from '../values/plain-text.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { standardConsentText } from './consent-text-words.ts'

/** The text of the member agreement and consent, as administrators write it (see {@link parseConsentText}). */
export type ConsentText = { readonly title: string; readonly text: string }

/** The most characters of a text. */
export const consentTextLimits = { title: 80, text: 20_000 }

/** The typed fields of a text. */
export const consentTextFields = {
  title: lineOfText(consentTextLimits.title),
  text: linesOfText(consentTextLimits.text).refine((text) => text !== '', 'must not be empty'),
}

/** Where a text applies: at every location without a text of its own, or at one location. */
export const consentScopeSchema = z.union([z.literal('all'), locationIDSchema])
export type ConsentScope = z.infer<typeof consentScopeSchema>

/** The id of Atrium's standard text, which has version 0. */
const standardConsentID = 'standard'
export const consentTextIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a text')

/** A version of the text, as a signed consent names it. */
export const consentVersionSchema = z.object({
  textID: consentTextIDSchema,
  scope: consentScopeSchema,
  /** Counts the versions of its scope, from 1; 0 for the standard text. */
  version: z.number().int().min(0),
})
type ConsentVersion = z.infer<typeof consentVersionSchema>

/**
 * A stored version. Versions are only added. In a withdrawn one the scope has no text of its own: the location uses the
 * text of all locations again, or all locations the standard text.
 */
export type StoredConsentText = ConsentVersion &
  ConsentText & { readonly isWithdrawn: boolean; readonly createdAt: Instant; readonly createdBy: string }

/** A text that a member may have been shown. `createdAt` is null for the standard text. */
export type ShownConsentText = ConsentVersion & ConsentText & { readonly createdAt: Instant | null }

/** A version that a desk can choose when it marks a consent as signed. */
export const offeredConsentTextSchema = z.object({
  ...consentVersionSchema.shape,
  title: z.string(),
  createdAt: instantSchema.nullable(),
})
export type OfferedConsentText = z.infer<typeof offeredConsentTextSchema>

/** The text of a scope as administrators see it. */
export const administeredConsentTextSchema = z.object({
  scope: consentScopeSchema,
  /** The location's name; empty for all locations. */
  name: z.string(),
  /** Whether the scope has a text of its own; otherwise `title` and `text` are those that it uses. */
  isOwn: z.boolean(),
  title: z.string(),
  text: z.string(),
  /** The newest version of the scope; 0 before its first. */
  version: z.number().int().min(0),
  /** All versions of the scope, newest first. */
  versions: z.array(
    z.object({
      version: z.number().int(),
      title: z.string(),
      text: z.string(),
      isWithdrawn: z.boolean(),
      createdAt: instantSchema,
      createdBy: z.string(),
    }),
  ),
})
export type AdministeredConsentText = z.infer<typeof administeredConsentTextSchema>

/** Atrium's standard text as a signed consent names it. */
export const standardConsentVersion: ConsentVersion = { textID: standardConsentID, scope: 'all', version: 0 }

const standard: ShownConsentText = { ...standardConsentVersion, ...standardConsentText, createdAt: null }

const newestOf = (texts: readonly StoredConsentText[], scope: ConsentScope): StoredConsentText | undefined =>
  texts.filter((text) => text.scope === scope).toSorted((a, b) => b.version - a.version)[0]

/**
 * Returns the text in force at a location: the newest version of its own; without one, or after it was withdrawn, the
 * newest of all locations; otherwise the standard text.
 */
export const findConsentText = (
  texts: readonly StoredConsentText[],
  locationID: LocationID | 'all',
): ShownConsentText => {
  const own = newestOf(texts, locationID)
  if (own !== undefined && !own.isWithdrawn) return own
  const common = newestOf(texts, 'all')
  return common === undefined || common.isWithdrawn ? standard : common
}

/** Days after which a printed form of an earlier text is no longer expected. */
const offeredDays = 90
const msPerDay = 86_400_000

/**
 * Returns the texts that a consent signed now may have: the one in force, then those that were in force at the location
 * within the last 90 days, newest first, because a form may be printed or sent to the member long before the scan.
 */
export const offeredConsentTexts = (
  texts: readonly StoredConsentText[],
  locationID: LocationID,
  now: Instant,
): readonly ShownConsentText[] => {
  const since = toInstant(toEpochMs(now) - offeredDays * msPerDay)
  const inForceAt = (time: Instant): ShownConsentText =>
    findConsentText(
      texts.filter(({ createdAt }) => toEpochMs(createdAt) <= toEpochMs(time)),
      locationID,
    )
  const changes = texts
    .filter(({ scope }) => scope === locationID || scope === 'all')
    .map(({ createdAt }) => createdAt)
    .filter((time) => toEpochMs(time) > toEpochMs(since))
    .toSorted((a, b) => toEpochMs(b) - toEpochMs(a))
  const shown = [findConsentText(texts, locationID), ...changes.map(inForceAt), inForceAt(since)]
  return shown.filter(({ textID }, place) => shown.findIndex((other) => other.textID === textID) === place)
}

/** Returns the text that a study's consent names; null if the record names none, or one that is not stored. */
export const findNamedConsentText = (
  texts: readonly StoredConsentText[],
  named: Pick<ConsentVersion, 'textID'> | null,
): ShownConsentText | null => {
  if (named === null) return null
  return named.textID === standardConsentID ? standard : (texts.find(({ textID }) => textID === named.textID) ?? null)
}

/** Returns `standard text`, `text version 3` or `location text version 3`, for screens, papers and the log. */
export const describeConsentVersion = ({ scope, version }: Pick<ConsentVersion, 'scope' | 'version'>): string => {
  if (version === 0) return 'standard text'
  return scope === 'all' ? `text version ${version}` : `location text version ${version}`
}

type ConsentBlock = { readonly kind: 'heading' | 'paragraph'; readonly text: string }

/**
 * Splits a text into headings and paragraphs: a line that begins with `# ` is a heading, and an empty line ends a
 * paragraph. Lines of one paragraph are joined.
 */
export const parseConsentText = (text: string): readonly ConsentBlock[] => {
  const blocks: { kind: ConsentBlock['kind']; text: string }[] = []
  let isOpen = false
  for (const line of text.split(/\r\n|[\n\r]/u).map((each) => each.trim())) {
    const last = blocks.at(-1)
    if (line === '') isOpen = false
    else if (line.startsWith('# ')) {
      blocks.push({ kind: 'heading', text: line.slice(2).trim() })
      isOpen = false
    } else if (isOpen && last !== undefined) last.text = `${last.text} ${line}`
    else {
      blocks.push({ kind: 'paragraph', text: line })
      isOpen = true
    }
  }
  return blocks
}
