import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Notices } from '../kit/notices.ts'
import { saveFile } from '../kit/save-file.ts'
import type { SupportStore } from './support-store.ts'
import { supportWords as words } from './support-words.ts'
import './support-dialog.css'

type Props = { readonly store: SupportStore; readonly notices: Notices }

/** Shows the whole text of a support bundle, and saves exactly this text. */
export function SupportDialog({ store, notices }: Props) {
  const { bundle, saving, make, save, close } = useStore(store)
  const content = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const text = bundle.kind === 'ready' ? bundle.value.text : null

  const copy = async (): Promise<void> => {
    if (text === null) return
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // A browser may refuse access to the clipboard. The user can still copy the selected text with Ctrl+C.
      setCopied('refused')
      if (content.current === null) return
      window.getSelection()?.selectAllChildren(content.current)
      content.current.focus()
    }
  }
  const saveShown = async (): Promise<void> => {
    const saved = await save()
    if (saved === null) return
    close()
    if (saved.kind === 'file') saveFile(saved.file.base64, saved.file.fileName, saved.file.contentType)
    notices.success({
      title: words.saved,
      description: saved.kind === 'file' ? saved.file.fileName : words.savedIn(saved.fileName, saved.folder),
    })
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={words.dialogTitle}
      footer={
        text === null ? (
          <Button onPress={close}>{words.close}</Button>
        ) : (
          <>
            <Button
              icon={copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
              onPress={() => void copy()}
            >
              {words.copy}
            </Button>
            <Button variant="primary" isPending={saving.kind === 'pending'} onPress={() => void saveShown()}>
              {words.save}
            </Button>
          </>
        )
      }
    >
      {bundle.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.notMade}
          action={
            <Button size="small" onPress={() => void make()}>
              {words.tryAgain}
            </Button>
          }
        >
          {bundle.failure.message}
        </Banner>
      ) : text === null ? (
        <SkeletonGroup label={words.making}>
          <Skeleton width="40%" />
          <Skeleton width="70%" />
          <Skeleton width="60%" />
          <Skeleton width="65%" />
        </SkeletonGroup>
      ) : (
        <>
          <p>{words.read}</p>
          {saving.kind === 'failed' ? (
            <Banner tone="error" title={words.notSaved}>
              {saving.failure.message}
            </Banner>
          ) : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
          <section ref={content} className="s-support__text" tabIndex={0} aria-label={words.content}>
            <pre>{text}</pre>
          </section>
          <p role="status" className="s-support__status">
            {copied === 'yes' ? words.copied : copied === 'refused' ? words.copyRefused : ''}
          </p>
        </>
      )}
    </Dialog>
  )
}
