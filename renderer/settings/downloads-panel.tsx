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
    notices.success(
      reply.value.folder === null ? 'Downloads go where this window keeps them' : 'Downloads go to this folder',
    )
  }
  return (
    <Panel title="Downloads" isCollapsible={false}>
      {state.kind === 'ready' ? (
        <>
          <p>
            {state.value.folder === null
              ? 'Papers and documents are saved wherever this window keeps its downloads.'
              : 'Papers and documents are saved in this folder. Nothing in it is ever replaced.'}
          </p>
          <TextField
            label="Folder"
            value={typed}
            onChange={setTyped}
            placeholder="As this window does"
            errorMessage={refusal?.message}
          />
          <div className="s-settings__actions">
            <Button
              variant="primary"
              isPending={isPending}
              disabledReason={typed.trim() === (state.value.folder ?? '') ? 'This is the folder already.' : null}
              onPress={() =>
                void change(() => bridge.downloads.setFolder({ folder: typed.trim() === '' ? null : typed.trim() }))
              }
            >
              Use this folder
            </Button>
            {state.value.canChoose ? (
              <Button isPending={isPending} onPress={() => void change(() => bridge.downloads.chooseFolder({}))}>
                Choose…
              </Button>
            ) : null}
            {state.value.folder === null ? null : (
              <Button
                isPending={isPending}
                onPress={() => void change(() => bridge.downloads.setFolder({ folder: null }))}
              >
                As the window does
              </Button>
            )}
          </div>
          <p className="s-settings__note">
            Files hold health data: choose a folder that only those who need it can open.
          </p>
        </>
      ) : state.kind === 'failed' ? (
        <Banner
          tone="error"
          title="The download folder could not be read"
          action={
            <Button size="small" onPress={load}>
              Try again
            </Button>
          }
        >
          {state.failure.message}
        </Banner>
      ) : (
        <SkeletonGroup label="Reading where downloads go">
          <Skeleton width="60%" />
          <Skeleton shape="block" height="36px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
