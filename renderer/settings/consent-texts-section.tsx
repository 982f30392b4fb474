import { useMemo, useState } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import {
  type AdministeredConsentText,
  administeredConsentTextSchema,
  type ConsentText,
  consentTextFields,
  parseConsentText,
} from '#domain/settings/consent-text.ts'
import type { Instant } from '#domain/values/instant.ts'
import { languageNames, standardLanguage } from '#domain/values/language.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createCurrentReader, type ParsedRecord, RecordDialog } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection } from '../records/records-section.tsx'
import { parsedOrErrors } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { consentTextsWords as words } from './consent-texts-words.ts'
import type { SettingsFactories } from './settings-factories.ts'
import './consent-texts-section.css'

type Stores = SettingsFactories & WithConnectivity
/** The input of a save: the new version, or null to withdraw the scope's own text. */
type Change = { readonly content: ConsentText | null }

const scopeName = ({ scope, name, language }: Pick<AdministeredConsentText, 'scope' | 'name' | 'language'>): string => {
  const place = scope === 'all' ? words.allLocations : name
  return language === standardLanguage ? place : words.inLanguage(place, languageNames[language])
}

const usesWords = ({ scope, isOwn, isBehind, versions: [newest] }: AdministeredConsentText): string => {
  if (isBehind) return isOwn ? words.isBehind(newest?.version ?? 0) : words.notTranslated
  if (isOwn) return words.usesOwn(newest?.version ?? 0)
  return scope === 'all' ? words.usesStandard : words.usesCommon
}

/** Returns the day in UTC, because a text applies to locations in several time zones. */
const dayOf = (instant: Instant): string => formatDate(instant.slice(0, 10) as PlainDate)

const fieldsOf = ({ scope }: AdministeredConsentText): readonly RecordFieldSpec[] => [
  {
    name: 'use',
    label: words.choice,
    kind: 'choice',
    options: [
      { value: 'own', label: words.own },
      { value: 'none', label: scope === 'all' ? words.usesStandard : words.usesCommon },
    ],
    description: words.choiceHint,
  },
  { name: 'title', label: words.title, kind: 'line' },
  { name: 'text', label: words.text, kind: 'text', rows: 14, description: words.textHint },
]

const toValues = ({ isOwn, title, text }: AdministeredConsentText): RecordValues => ({
  use: isOwn ? 'own' : 'none',
  title,
  text,
})

const readCurrent = createCurrentReader(administeredConsentTextSchema, toValues)

const parse = (values: RecordValues): ParsedRecord<Change> => {
  if (values.use !== 'own') return { ok: true, input: { content: null } }
  const title = consentTextFields.title.safeParse(values.title ?? '')
  const text = consentTextFields.text.safeParse(values.text ?? '')
  const errors = { title: !title.success && words.invalidTitle, text: !text.success && words.invalidText }
  return parsedOrErrors(errors, () => ({ content: { title: title.data ?? '', text: text.data ?? '' } }))
}

/** Shows the consent text of all locations and that of each location, with a form that saves a new version. */
export function ConsentTextsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newConsentTexts(), [stores])
  const [edited, setEdited] = useState<AdministeredConsentText | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(texts) => texts}
      keyOf={({ scope, language }) => `${scope} ${language}`}
      textOf={(row) => `${scopeName(row)} ${row.title}`}
      columnsOf={() => [
        { id: 'scope', header: words.location, isRowHeader: true, cell: scopeName },
        { id: 'uses', header: words.uses, cell: usesWords },
        { id: 'title', header: words.title, cell: ({ title }) => title },
        {
          id: 'changed',
          header: words.changed,
          cell: ({ versions: [newest] }) =>
            newest === undefined ? words.never : words.changedBy(dayOf(newest.createdAt), newest.createdBy),
        },
        actsColumn<AdministeredConsentText>(scopeName, setEdited),
      ]}
    >
      {(_texts, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={words.editTitle(scopeName(edited))}
            saveLabel={words.saveLabel}
            who={() => words.who(scopeName(edited))}
            fields={fieldsOf(edited)}
            initial={{ ...toValues(edited), use: 'own' }}
            version={edited.version}
            parse={parse}
            send={({ content }, version) =>
              save(`${edited.scope} ${edited.language}`, () =>
                bridge.clinicSettings.changeConsentText({
                  scope: edited.scope,
                  language: edited.language,
                  content,
                  version,
                }),
              )
            }
            readCurrent={readCurrent}
            offlineReason={offlineReason}
            onSaved={() => notices.success(words.saved(scopeName(edited)))}
            onClose={() => setEdited(null)}
            after={({ use, text = '' }) => (
              <>
                {use === 'own' ? <Preview text={text} /> : null}
                <Versions text={edited} />
              </>
            )}
          />
        )
      }
    </RecordsSection>
  )
}

function Preview({ text }: { readonly text: string }) {
  return (
    <section className="s-consent" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <Blocks text={text} />
    </section>
  )
}

function Blocks({ text }: { readonly text: string }) {
  return parseConsentText(text).map((block, place) =>
    block.kind === 'heading' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may have the same text
      <h4 key={place}>{block.text}</h4>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may have the same text
      <p key={place}>{block.text}</p>
    ),
  )
}

function Versions({ text: { versions } }: { readonly text: AdministeredConsentText }) {
  if (versions.length === 0) return null
  return (
    <section className="s-consent" aria-label={words.earlier}>
      <h3>{words.earlier}</h3>
      {versions.map(({ version, title, text, isWithdrawn, createdAt, createdBy }) => (
        <details key={version}>
          <summary>{words.versionOf(version, dayOf(createdAt), createdBy)}</summary>
          {isWithdrawn ? <p>{words.withdrawn}</p> : <p className="s-consent__title">{title}</p>}
          <Blocks text={text} />
        </details>
      ))}
    </section>
  )
}
