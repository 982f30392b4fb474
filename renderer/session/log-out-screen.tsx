import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { paths } from '../routes.ts'
import type { SessionStore } from './session-store.ts'

/** Shows `/logout`: signs out and leaves the start page's address for the next user. */
export function LogOutScreen({ session }: { session: SessionStore }) {
  const attempt = useStore(session, (state) => state.attempt)
  const [, navigate] = useLocation()
  const started = useRef(false)

  async function signOut() {
    // The next user starts at the start page. This address would sign them out again.
    if (await session.getState().signOut()) navigate(paths.home(), { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (started.current) return
    started.current = true
    void signOut()
  }, [])

  if (attempt.kind !== 'failed') return <Spinner label="Signing out" />
  return (
    <Banner
      tone="error"
      title="Signing out did not work"
      action={
        <>
          <Button size="small" onPress={() => void signOut()}>
            Try again
          </Button>
          <LinkButton size="small" href={paths.home()}>
            Stay signed in
          </LinkButton>
        </>
      }
    >
      {attempt.failure.message} Lock the workstation if you have to leave it.
    </Banner>
  )
}
