import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatPhone } from '#domain/format/format-phone.ts'
import { type StudyPractitioners, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import type { WithDrafts } from '../session/drafts.ts'
import { faxOf } from '../study/panel-words.ts'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import { useOpener } from '../study/use-opener.ts'
import { useStudyEdit } from '../study/use-study-edit.ts'
import { nameColumn, practiceColumn } from './practitioner-columns.tsx'
import { PractitionerContactDialog } from './practitioner-contact-dialog.tsx'
import { type PractitionerRow, practitionerRows } from './practitioner-rows.ts'
import { practitionerWords as words } from './practitioner-words.ts'
import { PractitionersEdit } from './practitioners-edit.tsx'
import '../study/panels.css'

const key = 'practitioners'

/** Shows who receives the study's report: primary, referring and additional, with their contacts (study spec §3). */
export function PractitionersPanel({ page }: StudyPartProps<WithDrafts>) {
  const { study, practitioners } = page.view
  const edit = usePractitionersEdit(page)
  const [contactOf, setContactOf] = useState<PractitionerRow | null>(null)
  const opener = useOpener(edit.fields !== null)
  const rows = practitionerRows(study.details.practitioners, practitioners)
  const editButton = (
    <Button
      ref={opener}
      size="small"
      icon={<Pencil aria-hidden="true" />}
      disabledReason={page.reason('edit-practitioners')}
      aria-label={words.edit.beginFor(page.who)}
      onPress={edit.begin}
    >
      {words.edit.begin}
    </Button>
  )
  const table =
    rows.length === 0 ? null : (
      <>
        <Table<PractitionerRow>
          caption={words.caption}
          density="small"
          columns={columnsFor(page, setContactOf)}
          rows={rows}
          rowKey={(row) => row.key}
        />
        {practitioners === null ? <p className="stp__quiet">{words.namesOffline}</p> : null}
      </>
    )
  return (
    <Panel title={words.title}>
      {edit.fields !== null ? (
        <PractitionersEdit page={page} edit={edit} fields={edit.fields} busyKey={key} table={table} />
      ) : rows.length === 0 ? (
        <EmptyState size="small" title={words.emptyTitle} action={editButton}>
          {words.empty}
        </EmptyState>
      ) : (
        <div className="stp">
          {table}
          <div className="stp__actions">{editButton}</div>
        </div>
      )}
      {contactOf?.practitioner == null ? null : (
        <PractitionerContactDialog
          key={contactOf.ref.practitionerID}
          page={page}
          practitioner={contactOf.practitioner}
          onClose={() => setContactOf(null)}
        />
      )}
    </Panel>
  )
}

const columnsFor = (
  page: StudyPage<WithDrafts>,
  onEdit: (row: PractitionerRow) => void,
): readonly TableColumn<PractitionerRow>[] => [
  nameColumn,
  { id: 'part', header: words.columns.part, cell: ({ part }) => part },
  practiceColumn,
  {
    id: 'fax',
    header: words.columns.fax,
    cell: ({ practitioner, ref }) =>
      (practitioner === null ? '' : formatPhone(faxOf(practitioner, ref))) || (
        <span className="stp__quiet">{words.none}</span>
      ),
  },
  {
    id: 'email',
    header: words.columns.email,
    cell: ({ practitioner }) => practitioner?.contact.emailAddress || <span className="stp__quiet">{words.none}</span>,
  },
  {
    id: 'actions',
    header: words.columns.actions,
    cell: (row) => (
      <Button
        size="xsmall"
        className="stp__unbroken"
        disabledReason={
          page.reason('edit-practitioner-directory') ?? (row.practitioner === null ? words.cannotEditUnknown : null)
        }
        aria-label={words.editContactOf(row.name)}
        onPress={() => onEdit(row)}
      >
        {words.editContact}
      </Button>
    ),
  },
]

const usePractitionersEdit = (page: StudyPage<WithDrafts>) => {
  const { studyID } = page.view.study
  return useStudyEdit<StudyPractitioners>(page, {
    key,
    draftID: `study-practitioners:${studyID}`,
    parse: (content) => studyPractitionersSchema.safeParse(content).data ?? null,
    fieldsOf: ({ details }) => details.practitioners,
    send: (practitioners, version) => page.bridge.study.changePractitioners({ studyID, version, practitioners }),
    // The answer has no names; the reload of the whole view brings them.
    onSaved: () => void page.reload(),
  })
}
