import { useMemo, useState } from 'react'
import {
  type AdministeredDocumentType,
  administeredDocumentTypeSchema,
} from '#domain/catalogue/administered-catalogue.ts'
import { nameOrElse } from '../kit/name-or-else.ts'
import { createCurrentReader, RecordDialog } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection, stateColumn } from '../records/records-section.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { CatalogueFactories } from './catalogue-factories.ts'
import { documentTypeSectionWords as words } from './catalogue-section-words.ts'

type Stores = CatalogueFactories & WithConnectivity

const fieldsOf = (isNew: boolean): readonly RecordFieldSpec[] => [
  { name: 'name', label: words.name, kind: 'line', isRequired: true },
  { name: 'description', label: words.description, kind: 'text' },
  ...(isNew
    ? []
    : [{ name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint } as const]),
]

const toValues = (type: AdministeredDocumentType): RecordValues => ({
  name: type.name,
  description: type.description,
  active: type.active ? 'yes' : '',
})

const readCurrent = createCurrentReader(administeredDocumentTypeSchema, toValues)

/** Shows the types of uploaded documents, with forms to add and change them. */
export function DocumentTypesSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newDocumentTypeRecords(), [stores])
  const [edited, setEdited] = useState<AdministeredDocumentType | 'new' | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(types) => types}
      keyOf={({ uuid }) => uuid}
      textOf={({ name, description }) => `${name} ${description}`}
      columnsOf={() => [
        { id: 'name', header: words.name, isRowHeader: true, cell: ({ name }) => name },
        { id: 'description', header: words.description, cell: ({ description }) => description },
        stateColumn<AdministeredDocumentType>(),
        actsColumn<AdministeredDocumentType>(({ name }) => name, setEdited),
      ]}
      onAdd={() => setEdited('new')}
    >
      {(_types, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={edited === 'new' ? words.addTitle : words.editTitle(edited.name)}
            saveLabel={words.save}
            who={({ name }) => (edited === 'new' ? nameOrElse(name, words.unnamed) : edited.name)}
            fields={fieldsOf(edited === 'new')}
            initial={edited === 'new' ? {} : toValues(edited)}
            version={edited === 'new' ? null : edited.version}
            parse={(values) =>
              parsedOrErrors({}, () => ({
                name: values.name ?? '',
                description: values.description ?? '',
                active: values.active === 'yes',
              }))
            }
            send={({ active, ...fields }, version) =>
              edited === 'new'
                ? save('new', (idempotencyKey) => bridge.catalogue.createDocumentType({ ...fields, idempotencyKey }))
                : save(edited.uuid, () =>
                    bridge.catalogue.changeDocumentType({ uuid: edited.uuid, ...fields, active, version }),
                  )
            }
            readCurrent={readCurrent}
            offlineReason={offlineReason}
            onSaved={({ name = '' }) => notices.success(words.saved(name))}
            onClose={() => setEdited(null)}
          />
        )
      }
    </RecordsSection>
  )
}
