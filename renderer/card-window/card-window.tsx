import { createRoot } from 'react-dom/client'
import { providerPageGlobal } from '#contract/provider-window.ts'
import '../kit/styles/styles.css'
import './card-window.css'
import { CardForm } from './card-form.tsx'
import { createCardPage } from './card-page.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no element for the card fields.')
const root = createRoot(place)

const page = createCardPage((form) => root.render(<CardForm form={form} />))
Object.defineProperty(window, providerPageGlobal, { value: Object.freeze(page) })
