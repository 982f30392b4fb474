import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Button } from '../kit/controls/button.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithSession } from '../session/session-store.ts'
import { SignInCard } from '../session/sign-in-card.tsx'
import { SignInScreen } from '../session/sign-in-screen.tsx'
import { EntranceForm } from './entrance-form.tsx'
import { entranceWords } from './entrance-words.ts'

type Props = {
  readonly bridge: Pick<Bridge, 'accounts'>
  readonly stores: WithClock & WithConnectivity & WithSession
  /** Shown above the card of the sign-in and of an invitation. */
  readonly notice?: ReactNode
}

const newPassword = {
  name: 'password',
  type: 'password',
  autoComplete: 'new-password',
  description: entranceWords.passwordHint,
} as const

/**
 * Shows the page before a session: sign-in, an invitation, or the first start while the back office has no administrator
 * (decisions section 6).
 */
export function EntranceScreen({ bridge, stores, notice }: Props) {
  const needsSetup = useStore(stores.connectivity, ({ connectivity }) => connectivity?.needsSetup === true)
  const [hasInvitation, setInvitation] = useState(false)
  if (needsSetup) return <FirstStartScreen bridge={bridge} />
  if (!hasInvitation) {
    return (
      <SignInScreen
        stores={stores}
        notice={notice}
        more={
          <Button variant="plain" onPress={() => setInvitation(true)}>
            {entranceWords.invitationLink}
          </Button>
        }
      />
    )
  }
  const words = entranceWords.invitation
  return (
    <SignInCard title={words.title} subtitle={words.subtitle} notices={notice}>
      <EntranceForm
        fields={[
          { name: 'code', label: words.code },
          { ...newPassword, label: words.password },
        ]}
        submitLabel={words.submit}
        failedTitle={words.failedTitle}
        hasFocus
        onSubmit={(values) => bridge.accounts.acceptInvitation(values)}
        more={
          <Button variant="plain" onPress={() => setInvitation(false)}>
            {entranceWords.backToSignIn}
          </Button>
        }
      />
    </SignInCard>
  )
}

function FirstStartScreen({ bridge }: Pick<Props, 'bridge'>) {
  const words = entranceWords.firstStart
  return (
    <SignInCard title={words.title} subtitle={words.subtitle}>
      <EntranceForm
        fields={[
          { name: 'code', label: words.code, description: words.codeHint },
          { name: 'organisation', label: words.organisation, autoComplete: 'organization' },
          { name: 'firstname', label: words.firstname, autoComplete: 'given-name' },
          { name: 'lastname', label: words.lastname, autoComplete: 'family-name' },
          { name: 'email', label: words.email, type: 'email', autoComplete: 'username' },
          { ...newPassword, label: words.password },
        ]}
        submitLabel={words.submit}
        failedTitle={words.failedTitle}
        hasFocus
        onSubmit={(values) => bridge.accounts.setUp(values)}
      />
    </SignInCard>
  )
}
