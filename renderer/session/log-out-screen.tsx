import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { paths } from '../routes.ts'
import type { SessionStore } from './session-store.ts'
import { sessionWords } from './session-words.ts'

const words = sessionWords.logOut

/**
 * Shows `/logout`: signs the user out, then opens the start page, so that the next user does not begin at this address.
 */
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

  if (attempt.kind !== 'failed') return <Spinner label={words.pending} />
  return (
    <Banner
      tone="error"
      title={words.failed}
      action={
        <>
          <Button size="small" onPress={() => void signOut()}>
            {words.tryAgain}
          </Button>
          <LinkButton size="small" href={paths.home()}>
            {words.staySignedIn}
          </LinkButton>
        </>
      }
    >
      {words.failedText(attempt.failure.message)}
    </Banner>
  )
}
