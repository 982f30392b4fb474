import { z } from 'zod'
import { inLanguages } from '../values/in-languages.ts'
import { type Instant, toEpochMs, toInstant } from '../values/instant.ts'
import {
  type Language,
  languageNames,
  languageSchema,
  standardLanguage,
  type TextLanguage,
} from '../values/language.ts'
import { type LocationID, locationIDSchema } from '../values/location-id.ts'
import { lineOfText, linesOfText } from '../values/plain-text.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { frenchConsentText, standardConsentText } from './consent-text-words.ts'

/** The text of the member agreement and consent, as administrators write it (see {@link parseConsentText}). */
export type ConsentText = { readonly title: string; readonly text: string }

/** The maximum lengths of a title and a text, in characters. */
export const consentTextLimits = { title: 80, text: 20_000 }

/** The typed fields of a text. */
export const consentTextFields = {
  title: lineOfText(consentTextLimits.title),
  text: linesOfText(consentTextLimits.text).refine((text) => text !== '', 'must not be empty'),
}

/** Where a text applies: at every location without a text of its own, or at one location. */
export const consentScopeSchema = z.union([z.literal('all'), locationIDSchema])
export type ConsentScope = z.infer<typeof consentScopeSchema>

/** The ids of Atrium's standard text, which has version 0. */
const standardConsentIDs: Readonly<Record<Language, string>> = { en: 'standard', 'fr-CA': 'standard-fr-CA' }
export const consentTextIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a text')

/** A version of the text, as a signed consent names it. */
export const consentVersionSchema = z.object({
  textID: consentTextIDSchema,
  scope: consentScopeSchema,
  /** The number of the version within its scope, from 1; 0 for the standard text. */
  version: z.number().int().min(0),
})
type ConsentVersion = z.infer<typeof consentVersionSchema>

/**
 * A stored version. Versions are only added. While its newest version is withdrawn, the scope has no text of its own: a
 * location uses the text of all locations, and all locations use the standard text.
 */
export type StoredConsentText = ConsentVersion &
  ConsentText & {
    readonly language: Language
    readonly isWithdrawn: boolean
    readonly createdAt: Instant
    readonly createdBy: string
  }

/** A text that a member may have been shown. `createdAt` is null for the standard text. */
export type ShownConsentText = ConsentVersion &
  ConsentText & { readonly language: Language; readonly createdAt: Instant | null }

/** A version that staff can choose when they mark a consent as signed. */
export const offeredConsentTextSchema = z.object({
  ...consentVersionSchema.shape,
  /** English if an earlier server sent none. */
  language: languageSchema.default(standardLanguage),
  title: z.string(),
  createdAt: instantSchema.nullable(),
})
export type OfferedConsentText = z.infer<typeof offeredConsentTextSchema>

/** The text of a scope in one language, as administrators see it. */
export const administeredConsentTextSchema = z.object({
  scope: consentScopeSchema,
  language: languageSchema.default(standardLanguage),
  /** Whether the scope's English text is newer than this translation, so that the translation must be reviewed. */
  isBehind: z.boolean().default(false),
  /** The location's name; empty for all locations. */
  name: z.string(),
  /** Whether the scope has a text of its own; otherwise `title` and `text` are those of the text in force there. */
  isOwn: z.boolean(),
  title: z.string(),
  text: z.string(),
  /** The newest version of the scope in any language; 0 if there is none. */
  version: z.number().int().min(0),
  /** All versions of the scope in this language, newest first. */
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
export const standardConsentVersion: ConsentVersion = { textID: standardConsentIDs.en, scope: 'all', version: 0 }

const standardTextIn = inLanguages({ en: standardConsentText, 'fr-CA': frenchConsentText })

const standardOf = (language: Language): ShownConsentText => ({
  textID: standardConsentIDs[language],
  scope: 'all',
  version: 0,
  language,
  ...standardTextIn(language),
  createdAt: null,
})

const newestText = (
  texts: readonly StoredConsentText[],
  scope: ConsentScope,
  language: Language,
): StoredConsentText | undefined =>
  texts
    .filter((text) => text.scope === scope && text.language === language)
    .toSorted((a, b) => b.version - a.version)[0]

/**
 * Returns a scope's own text in a language; undefined if there is none or it was withdrawn. Withdrawing an English text
 * also withdraws its earlier translations.
 */
const ownText = (
  texts: readonly StoredConsentText[],
  scope: ConsentScope,
  language: Language,
): StoredConsentText | undefined => {
  const newest = newestText(texts, scope, language)
  if (newest === undefined || newest.isWithdrawn) return undefined
  const source = newestText(texts, scope, standardLanguage)
  return source?.isWithdrawn === true && source.version > newest.version ? undefined : newest
}

/** Returns whether a scope's English text is newer than its own text in another language. */
export const isTranslationBehind = (
  texts: readonly StoredConsentText[],
  scope: ConsentScope,
  language: Language,
): boolean => {
  const translation = ownText(texts, scope, language)
  const source = ownText(texts, scope, standardLanguage)
  if (language === standardLanguage || source === undefined) return false
  return translation === undefined || translation.version < source.version
}

/**
 * Returns the text in force at a location for a member's language: the location's own text, else the text of all
 * locations, else the standard text. If a scope's own English text has no translation, members read it in English,
 * because the text of another scope could differ in content.
 */
export const findConsentText = (
  texts: readonly StoredConsentText[],
  locationID: LocationID | 'all',
  language: Language = standardLanguage,
): ShownConsentText => {
  for (const scope of new Set<ConsentScope>([locationID, 'all'])) {
    const own = ownText(texts, scope, language) ?? ownText(texts, scope, standardLanguage)
    if (own !== undefined) return own
  }
  return standardOf(language)
}

/** Days after which a printed form of an earlier text is no longer expected. */
const offeredDays = 90
const msPerDay = 86_400_000

/**
 * Returns the texts that a consent signed now may name. First is the text in force in the member's language. Next are
 * the texts in force at the location within the last 90 days, newest first: a form may be printed or sent long before
 * the scan. Last are the same texts in English, for a member who signed the English form.
 */
export const offeredConsentTexts = (
  texts: readonly StoredConsentText[],
  locationID: LocationID,
  now: Instant,
  language: Language = standardLanguage,
): readonly ShownConsentText[] => {
  const shown = [...new Set([language, standardLanguage])].flatMap((each) => offeredIn(texts, locationID, now, each))
  return shown.filter(({ textID }, place) => shown.findIndex((other) => other.textID === textID) === place)
}

const offeredIn = (
  texts: readonly StoredConsentText[],
  locationID: LocationID,
  now: Instant,
  language: Language,
): readonly ShownConsentText[] => {
  const since = toInstant(toEpochMs(now) - offeredDays * msPerDay)
  const inForceAt = (time: Instant): ShownConsentText =>
    findConsentText(
      texts.filter(({ createdAt }) => toEpochMs(createdAt) <= toEpochMs(time)),
      locationID,
      language,
    )
  const changes = texts
    .filter(({ scope }) => scope === locationID || scope === 'all')
    .map(({ createdAt }) => createdAt)
    .filter((time) => toEpochMs(time) > toEpochMs(since))
    .toSorted((a, b) => toEpochMs(b) - toEpochMs(a))
  return [findConsentText(texts, locationID, language), ...changes.map(inForceAt), inForceAt(since)]
}

/** Returns the text that a study's consent names; null if the record names no text, or a text that is not stored. */
export const findNamedConsentText = (
  texts: readonly StoredConsentText[],
  named: Pick<ConsentVersion, 'textID'> | null,
): ShownConsentText | null => {
  if (named === null) return null
  const language = languageSchema.options.find((each) => standardConsentIDs[each] === named.textID)
  if (language !== undefined) return standardOf(language)
  return texts.find(({ textID }) => textID === named.textID) ?? null
}

const versionWordsIn = inLanguages({
  en: {
    standard: 'standard text',
    version: (version: number) => `text version ${version}`,
    ofLocation: (version: number) => `location text version ${version}`,
  },
  'fr-CA': {
    standard: 'texte standard',
    version: (version: number) => `version ${version} du texte`,
    ofLocation: (version: number) => `version ${version} du texte de la clinique`,
  },
})

/**
 * Returns `standard text`, `text version 3` or `location text version 3` in `language`: English for screens and the
 * log, the language of the text for papers. In English, a text of another language is named as such: `standard text,
 * French (Canada)`.
 */
export const describeConsentVersion = (
  {
    textID,
    scope,
    version,
    language: own,
  }: Pick<ConsentVersion, 'scope' | 'version'> & Partial<Pick<ShownConsentText, 'textID' | 'language'>>,
  language: TextLanguage = standardLanguage,
): string => {
  const words = versionWordsIn(language)
  const named = version === 0 ? words.standard : scope === 'all' ? words.version(version) : words.ofLocation(version)
  const of = own ?? (textID === standardConsentIDs['fr-CA'] ? 'fr-CA' : standardLanguage)
  return language !== standardLanguage || of === standardLanguage ? named : `${named}, ${languageNames[of]}`
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
