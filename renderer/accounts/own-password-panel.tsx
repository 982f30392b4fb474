import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { Panel } from '../kit/controls/panel.tsx'
import type { Notices } from '../kit/notices.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { EntranceForm } from './entrance-form.tsx'
import { entranceWords } from './entrance-words.ts'

const words = entranceWords.ownPassword

type Props = WithConnectivity & { readonly bridge: Pick<Bridge, 'accounts'>; readonly notices: Notices }

/** Shows the form in Profile that changes the user's own password. */
export function OwnPasswordPanel({ bridge, connectivity, notices }: Props) {
  const isReached = useStore(connectivity, isOnlineNow)
  return (
    <Panel title={words.title} isCollapsible={false}>
      <p className="s-settings__note">{words.text}</p>
      <EntranceForm
        fields={[
          { name: 'oldPassword', label: words.old, type: 'password', autoComplete: 'current-password' },
          {
            name: 'newPassword',
            label: words.next,
            type: 'password',
            autoComplete: 'new-password',
            description: entranceWords.passwordHint,
          },
        ]}
        submitLabel={words.submit}
        failedTitle={words.failedTitle}
        disabledReason={isReached ? null : words.needsConnection}
        hasFocus={false}
        onSubmit={async (values) => {
          const reply = await bridge.accounts.changeOwnPassword(values)
          if (reply.ok) notices.success(words.done)
          return reply
        }}
      />
    </Panel>
  )
}
