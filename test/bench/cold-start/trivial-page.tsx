import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const Page = () => {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count}
    </button>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Page />)
