import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ok } from '#contract/reply.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { type StudyPractitioners, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import type { WithDrafts } from '../session/drafts.ts'
import { failureText, faxOf } from '../study/panel-words.ts'
import type { StudyPage, StudyPartProps } from '../study/study-part-props.ts'
import { type Current, useMergedEdit } from '../study/use-merged-edit.ts'
import { useOpener } from '../study/use-opener.ts'
import { nameColumn, practiceColumn } from './practitioner-columns.tsx'
import { PractitionerContactDialog } from './practitioner-contact-dialog.tsx'
import { type PractitionerRow, practitionerRows } from './practitioner-rows.ts'
import { practitionerWords as words } from './practitioner-words.ts'
import { PractitionersEdit } from './practitioners-edit.tsx'
import '../study/panels.css'

const key = 'practitioners'

const currentOf = (study: Study): Current<StudyPractitioners> => ({
  fields: study.details.practitioners,
  version: study.version,
})

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
  const { bridge, notices, stores, view } = page
  const { studyID } = view.study
  const failed = (failure: Parameters<typeof failureText>[0]): void =>
    void notices.error({ title: studyMessages.savingFailed, description: failureText(failure) })
  return useMergedEdit<StudyPractitioners>({
    current: currentOf(view.study),
    draft: { drafts: stores.drafts, draftID: `study-practitioners:${studyID}` },
    parse: (content) => studyPractitionersSchema.safeParse(content).data ?? null,
    send: async (practitioners, version) => {
      const reply = await page.perform(key, studyMessages.savingFailed, async () =>
        ok(await bridge.study.changePractitioners({ studyID, version, practitioners })),
      )
      if (reply === null) return null
      if (reply.ok) {
        page.keep(reply.value)
        // The answer has no names; the reload of the whole view brings them.
        void page.reload()
        return ok(currentOf(reply.value).fields)
      }
      if (reply.failure.code !== 'stale') failed(reply.failure)
      return reply
    },
    refresh: async () => {
      const reply = await bridge.study.read({ studyID })
      if (!reply.ok) {
        failed(reply.failure)
        return null
      }
      page.keep(reply.value.study)
      return currentOf(reply.value.study)
    },
  })
}
