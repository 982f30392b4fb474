import { UserX } from 'lucide-react'
import { useState } from 'react'
import type { Failure, Reply } from '#contract/reply.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { NamedShare } from '#domain/documents/share.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { Notices } from '../kit/notices.ts'
import { describeStudyFailure } from '../study/study-failures.ts'
import { sharingWords } from './sharing-words.ts'

type SharesTableProps = {
  readonly shares: readonly NamedShare[]
  readonly zone: ZoneId
  /** Full name and birth date of the study's member. */
  readonly who: string
  /** The study's member and the study, in the line above the buttons of the question. */
  readonly identity: string
  /** Notices to which `createNamedNotices` adds the name of the study's member. */
  readonly notices: Pick<Notices, 'success' | 'error'>
  /** Why nothing can be revoked now; null if shares can be revoked. */
  readonly reason: string | null
  /** The member who received the share that is being revoked; null while no share is being revoked. */
  readonly revoking: MemberID | null
  readonly revoke: (platformId: MemberID) => Promise<Reply<readonly NamedShare[]> | null>
}

/** Describes why shares could not be read or revoked, and what to do. */
export const describeShareFailure = (failure: Failure): string =>
  failure.code === 'insufficient-permissions'
    ? documentMessages.insufficientPermissions
    : describeStudyFailure(failure).text

/**
 * Returns name and birth date of a share's receiver. The platform ID replaces a missing birth date, because two unknown
 * receivers would otherwise have the same text.
 */
const receiverOf = ({ fullName, dob, platformId }: NamedShare): string =>
  `${fullName}, ${dob === null ? platformId : formatDate(dob)}`

/**
 * Shows a study's shares (study spec §2 Shares table), newest first. Asks for confirmation before it revokes a share.
 * The question names the receiver and the study's member.
 */
export function SharesTable({ shares, zone, who, identity, notices, reason, revoking, revoke }: SharesTableProps) {
  const [asked, setAsked] = useState<{ readonly share: NamedShare; readonly problem: string | null } | null>(null)
  const confirm = async (share: NamedShare): Promise<void> => {
    const { platformId } = share
    const reply = await revoke(platformId)
    if (reply === null) return
    if (reply.ok) {
      setAsked(null)
      notices.success(sharingWords.revoked(receiverOf(share)))
      return
    }
    const problem = describeShareFailure(reply.failure)
    setAsked((now) => (now?.share.platformId === platformId ? { ...now, problem } : now))
    notices.error({ title: documentMessages.revokeFailed, description: problem })
  }
  const actionName = (share: NamedShare): string => sharingWords.revokeOf(receiverOf(share), who)
  return (
    <>
      {shares.length === 0 ? (
        <EmptyState size="compact" title={documentMessages.nothingShared}>
          {sharingWords.emptyHint}
        </EmptyState>
      ) : (
        <Table
          caption={sharingWords.caption}
          rows={shares.toSorted((a, b) => b.date.localeCompare(a.date))}
          rowKey={({ platformId }) => platformId}
          columns={[
            { id: 'name', header: sharingWords.name, isRowHeader: true, sortBy: receiverOf, cell: receiverOf },
            {
              id: 'date',
              header: sharingWords.date,
              sortBy: ({ date }) => date,
              cell: (share) => <span className="tabular">{formatInstant(share.date, zone)}</span>,
            },
            {
              id: 'actions',
              header: sharingWords.actions,
              cell: (share) => (
                <Button
                  size="small"
                  tone="danger"
                  icon={<UserX aria-hidden="true" />}
                  disabledReason={reason}
                  isPending={revoking === share.platformId}
                  aria-label={actionName(share)}
                  onPress={() => setAsked({ share, problem: null })}
                >
                  {sharingWords.revoke}
                </Button>
              ),
            },
          ]}
        />
      )}
      {asked === null ? null : (
        <ConfirmDialog
          isOpen
          title={sharingWords.confirmTitle}
          confirmLabel={sharingWords.revoke}
          confirmName={actionName(asked.share)}
          who={identity}
          tone="danger"
          isPending={revoking === asked.share.platformId}
          disabledReason={reason}
          errorMessage={asked.problem}
          onConfirm={() => void confirm(asked.share)}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong>{receiverOf(asked.share)}</strong> {sharingWords.confirmEffect} <strong>{who}</strong>.{' '}
            {sharingWords.confirmLimit}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
