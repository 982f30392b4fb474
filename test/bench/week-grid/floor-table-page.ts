import './floor.css'
import { startFloorPage } from './floor-page.ts'

startFloorPage({
  container: 'table',
  cell: 'td',
  startLine: (container) => {
    const line = document.createElement('tr')
    container.append(line)
    return line
  },
  spoken: false,
})
