import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import { ScreenBoundary } from '#renderer/frame/screen-boundary.tsx'
import { loadLater } from '#renderer/kit/load-later.tsx'

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>
}

function Waiting() {
  return <p>Waiting</p>
}

/** `failures` is the number of reads that fail. With `optional` the component has no `Waiting`. */
const query = new URLSearchParams(window.location.search)
let reads = 0
const read = async (): Promise<typeof Greeting> => {
  reads += 1
  document.documentElement.dataset.reads = String(reads)
  if (reads <= Number(query.get('failures'))) throw new Error('no such file')
  return Greeting
}
const Later = loadLater(read, query.has('optional') ? undefined : Waiting)

function LaterPage() {
  const [place, setPlace] = useState('first')
  return (
    <main>
      <h1>Code that loads later</h1>
      <button type="button" onClick={() => setPlace('second')}>
        Open another page
      </button>
      <ScreenBoundary home="/" place={place} onError={() => undefined}>
        <Later name="Ada" />
      </ScreenBoundary>
    </main>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
createRoot(root).render(
  <StrictMode>
    <LaterPage />
  </StrictMode>,
)
