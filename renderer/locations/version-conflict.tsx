import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Table } from '../kit/controls/table.tsx'
import { locationFormWords as words } from './location-form-words.ts'

type Line = { readonly field: string; readonly mine: string; readonly saved: string }

/** Shows the user's values beside those that another administrator saved in the meantime. The user chooses one side. */
export function VersionConflict(props: {
  readonly lines: readonly Line[]
  readonly onTakeSaved: () => void
  readonly onKeepMine: () => void
}) {
  return (
    <Banner
      tone="warning"
      title={words.conflictTitle}
      action={
        <>
          <Button size="small" onPress={props.onTakeSaved}>
            {words.takeSaved}
          </Button>
          <Button size="small" onPress={props.onKeepMine}>
            {words.keepMine}
          </Button>
        </>
      }
    >
      <p>{words.conflict}</p>
      <Table
        caption={words.conflictTitle}
        density="small"
        columns={[
          { id: 'field', header: words.field, isRowHeader: true, cell: (line: Line) => line.field },
          { id: 'mine', header: words.yours, cell: (line: Line) => line.mine },
          { id: 'saved', header: words.savedSide, cell: (line: Line) => line.saved },
        ]}
        rows={props.lines}
        rowKey={({ field }) => field}
      />
    </Banner>
  )
}
