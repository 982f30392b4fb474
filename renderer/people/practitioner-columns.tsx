import { practiceName } from '#domain/people/practitioner.ts'
import type { TableColumn } from '../kit/controls/table.tsx'
import { practiceOf } from '../study/panel-words.ts'
import type { PractitionerRow } from './practitioner-rows.ts'
import { practitionerWords } from './practitioner-words.ts'

/** The practitioner's name, which is the row's header. */
export const nameColumn: TableColumn<PractitionerRow> = {
  id: 'name',
  header: practitionerWords.columns.practitioner,
  isRowHeader: true,
  cell: ({ name, practitioner }) => (
    <>
      {name}
      {practitioner === null || practitioner.profession === '' ? null : (
        <span className="stp__below">{practitioner.profession}</span>
      )}
    </>
  ),
}

/** The practice at which the study names the practitioner. */
export const practiceColumn: TableColumn<PractitionerRow> = {
  id: 'practice',
  header: practitionerWords.columns.practice,
  cell: ({ practitioner, ref }) => {
    const practice = practitioner === null ? null : practiceOf(practitioner, ref)
    return practice === null ? (
      <span className="stp__quiet">{practitionerWords.practiceNotNamed}</span>
    ) : (
      practiceName(practice)
    )
  },
}
