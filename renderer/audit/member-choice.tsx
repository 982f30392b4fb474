import type { Member } from '#domain/members/member.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import type { MemberFactories } from '../members/member-factories.ts'
import { MemberFinder } from '../members/member-finder.tsx'
import { auditWords, describeAuditFailure } from './audit-words.ts'

type Props = {
  readonly stores: MemberFactories
  readonly onChoose: (member: Member) => void
  readonly onClose: () => void
}

/** Asks for the member whose entries are shown. */
export function MemberChoice({ stores, onChoose, onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title={auditWords.choice.title}>
      <MemberFinder stores={stores} describeFailure={describeAuditFailure} onChoose={onChoose} />
    </Dialog>
  )
}
