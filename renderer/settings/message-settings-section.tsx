import { useMemo, useState } from 'react'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatTime } from '#domain/format/format-time.ts'
import { automaticKinds, smsKinds } from '#domain/messages/message-kinds.ts'
import {
  type AdministeredMessageSettings,
  administeredMessageSettingsSchema,
  type MessageSettings,
  messageSettingsSchema,
} from '#domain/messages/message-settings.ts'
import { toTimeOfDay } from '#domain/values/time-of-day.ts'
import { createCurrentReader, type ParsedRecord, RecordDialog } from '../records/record-dialog.tsx'
import { choicesOf, type RecordFieldSpec, type RecordValues } from '../records/record-field.tsx'
import { actsColumn, RecordsSection } from '../records/records-section.tsx'
import { typedWhole } from '../records/typed-fields.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { messageSettingsWords as words } from './message-settings-words.ts'
import type { SettingsFactories } from './settings-factories.ts'

type Stores = SettingsFactories & WithConnectivity

const minutesPerDay = 1440
const step = 30
/** Every half hour of the day. */
const halfHours: readonly string[] = Array.from({ length: minutesPerDay / step }, (_, at) => toTimeOfDay(at * step))

/** Returns the times to choose from: every half hour, and the saved time. */
const timesWith = (saved: string) =>
  [...new Set([...halfHours, saved])].toSorted().map((time) => ({ value: time, label: formatTime(time) }))

const fieldsOf = ({ sendAt, quietFrom, quietTo }: MessageSettings): readonly RecordFieldSpec[] => [
  {
    name: 'email',
    label: words.email,
    kind: 'choices',
    options: automaticKinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
  },
  {
    name: 'sms',
    label: words.sms,
    kind: 'choices',
    options: smsKinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
  },
  { name: 'smsSender', label: words.smsSender, kind: 'line', description: words.smsSenderHint },
  { name: 'reminderDays', label: words.reminderDays, kind: 'number', isRequired: true },
  { name: 'requestDays', label: words.requestDays, kind: 'number', isRequired: true },
  { name: 'feedbackDays', label: words.feedbackDays, kind: 'number', isRequired: true },
  { name: 'sendAt', label: words.sendAt, kind: 'choice', options: timesWith(sendAt), description: words.sendAtHint },
  {
    name: 'quietFrom',
    label: words.quietFrom,
    kind: 'choice',
    options: timesWith(quietFrom),
    description: words.quietHint,
  },
  { name: 'quietTo', label: words.quietTo, kind: 'choice', options: timesWith(quietTo) },
]

/** Formats a sender that is a phone number; returns a sender that is a name unchanged. */
const showSender = (sender: string): string => (sender.startsWith('+') ? formatPhone(sender) : sender)
const readSender = (typed: string): string => {
  const sender = typed.trim()
  return sender.startsWith('+') ? sender.replaceAll(/[\s().-]/g, '') : sender
}

const toValues = ({ settings }: AdministeredMessageSettings): RecordValues => ({
  email: automaticKinds.filter((kind) => settings.email[kind]).join(','),
  sms: smsKinds.filter((kind) => settings.sms[kind]).join(','),
  smsSender: showSender(settings.smsSender ?? ''),
  reminderDays: String(settings.reminderDays),
  requestDays: String(settings.requestDays),
  feedbackDays: String(settings.feedbackDays),
  sendAt: settings.sendAt,
  quietFrom: settings.quietFrom,
  quietTo: settings.quietTo,
})

const readCurrent = createCurrentReader(administeredMessageSettingsSchema, toValues)

const invalid: Readonly<Record<string, string>> = {
  reminderDays: words.invalidDays,
  requestDays: words.invalidDays,
  feedbackDays: words.invalidFeedbackDays,
  smsSender: words.invalidSender,
}

/** Returns the settings with the typed values. Settings that the form does not show stay unchanged. */
const parse = (before: MessageSettings, values: RecordValues): ParsedRecord<MessageSettings> => {
  const chosen = choicesOf(values.email)
  const texted = choicesOf(values.sms)
  const sender = readSender(values.smsSender ?? '')
  if (texted.length > 0 && sender === '') return { ok: false, errors: { smsSender: words.senderMissing } }
  const parsed = messageSettingsSchema.safeParse({
    ...before,
    email: Object.fromEntries(automaticKinds.map((kind) => [kind, chosen.includes(kind)])),
    sms: Object.fromEntries(smsKinds.map((kind) => [kind, texted.includes(kind)])),
    smsSender: sender === '' ? null : sender,
    reminderDays: typedWhole(values.reminderDays),
    requestDays: typedWhole(values.requestDays),
    feedbackDays: typedWhole(values.feedbackDays),
    sendAt: values.sendAt,
    quietFrom: values.quietFrom,
    quietTo: values.quietTo,
  })
  if (parsed.success) return { ok: true, input: parsed.data }
  const names = parsed.error.issues.map(({ path }) => String(path[0]))
  return { ok: false, errors: Object.fromEntries(names.map((name) => [name, invalid[name] ?? words.invalid])) }
}

/** Shows the messages that each location sends automatically, with a form that changes them (decision 288). */
export function MessageSettingsSection({ bridge, stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newMessageSettings(), [stores])
  const [edited, setEdited] = useState<AdministeredMessageSettings | null>(null)
  const { save } = store.getState()
  return (
    <RecordsSection
      store={store}
      connectivity={stores.connectivity}
      words={words.section}
      rowsOf={(rows) => rows}
      keyOf={({ locationID }) => locationID}
      textOf={({ name }) => name}
      columnsOf={() => [
        { id: 'location', header: words.location, isRowHeader: true, cell: ({ name }) => name },
        {
          id: 'sent',
          header: words.sent,
          cell: ({ settings }) =>
            automaticKinds
              .filter((kind) => settings.email[kind])
              .map((kind) => words.kinds[kind])
              .join(', ') || words.none,
        },
        {
          id: 'texts',
          header: words.texts,
          cell: ({ settings }) =>
            smsKinds
              .filter((kind) => settings.sms[kind])
              .map((kind) => words.kinds[kind])
              .join(', ') || words.none,
        },
        {
          id: 'timing',
          header: words.timing,
          cell: ({ settings }) => words.daysBefore(settings.reminderDays, formatTime(settings.sendAt)),
        },
        {
          id: 'quiet',
          header: words.quiet,
          cell: ({ settings: { quietFrom, quietTo } }) =>
            quietFrom === quietTo ? words.noQuiet : words.from(formatTime(quietFrom), formatTime(quietTo)),
        },
        actsColumn<AdministeredMessageSettings>(({ name }) => name, setEdited),
      ]}
    >
      {(_rows, offlineReason) =>
        edited === null ? null : (
          <RecordDialog
            title={words.editTitle(edited.name)}
            saveLabel={words.save}
            who={() => edited.name}
            fields={fieldsOf(edited.settings)}
            initial={toValues(edited)}
            version={edited.version}
            parse={(values) => parse(edited.settings, values)}
            send={(settings, version) =>
              save(edited.locationID, () =>
                bridge.messages.changeSettings({ locationID: edited.locationID, settings, version }),
              )
            }
            readCurrent={readCurrent}
            offlineReason={offlineReason}
            onSaved={() => notices.success(words.saved(edited.name))}
            onClose={() => setEdited(null)}
          />
        )
      }
    </RecordsSection>
  )
}
