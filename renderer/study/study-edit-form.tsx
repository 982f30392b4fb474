import type { ReactNode } from 'react'
import { awaitingReason } from '../kit/awaiting-reason.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { ConflictSides } from './conflict-sides.tsx'
import { panelWords } from './panel-words.ts'
import { saySaved } from './say-saved.ts'
import { describeStudyIdentity } from './study-identity.ts'
import type { StudyPage } from './study-part-props.ts'
import type { MergedEdit } from './use-merged-edit.ts'

type Props<Fields extends object> = {
  readonly page: StudyPage
  readonly edit: MergedEdit<Fields>
  /** The key under which the page knows whether the save is running. */
  readonly busyKey: string
  readonly label: string
  readonly words: {
    readonly [Name in 'restoredTitle' | 'restored' | 'conflict' | 'unchanged' | 'save' | 'saved' | 'discard']: string
  }
  /** Names a field in a conflict, and writes its value. */
  readonly describeField: (field: keyof Fields) => string
  readonly describeValue: (value: Fields[keyof Fields]) => string
  /** Why this user cannot save now; null if they can. */
  readonly reason: string | null
  /** The problem with the typed fields; null for none. */
  readonly problem: string | null
  readonly children: ReactNode
}

/** Shows the fields of an edit of the study, with its restored draft, its conflict, and the buttons that end it. */
export function StudyEditForm<Fields extends object>(props: Props<Fields>) {
  const { page, edit, busyKey, words, reason, problem } = props
  const [conflict] = edit.conflicts
  const unfinished = conflict === undefined ? problem : words.conflict
  const save = async (): Promise<void> => {
    saySaved(page.notices, words.saved, await edit.save())
  }
  return (
    <section className="stp__part stp" aria-label={props.label}>
      {edit.isRestored ? (
        <Banner tone="info" title={words.restoredTitle}>
          {words.restored}
        </Banner>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictSides
          what={props.describeField(conflict.field)}
          mine={props.describeValue(conflict.mine)}
          theirs={props.describeValue(conflict.theirs)}
          isFoundBySave={edit.hasMetConflict}
          onSettle={(whose) => edit.settle(conflict.field, whose)}
        />
      )}
      {props.children}
      <CommitBar who={describeStudyIdentity(page.view)}>
        <Button
          size="small"
          variant="primary"
          isPending={page.isBusy(busyKey)}
          disabledReason={reason ?? unfinished ?? (edit.hasChanges ? null : words.unchanged)}
          aria-label={panelWords.actFor(words.save, page.who)}
          onPress={() => void save()}
        >
          {words.save}
        </Button>
        <Button size="small" disabledReason={page.isBusy(busyKey) ? awaitingReason : null} onPress={edit.discard}>
          {words.discard}
        </Button>
      </CommitBar>
    </section>
  )
}
