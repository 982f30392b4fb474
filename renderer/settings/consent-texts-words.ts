import { countOf } from '#domain/format/format-count.ts'
import { consentTextLimits } from '#domain/settings/consent-text.ts'

/** The words of the administration of consent texts. */
export const consentTextsWords = {
  section: {
    title: 'Consent texts',
    intro:
      'The member agreement and consent. Every save is a new version, for forms printed from then on. A signed consent keeps the version that the member signed.',
  },
  allLocations: 'All locations',
  location: 'Location',
  uses: 'Uses',
  usesOwn: (version: number) => `Own text, version ${version}`,
  inLanguage: (place: string, language: string) => `${place}, ${language}`,
  isBehind: (version: number) => `Own text, version ${version}, older than the English text`,
  notTranslated: 'English text: no translation yet',
  usesCommon: 'Text of all locations',
  usesStandard: 'Standard text',
  changed: 'Changed',
  changedBy: (date: string, name: string) => `${date}, by ${name}`,
  never: '–',
  choice: 'Uses',
  choiceHint: 'The title and text below are used only with “Own text”.',
  own: 'Own text',
  title: 'Title',
  text: 'Text',
  textHint: 'Start a heading with "# ". An empty line begins a new paragraph.',
  invalidTitle: `Enter a title of at most ${consentTextLimits.title} characters.`,
  invalidText: `Enter a text of at most ${countOf(consentTextLimits.text, 'character')}.`,
  editTitle: (scope: string) => `Consent text: ${scope}`,
  saveLabel: 'Save as new version',
  who: (scope: string) => `Consent text · ${scope}`,
  saved: (scope: string) => `Consent text of ${scope} saved`,
  preview: 'Preview',
  earlier: 'Versions',
  versionOf: (version: number, date: string, name: string) => `Version ${version}, ${date}, by ${name}`,
  withdrawn: 'Own text withdrawn',
}
