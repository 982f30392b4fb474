import { useState } from 'react'
import { useStore } from 'zustand'
import type { DocumentsView } from '#domain/contract/bridge.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/time/format-time.ts'
import type { Notices } from '../../stores/notices.ts'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { type DocumentReasons, describeDocumentFailure, offlineReason, whyNot } from './document-words.ts'
import type { DocumentsStore } from './documents-store.ts'

type Props = {
  readonly view: DocumentsView
  readonly store: DocumentsStore
  readonly notices: Notices
  readonly roles: readonly string[]
  readonly isOnline: boolean
}

/** A panel for each type of document, and the windows that open from one. */
export function DocumentTypes({ view, store, notices, roles, isOnline }: Props) {
  const state = useStore(store)
  const { types, documents, member, study, location } = view
  const [viewed, setViewed] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<{ typeId: string; problem: string | null } | null>(null)
  const who = `${fullName(member)}, ${formatDate(member.dob)}`
  const reasons: DocumentReasons = {
    view: isOnline ? null : offlineReason,
    create: whyNot('create', roles, isOnline),
    update: whyNot('update', roles, isOnline),
    deactivate: whyNot('deactivate', roles, isOnline),
  }
  const labelOf = (typeId: string): string => {
    const type = types.find(({ uuid }) => uuid === typeId)
    return type === undefined ? 'Document' : documentTypeLabel(type)
  }
  const versionsOf = (typeId: string): readonly StudyDocument[] =>
    documents.filter((document) => document.typeId === typeId).toSorted((a, b) => b.version - a.version)
  const shown = types.map(({ uuid }) => uuid)
  // One whose type was taken off the list is still there, and still to be dealt with.
  const others = [...new Set(documents.map(({ typeId }) => typeId))].filter((typeId) => !shown.includes(typeId))

  const upload = async (typeId: string): Promise<void> => {
    const reply = await state.upload(typeId)
    if (reply === null) return
    if (!reply.ok) {
      notices.error({ title: documentMessages.uploadFailed, description: describeDocumentFailure(reply.failure) })
      return
    }
    const { document, isLogged } = reply.value
    if (isLogged) notices.success(`${document.name} uploaded as a draft`)
    else notices.warning({ title: documentMessages.uploadedWithoutLog, timeoutMs: null })
  }
  const setStatus = async (document: StudyDocument, status: DocumentStatus): Promise<void> => {
    const reply = await state.setStatus(document, status)
    if (reply === null) return
    if (reply.ok) notices.success(`${document.name} ${status === 'PUBLISHED' ? 'published' : 'unpublished'}`)
    else notices.error({ title: documentMessages.statusFailed, description: describeDocumentFailure(reply.failure) })
  }
  const remove = async (typeId: string): Promise<void> => {
    const reply = await state.remove(typeId)
    if (reply === null) return
    if (reply.ok) {
      setDeleted(null)
      notices.success(`${labelOf(typeId)} deleted`)
      return
    }
    const problem = describeDocumentFailure(reply.failure)
    setDeleted((now) => (now?.typeId === typeId ? { typeId, problem } : now))
    notices.error({ title: documentMessages.deletionFailed, description: problem })
  }

  if (shown.length + others.length === 0) {
    return <EmptyState title="There are no types of documents">They are set up at the back office.</EmptyState>
  }
  const viewedNewest = viewed === null ? undefined : versionsOf(viewed)[0]
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
            reasons={reasons}
            isBusy={(name) => state.busy.has(name)}
            onView={() => setViewed(typeId)}
            onStatus={(document, status) => void setStatus(document, status)}
            onDelete={() => setDeleted({ typeId, problem: null })}
            onOpenForm={() => state.openForm(typeId, versions[0]?.name ?? label)}
            onCloseForm={() => state.closeForm(typeId)}
            onPick={(file) => store.getState().pick(typeId, file)}
            onName={(name) => state.changeName(typeId, name)}
            onUpload={() => void upload(typeId)}
          />
        )
      })}
      {viewed === null ? null : (
        <DocumentDialog
          title={viewedNewest === undefined ? labelOf(viewed) : `${viewedNewest.name}, version ${viewedNewest.version}`}
          subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
          read={() => state.readFile(viewed)}
          onClose={() => setViewed(null)}
        />
      )}
      {deleted === null ? null : (
        <DeleteDialog
          label={labelOf(deleted.typeId)}
          who={who}
          versions={versionsOf(deleted.typeId)}
          isPending={state.busy.has(deleted.typeId)}
          disabledReason={reasons.deactivate}
          errorMessage={deleted.problem}
          onConfirm={() => void remove(deleted.typeId)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}
