import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { StatusDot } from '../kit/controls/status-dot.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { AttemptProblem } from './attempt-problem.tsx'
import { isOnlineNow, type WithConnectivity } from './connectivity-store.ts'
import { OtherServerBanner } from './other-server-banner.tsx'
import { PasswordField } from './password-field.tsx'
import { PolicyBanner } from './policy-banner.tsx'
import type { WithSession } from './session-store.ts'
import { sessionWords } from './session-words.ts'
import { SignInCard } from './sign-in-card.tsx'

const words = sessionWords.signIn

type Stores = WithClock & WithConnectivity & WithSession

type Props = {
  stores: Stores
  /** A message above the card, for example that this program must be updated. */
  notice?: ReactNode
  /** Shown below the button, for example the link for an invitation. */
  more?: ReactNode
}

/** Shows the sign-in page (decisions §2). A failure clears nothing that was typed. */
export function SignInScreen({ stores, notice, more }: Props) {
  const attempt = useStore(stores.session, (state) => state.attempt)
  const isDemo = useStore(stores.connectivity, (state) => state.connectivity?.environment === 'DEMO')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  // A wrong password is mostly a typing error: select it, so that the user can type it again.
  useEffect(() => {
    if (attempt.kind === 'failed' && attempt.failure.code === 'bad-credentials') passwordRef.current?.select()
  }, [attempt])

  function submit(event: FormEvent) {
    event.preventDefault()
    const nowMissing = {
      ...(email.trim() === '' ? { email: words.emailMissing } : {}),
      ...(password === '' ? { password: sessionWords.passwordMissing } : {}),
    }
    setMissing(nowMissing)
    if (nowMissing.email) emailRef.current?.focus()
    else if (nowMissing.password) passwordRef.current?.focus()
    else void stores.session.getState().signIn(email.trim(), password)
  }

  return (
    <SignInCard
      title={words.title}
      subtitle={words.subtitle}
      notices={
        <>
          {notice}
          <OtherServerBanner connectivity={stores.connectivity} />
          <PolicyBanner connectivity={stores.connectivity} />
          {isDemo ? <Banner tone="warning" title={words.demo} /> : null}
        </>
      }
      foot={<ConnectionNotice connectivity={stores.connectivity} />}
    >
      <form className="s-door__form" onSubmit={submit} noValidate>
        <AttemptProblem stores={stores} purpose="sign-in" />
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          errorMessage={email === '' ? missing.email : undefined}
          autoFocus
          ref={emailRef}
        />
        <PasswordField
          value={password}
          onChange={setPassword}
          errorMessage={password === '' ? missing.password : undefined}
          ref={passwordRef}
        />
        <Button type="submit" variant="primary" size="large" isFullWidth isPending={attempt.kind === 'pending'}>
          {words.submit}
        </Button>
        {more}
      </form>
    </SignInCard>
  )
}

function ConnectionNotice({ connectivity }: WithConnectivity) {
  const state = useStore(connectivity)
  if (state.connectivity === null) return null
  if (state.connectivity.state === 'starting') return <StatusDot tone="neutral" label={words.starting} />
  if (isOnlineNow(state)) return <StatusDot tone="success" label={words.online} />
  return (
    <span className="s-door__reach">
      <StatusDot tone="danger" label={words.offline} />{' '}
      <Button
        variant="plain"
        size="xsmall"
        isPending={state.retrying === 'retrying'}
        onPress={() => void state.retry()}
      >
        {words.tryAgain}
      </Button>
    </span>
  )
}
