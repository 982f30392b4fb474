import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { WithClock } from '../kit/clock-store.ts'
import { Button } from '../kit/controls/button.tsx'
import { AttemptProblem } from './attempt-problem.tsx'
import { Door } from './door.tsx'
import { PasswordField } from './password-field.tsx'
import type { Locked, WithSession } from './session-store.ts'

type Stores = WithClock & WithSession

type Props = { user: Locked['user']; stores: Stores }

/**
 * Shows a locked workstation (decisions §5 Locks). The same user unlocks it and keeps their drafts; another user signs
 * in.
 */
export function LockScreen({ user, stores }: Props) {
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
    <Door
      title="Locked"
      subtitle={`${user.fullname} is signed in here. What was being typed is kept.`}
      foot={
        <Button variant="plain" size="small" onPress={() => void stores.session.getState().signOut()}>
          Sign in as someone else
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
          errorMessage={isMissing && password === '' ? 'Please enter your password.' : undefined}
          autoFocus
          ref={passwordRef}
        />
        <Button type="submit" variant="primary" size="large" isFullWidth isPending={attempt.kind === 'pending'}>
          Unlock
        </Button>
      </form>
    </Door>
  )
}
