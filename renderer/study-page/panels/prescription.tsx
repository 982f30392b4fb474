import { Pencil } from 'lucide-react'
import { z } from 'zod'
import { formatInstant } from '#domain/format/format-time.ts'
import { prescriptionFieldsOf, prescriptionReason } from '#domain/study/prescription.ts'
import { noSedative, type PrescriptionFields } from '#domain/study/sedative.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import { panelWords } from '../../study/panel-words.ts'
import { StudyEditForm } from '../../study/study-edit-form.tsx'
import type { StudyPage, StudyPartProps } from '../../study/study-part-props.ts'
import type { MergedEdit } from '../../study/use-merged-edit.ts'
import { useOpener } from '../../study/use-opener.ts'
import { useStudyEdit } from '../../study/use-study-edit.ts'
import { prescriptionWords as words } from './prescription-words.ts'

const key = 'record-prescription'
const fieldNames = ['medicine', 'directions', 'quantity', 'prescriber'] as const
const maxLetters = { medicine: 200, directions: 300, quantity: 120, prescriber: 120 } as const
const hints: Partial<Record<keyof PrescriptionFields, string>> = { prescriber: words.prescriberHint }
const noFields: PrescriptionFields = { medicine: '', directions: '', quantity: '', prescriber: '' }
/** A draft may have empty fields. */
const draftSchema = z.object({
  medicine: z.string(),
  directions: z.string(),
  quantity: z.string(),
  prescriber: z.string(),
})

const usePrescriptionEdit = (page: StudyPage<WithDrafts>): MergedEdit<PrescriptionFields> => {
  const { studyID } = page.view.study
  return useStudyEdit<PrescriptionFields>(page, {
    key,
    draftID: `study-prescription:${studyID}`,
    parse: (content) => draftSchema.safeParse(content).data ?? null,
    fieldsOf: ({ sedative }) => prescriptionFieldsOf(sedative) ?? noFields,
    send: (prescription, version) => page.bridge.study.recordPrescription({ studyID, version, prescription }),
  })
}

/**
 * Shows the prescription of the sedative: medicine and prescriber; prescribers record and correct it (decision 298).
 */
export function PrescriptionPart({ page }: StudyPartProps<WithDrafts>) {
  const edit = usePrescriptionEdit(page)
  const opener = useOpener(edit.fields !== null)
  const { study, location } = page.view
  const { prescription, status } = study.sedative
  const reason = page.reason('record-prescription') ?? prescriptionReason(study.sedative, study.status)
  if (edit.fields !== null) return <Form page={page} edit={edit} fields={edit.fields} reason={reason} />
  const mayRecord = page.decide('record-prescription').kind !== 'forbidden'
  if (prescription === null && (status === noSedative.status || !mayRecord)) return null
  const label = prescription === null ? words.record : words.correct
  return (
    <section className="stp__part stp" aria-label={words.title}>
      <FactList>
        {fieldNames.map((name) => (
          <Fact key={name} label={words.fields[name]} missing={words.none} isWide={name === 'directions'}>
            {prescription?.[name] ?? null}
          </Fact>
        ))}
        <Fact label={words.recorded} missing={words.none}>
          {prescription?.recordedAt == null
            ? null
            : words.recordedFacts(
                formatInstant(prescription.recordedAt, location.timezone),
                prescription.recordedBy ?? panelWords.notRecorded,
              )}
        </Fact>
      </FactList>
      {mayRecord ? (
        <div className="stp__actions">
          <Button
            ref={opener}
            size="small"
            icon={<Pencil aria-hidden="true" />}
            disabledReason={reason}
            aria-label={panelWords.actFor(label, page.who)}
            onPress={edit.begin}
          >
            {label}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type FormProps = StudyPartProps<WithDrafts> & {
  readonly edit: MergedEdit<PrescriptionFields>
  readonly fields: PrescriptionFields
  readonly reason: string | null
}

function Form({ page, edit, fields, reason }: FormProps) {
  const empty = fieldNames.find((name) => fields[name].trim() === '')
  const long = fieldNames.find((name) => fields[name].trim().length > maxLetters[name])
  const problem = (): string | null => {
    if (empty !== undefined) return words.missing(words.fields[empty])
    return long === undefined ? null : words.tooLong(words.fields[long], fields[long].trim().length - maxLetters[long])
  }
  return (
    <StudyEditForm
      {...{ page, edit, words, reason }}
      busyKey={key}
      label={words.title}
      describeField={(name) => words.fields[name]}
      describeValue={(value) => value}
      problem={problem()}
    >
      {fieldNames.map((name) => (
        <TextField
          key={name}
          label={words.fields[name]}
          description={hints[name]}
          value={fields[name]}
          onChange={(value) => edit.change({ [name]: value })}
        />
      ))}
      {page.view.study.sedative.status === 'pending' ? <p className="stp__quiet">{words.becomesPrescribed}</p> : null}
    </StudyEditForm>
  )
}
