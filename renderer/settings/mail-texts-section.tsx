import { useMemo, useState } from 'react'
import { mailSamplesIn, standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import {
  type AdministeredMailText,
  administeredMailTextSchema,
  fillMailText,
  findMailTextProblems,
  isSmsText,
  type MailKind,
  type MailText,
  mailKinds,
} from '#domain/settings/mail-texts.ts'
import { languageNames, standardLanguage } from '#domain/values/language.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { createCurrentReader, RecordDialog } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection } from '../records/records-section.tsx'
import { parsedOrErrors } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { mailTextsWords as words } from './clinic-settings-words.ts'
import type { SettingsFactories } from './settings-factories.ts'
import './mail-texts-section.css'

type Stores = SettingsFactories & WithConnectivity

const fieldsOf = (kind: MailKind): readonly RecordFieldSpec[] => [
  ...(isSmsText(kind) ? [] : [{ name: 'subject', label: words.subject, kind: 'line', isRequired: true } as const]),
  {
    name: 'text',
    label: words.text,
    kind: 'text',
    rows: isSmsText(kind) ? 5 : 12,
    isRequired: true,
    description: words.placeholders(mailKinds[kind].may),
  },
]

const toValues = ({ subject, text }: MailText): RecordValues => ({ subject, text })
const toText = ({ subject = '', text = '' }: RecordValues): MailText => ({ subject, text })

const readCurrent = createCurrentReader(administeredMailTextSchema, toValues)

type Edited = Pick<AdministeredMailText, 'kind' | 'language'>

const isStandard = ({ kind, language }: Edited, { subject, text }: MailText): boolean => {
  const standard = standardMailTextsIn(language)[kind]
  return subject === standard.subject && text === standard.text
}

const nameOf = ({ kind, language }: Edited): string =>
  language === standardLanguage ? words.kinds[kind] : words.inLanguage(words.kinds[kind], languageNames[language])

const parse = (kind: MailKind, values: RecordValues) => {
  const typed = toText(values)
  const problems = findMailTextProblems(kind, typed)
  const errors = {
    subject: problems.subject !== undefined && words.problem(problems.subject),
    text: problems.text !== undefined && words.problem(problems.text),
  }
  return parsedOrErrors(errors, () => typed)
}

/** Shows the texts of the emails, with a form that changes one and previews it with sample data. */
export function MailTextsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newMailTexts(), [stores])
  const [edited, setEdited] = useState<AdministeredMailText | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(texts) => texts}
      keyOf={({ kind, language }) => `${kind} ${language}`}
      textOf={(row) => `${nameOf(row)} ${row.subject}`}
      columnsOf={() => [
        { id: 'mail', header: words.mail, isRowHeader: true, cell: nameOf },
        {
          id: 'subject',
          header: words.subject,
          cell: ({ kind, subject }) => (isSmsText(kind) ? words.noSubject : subject),
        },
        {
          id: 'state',
          header: words.state,
          width: '120px',
          cell: (text) => (
            <Badge tone={isStandard(text, text) ? 'neutral' : 'info'}>
              {isStandard(text, text) ? words.standard : words.own}
            </Badge>
          ),
        },
        actsColumn<AdministeredMailText>(nameOf, setEdited),
      ]}
    >
      {(_texts, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={words.editTitle(nameOf(edited))}
            saveLabel={words.save}
            who={() => nameOf(edited)}
            fields={fieldsOf(edited.kind)}
            initial={toValues(edited)}
            version={edited.version}
            parse={(values) => parse(edited.kind, values)}
            send={(text, version) =>
              save(`${edited.kind} ${edited.language}`, () =>
                bridge.clinicSettings.changeMailText({
                  kind: edited.kind,
                  language: edited.language,
                  ...text,
                  version,
                }),
              )
            }
            readCurrent={readCurrent}
            offlineReason={offlineReason}
            onSaved={() => notices.success(words.saved(nameOf(edited)))}
            onClose={() => setEdited(null)}
            after={(values, setValues) => (
              <Preview
                edited={edited}
                text={toText(values)}
                onRestore={() => setValues(toValues(standardMailTextsIn(edited.language)[edited.kind]))}
              />
            )}
          />
        )
      }
    </RecordsSection>
  )
}

type PreviewProps = { readonly edited: Edited; readonly text: MailText; readonly onRestore: () => void }

function Preview({ edited, text, onRestore }: PreviewProps) {
  const { kind, language } = edited
  const shown = fillMailText(text, mailSamplesIn(language))
  return (
    <section className="s-mail-preview" aria-label={words.preview}>
      <div className="s-mail-preview__head">
        <h3>{words.preview}</h3>
        {isStandard(edited, text) ? null : (
          <Button size="small" onPress={onRestore}>
            {words.restore}
          </Button>
        )}
      </div>
      {isSmsText(kind) ? null : (
        <p className="s-mail-preview__subject" lang={language}>
          {shown.subject}
        </p>
      )}
      <p className="s-mail-preview__text" lang={language}>
        {shown.text}
      </p>
      <dl className="s-mail-preview__names">
        {mailKinds[kind].may.map((name) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{words.meanings[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
