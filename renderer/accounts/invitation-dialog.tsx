import type { Invitation } from '#contract/accounts/bridge.ts'
import { formatDateText } from '#domain/format/format-date.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { Notices } from '../kit/notices.ts'
import { accountName, accountWho } from './account-values.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.code

type Props = { readonly invitation: Invitation; readonly notices: Notices; readonly onClose: () => void }

/** Shows an invitation code. It cannot be shown again later, because the server stores only its hash. */
export function InvitationDialog({ invitation, notices, onClose }: Props) {
  const { account, code, expiresAt, mail } = invitation
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title(accountName(account))}
      width="narrow"
      isDismissable={false}
      footer={
        <CommitBar who={accountWho(account)}>
          <Button
            aria-label={controlWords.commitOf(words.copy, accountName(account))}
            onPress={() =>
              void navigator.clipboard.writeText(code).then(
                () => notices.success(words.copied),
                () => undefined,
              )
            }
          >
            {words.copy}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {words.close}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-accounts__form">
        <p>{words.text}</p>
        <TextField
          label={words.label}
          value={code}
          isReadOnly
          autoFocus
          className="s-accounts__code"
          description={words.until(formatDateText(expiresAt.slice(0, 10)))}
        />
        <Banner tone={mail === 'sent' ? 'info' : 'warning'} title={words.once}>
          {words.mail[mail](account.email)}
        </Banner>
      </div>
    </Dialog>
  )
}
