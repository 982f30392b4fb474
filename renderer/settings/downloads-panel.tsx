import { useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { Loadable } from '../kit/loadable.ts'
import type { Notices } from '../kit/notices.ts'
import { settingsWords } from './settings-words.ts'

const words = settingsWords.downloads

type Props = { readonly bridge: Pick<Bridge, 'downloads'>; readonly notices: Notices }
type Downloads = { readonly folder: string | null; readonly canChoose: boolean }

/** Shows where this workstation saves papers and documents: a chosen folder, or the window's default. */
export function DownloadsPanel({ bridge, notices }: Props) {
  const [state, setState] = useState<Loadable<Downloads>>({ kind: 'loading' })
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)
  const take = (reply: Reply<Downloads>): void => {
    if (reply.ok) {
      setState({ kind: 'ready', value: reply.value })
      setTyped(reply.value.folder ?? '')
    } else setState({ kind: 'failed', failure: reply.failure })
  }
  const load = (): void => {
    setState({ kind: 'loading' })
    void bridge.downloads.read({}).then(take)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once, when the panel opens
  useEffect(load, [bridge])
  const change = async (call: () => Promise<Reply<Downloads>>): Promise<void> => {
    const before = state.kind === 'ready' ? state.value.folder : null
    setPending(true)
    const reply = await call()
    setPending(false)
    setRefusal(reply.ok ? null : reply.failure)
    if (!reply.ok) return
    // If the user cancelled the system's dialog, nothing changed and the typed text stays.
    if (reply.value.folder === before) return
    take(reply)
    notices.success(reply.value.folder === null ? words.savedWindow : words.savedFolder)
  }
  return (
    <Panel title={words.title} isCollapsible={false}>
      {state.kind === 'ready' ? (
        <>
          <p>{state.value.folder === null ? words.useWindow : words.useFolder}</p>
          <TextField
            label={words.folder}
            value={typed}
            onChange={setTyped}
            placeholder={words.placeholder}
            errorMessage={refusal?.message}
          />
          <div className="s-settings__actions">
            <Button
              variant="primary"
              isPending={isPending}
              disabledReason={typed.trim() === (state.value.folder ?? '') ? words.isAlready : null}
              onPress={() =>
                void change(() => bridge.downloads.setFolder({ folder: typed.trim() === '' ? null : typed.trim() }))
              }
            >
              {words.save}
            </Button>
            {state.value.canChoose ? (
              <Button isPending={isPending} onPress={() => void change(() => bridge.downloads.chooseFolder({}))}>
                {words.choose}
              </Button>
            ) : null}
            {state.value.folder === null ? null : (
              <Button
                isPending={isPending}
                onPress={() => void change(() => bridge.downloads.setFolder({ folder: null }))}
              >
                {words.reset}
              </Button>
            )}
          </div>
          <p className="s-settings__note">{words.note}</p>
        </>
      ) : state.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.notRead}
          action={
            <Button size="small" onPress={load}>
              {settingsWords.tryAgain}
            </Button>
          }
        >
          {state.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton width="60%" />
          <Skeleton shape="block" height="36px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
