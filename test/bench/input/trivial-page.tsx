import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that an input can change: the text of one field, and the text of one button. */
const Page = () => {
  const [text, setText] = useState('')
  const [count, setCount] = useState(0)
  return (
    <>
      <input aria-label="Field" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
    </>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Page />)
