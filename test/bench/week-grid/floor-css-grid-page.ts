import './floor.css'
import { startFloorPage } from './floor-page.ts'

startFloorPage({ container: 'div', cell: 'div', startLine: (container) => container, spoken: false })
