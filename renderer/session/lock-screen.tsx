import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { WithClock } from '../kit/clock-store.ts'
import { Button } from '../kit/controls/button.tsx'
import { AttemptProblem } from './attempt-problem.tsx'
import { PasswordField } from './password-field.tsx'
import type { Locked, WithSession } from './session-store.ts'
import { sessionWords } from './session-words.ts'
import { SignInCard } from './sign-in-card.tsx'

type Stores = WithClock & WithSession

type Props = {
  user: Locked['user']
  stores: Stores
  /** A message above the form, for example that this program must be updated. */
  notice?: ReactNode
}

/**
 * Shows a locked workstation (decisions §5 Locks). The same user unlocks it and keeps their drafts; another user signs
 * in.
 */
export function LockScreen({ user, stores, notice }: Props) {
  const attempt = useStore(stores.session, (state) => state.attempt)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const passwordRef = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (attempt.kind === 'failed') passwordRef.current?.select()
  }, [attempt])

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') passwordRef.current?.focus()
    else void stores.session.getState().unlock(password)
  }

  return (
    <SignInCard
      title={sessionWords.lock.title}
      subtitle={sessionWords.lock.subtitle(user.fullname)}
      notices={notice}
      foot={
        <Button variant="plain" size="small" onPress={() => void stores.session.getState().signOut()}>
          {sessionWords.lock.otherUser}
        </Button>
      }
    >
      <form className="s-door__form" onSubmit={submit} noValidate>
        <AttemptProblem stores={stores} purpose="unlock" />
        {/* Password managers need the user name. */}
        <input type="text" name="email" value={user.email} autoComplete="username" readOnly hidden />
        <PasswordField
          value={password}
          onChange={setPassword}
          errorMessage={isMissing && password === '' ? sessionWords.passwordMissing : undefined}
          autoFocus
          ref={passwordRef}
        />
        <Button type="submit" variant="primary" size="large" isFullWidth isPending={attempt.kind === 'pending'}>
          {sessionWords.lock.unlock}
        </Button>
      </form>
    </SignInCard>
  )
}
