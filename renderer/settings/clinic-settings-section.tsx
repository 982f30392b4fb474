import { useMemo, useState } from 'react'
import { type ClinicSettings, clinicSettingsSchema } from '#domain/settings/clinic-settings.ts'
import { createCurrentReader, RecordDialog } from '../records/record-dialog.tsx'
import type { RecordFieldSpec, RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection } from '../records/records-section.tsx'
import { parsedOrErrors, typedWhole } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { clinicSettingsWords as words } from './clinic-settings-words.ts'
import type { SettingsFactories } from './settings-factories.ts'

type Stores = SettingsFactories & WithConnectivity

const fields: readonly RecordFieldSpec[] = [
  { name: 'lockMinutes', label: words.lockMinutes, kind: 'number', isRequired: true, description: words.lockHint },
]

const toValues = ({ lockMinutes }: ClinicSettings): RecordValues => ({ lockMinutes: String(lockMinutes) })

const readCurrent = createCurrentReader(clinicSettingsSchema, toValues)

/** Shows the settings that an administrator makes for all workstations. */
export function ClinicSettingsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newClinicSettings(), [stores])
  const [edited, setEdited] = useState<ClinicSettings | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(settings) => [settings]}
      keyOf={() => 'lockMinutes'}
      textOf={() => words.lockMinutes}
      columnsOf={() => [
        { id: 'setting', header: words.setting, isRowHeader: true, cell: () => words.lockMinutes },
        { id: 'value', header: words.value, cell: ({ lockMinutes }) => words.minutes(lockMinutes) },
        actsColumn<ClinicSettings>(() => words.lockMinutes, setEdited),
      ]}
    >
      {(_settings, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={words.editTitle}
            saveLabel={words.save}
            who={() => words.who}
            fields={fields}
            initial={toValues(edited)}
            version={edited.version}
            parse={(values) => {
              const typed = clinicSettingsSchema.shape.lockMinutes.safeParse(typedWhole(values.lockMinutes))
              return parsedOrErrors({ lockMinutes: !typed.success && words.lockInvalid }, () => typed.data ?? 0)
            }}
            send={(lockMinutes, version) =>
              save('settings', () => bridge.clinicSettings.change({ lockMinutes, version }))
            }
            readCurrent={readCurrent}
            offlineReason={offlineReason}
            onSaved={({ lockMinutes }) => notices.success(words.saved(words.minutes(Number(lockMinutes))))}
            onClose={() => setEdited(null)}
          />
        )
      }
    </RecordsSection>
  )
}
