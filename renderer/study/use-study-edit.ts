import type { Failure, Reply } from '#contract/reply.ts'
import { ok } from '#contract/reply.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { WithDrafts } from '../session/drafts.ts'
import { failureText } from './panel-words.ts'
import { useUnfoldFor } from './sections.ts'
import type { StudyPage } from './study-part-props.ts'
import { type Current, type MergedEdit, useMergedEdit } from './use-merged-edit.ts'

type Options<Fields extends object> = {
  /** The key of the call for `page.perform` and `page.isBusy`. */
  readonly key: string
  readonly draftID: string
  readonly parse: (content: unknown) => Fields | null
  readonly fieldsOf: (study: Study) => Fields
  readonly send: (fields: Fields, version: number) => Promise<Reply<Study>>
  /** Runs after each save, to read data that the answer does not contain. */
  readonly onSaved?: () => void
}

/**
 * Edits some fields of the page's study, as {@link useMergedEdit} does, with a draft. Shows every failure except
 * `stale` as a notice.
 */
export function useStudyEdit<Fields extends object>(
  page: StudyPage<WithDrafts>,
  { key, draftID, parse, fieldsOf, send, onSaved }: Options<Fields>,
): MergedEdit<Fields> {
  const { bridge, notices, stores, view } = page
  const { studyID } = view.study
  const currentOf = (study: Study): Current<Fields> => ({ fields: fieldsOf(study), version: study.version })
  const showFailure = (failure: Failure): void =>
    void notices.error({ title: studyMessages.savingFailed, description: failureText(failure) })
  const edit = useMergedEdit<Fields>({
    current: currentOf(view.study),
    draft: { drafts: stores.drafts, draftID },
    parse,
    send: async (fields, version) => {
      const reply = await page.perform(key, studyMessages.savingFailed, async () => ok(await send(fields, version)))
      if (reply === null) return null
      if (!reply.ok) {
        if (reply.failure.code !== 'stale') showFailure(reply.failure)
        return reply
      }
      page.keep(reply.value)
      onSaved?.()
      return ok(fieldsOf(reply.value))
    },
    refresh: async () => {
      const reply = await bridge.study.read({ studyID })
      if (!reply.ok) {
        showFailure(reply.failure)
        return null
      }
      page.keep(reply.value.study)
      return currentOf(reply.value.study)
    },
  })
  // A restored draft opens its section, so that it is not forgotten.
  useUnfoldFor(edit.fields !== null)
  return edit
}
