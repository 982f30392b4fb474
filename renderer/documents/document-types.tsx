import { useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { DocumentsView } from '#contract/documents/bridge.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import type { Notices } from '../kit/notices.ts'
import { naming, whoOf } from '../study/named-notices.ts'
import { describeStudyIdentity } from '../study/study-identity.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { DocumentPanel } from './document-panel.tsx'
import {
  type DocumentReasons,
  describeDocumentFailure,
  documentRights,
  documentWords,
  offlineReason,
  whyNotDocument,
} from './document-words.ts'
import type { DocumentsStore } from './documents-state.ts'

type Props = {
  readonly bridge: Pick<Bridge, 'printing' | 'downloads'>
  readonly view: DocumentsView
  readonly store: DocumentsStore
  readonly notices: Notices
  readonly roles: readonly string[]
  readonly isOnline: boolean
}

/**
 * A type whose documents the user wants to delete, its versions when the dialog opened or at the last failed try, and
 * the failure of that try.
 */
type Asked = { readonly typeId: string; readonly versions: readonly StudyDocument[]; readonly problem: string | null }

const newestFirst = (documents: readonly StudyDocument[], typeId: string): readonly StudyDocument[] =>
  documents.filter((document) => document.typeId === typeId).toSorted((a, b) => b.version - a.version)

/** Shows a panel for each type of document, and the dialogs that the panels open. */
export function DocumentTypes({ bridge, view, store, notices, roles, isOnline }: Props) {
  const state = useStore(store)
  const { types, documents, member, study, location } = view
  const [viewed, setViewed] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Asked | null>(null)
  const who = whoOf(member)
  const reasons: DocumentReasons = {
    may: documentRights(roles),
    view: isOnline ? null : offlineReason,
    create: whyNotDocument('create', roles, isOnline),
    update: whyNotDocument('update', roles, isOnline),
    deactivate: whyNotDocument('deactivate', roles, isOnline),
  }
  const labelOf = (typeId: string): string => {
    const type = types.find(({ uuid }) => uuid === typeId)
    return type === undefined ? documentWords.screen.unknownType : documentTypeLabel(type)
  }
  const versionsOf = (typeId: string): readonly StudyDocument[] => newestFirst(documents, typeId)
  const isInUse = (typeId: string): boolean => types.some(({ uuid, active }) => uuid === typeId && active !== false)
  const shown = types.map(({ uuid }) => uuid).filter(isInUse)
  // A type that was deactivated or removed from the list may still have documents.
  const others = [...new Set(documents.map(({ typeId }) => typeId))].filter((typeId) => !shown.includes(typeId))

  const setStatus = async (document: StudyDocument, status: DocumentStatus): Promise<void> => {
    const { wasPublished, wasUnpublished } = documentWords.status
    const reply = await state.setStatus(document, status)
    if (reply === null) return
    if (reply.ok)
      notices.success(naming(status === 'PUBLISHED' ? wasPublished(document.name) : wasUnpublished(document.name), who))
    else
      notices.error(
        naming({ title: documentMessages.statusFailed, description: describeDocumentFailure(reply.failure) }, who),
      )
  }
  const remove = async ({ typeId, versions }: Asked): Promise<void> => {
    const meanwhile = { typeId, versions: versionsOf(typeId), problem: documentMessages.newerVersion }
    const newest = versions[0]?.uuid
    if (newest === undefined) return
    // If the list has a newer version by now, the dialog counts that version too, and the user must confirm again.
    if (meanwhile.versions[0] !== undefined && meanwhile.versions[0].uuid !== newest) return setDeleted(meanwhile)
    const reply = await state.remove(typeId, newest)
    if (reply === null) return
    if (reply.ok) {
      setDeleted(null)
      notices.success(naming(documentWords.panel.deleted(labelOf(typeId)), who))
      return
    }
    const problem = describeDocumentFailure(reply.failure)
    const { read } = store.getState()
    const now = read.kind === 'ready' ? newestFirst(read.value.documents, typeId) : versions
    setDeleted((asked) => (asked?.typeId === typeId ? { typeId, versions: now, problem } : asked))
    notices.error(naming({ title: documentMessages.deletionFailed, description: problem }, who))
  }

  const identity = describeStudyIdentity({ member, study })
  if (shown.length + others.length === 0) {
    return <EmptyState title={documentWords.screen.noTypes}>{documentWords.screen.noTypesHint}</EmptyState>
  }
  return (
    <>
      {[...shown, ...others].map((typeId) => {
        const label = labelOf(typeId)
        const versions = versionsOf(typeId)
        return (
          <DocumentPanel
            key={typeId}
            label={label}
            description={types.find(({ uuid }) => uuid === typeId)?.description ?? ''}
            versions={versions}
            form={state.forms[typeId] ?? null}
            zone={location.timezone}
            who={who}
            identity={identity}
            reasons={
              isInUse(typeId) ? reasons : { ...reasons, create: reasons.create ?? documentWords.screen.typeDeactivated }
            }
            isBusy={(name) => state.busy.has(name)}
            onView={() => setViewed(typeId)}
            onStatus={(document, status) => void setStatus(document, status)}
            onDelete={() => setDeleted({ typeId, versions, problem: null })}
            onOpenForm={() => state.openForm(typeId, versions[0]?.name ?? label)}
            onCloseForm={() => state.closeForm(typeId)}
            onPick={(file) => store.getState().pick(typeId, file)}
            onRefused={(reason) =>
              notices.error(naming({ title: documentMessages.uploadFailed, description: reason }, who))
            }
            onName={(name) => state.changeName(typeId, name)}
            onUpload={() => void state.upload(typeId)}
          />
        )
      })}
      {viewed === null ? null : (
        <DocumentDialog
          bridge={bridge}
          notices={notices}
          studyID={study.studyID}
          label={labelOf(viewed)}
          who={who}
          reason={reasons.view}
          read={() => state.readFile(viewed)}
          onClose={() => setViewed(null)}
        />
      )}
      {deleted === null ? null : (
        <DeleteDialog
          label={labelOf(deleted.typeId)}
          who={who}
          identity={identity}
          versions={deleted.versions}
          isPending={state.busy.has(deleted.typeId)}
          disabledReason={reasons.deactivate}
          errorMessage={deleted.problem}
          onConfirm={() => void remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}
