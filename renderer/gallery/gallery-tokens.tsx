import { Badge, type BadgeTone } from '../kit/controls/badge.tsx'
import { Panel } from '../kit/controls/panel.tsx'

/** The meaning of each colour, as in kit/README.md. */
const roles: readonly { readonly name: string; readonly meaning: string; readonly tone: BadgeTone | null }[] = [
  { name: 'primary', meaning: 'Action, link, selection', tone: null },
  { name: 'success', meaning: 'Done or paid', tone: 'success' },
  { name: 'warning', meaning: 'Attention, blocks nothing', tone: 'warning' },
  { name: 'danger', meaning: 'Blocks, failed, destroys', tone: 'danger' },
  { name: 'info', meaning: 'Information, on its way', tone: 'info' },
  { name: 'neutral', meaning: 'Past, taken, cancelled', tone: 'neutral' },
  { name: 'secondary', meaning: 'A notable action beside the main one', tone: null },
]

const surfaces = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'surface-pressed']
const texts = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl']
const spaces = ['half', '1', '1h', '2', '2h', '3', '3h', '4', '5', '6', '8', '10', '12', '16']
const shadows = ['xs', 'sm', 'md', 'lg']

/** Shows the colours by role, the surfaces, type, spacing and elevation. */
export function GalleryTokens() {
  return (
    <>
      <Panel title="Colour roles">
        <ul className="gallery__stack">
          {roles.map(({ name, meaning, tone }) => (
            <li key={name} className="gallery__row">
              <span
                className="gallery__swatch"
                style={{ background: `var(--color-${name === 'neutral' ? 'neutral-text' : name})` }}
              />
              <span className="gallery__swatch" style={{ background: `var(--color-${name}-soft)` }} />
              <span className="gallery__swatch" style={{ background: `var(--color-${name}-line)` }} />
              {tone === null ? <strong>{name}</strong> : <Badge tone={tone}>{name}</Badge>}
              <span>{meaning}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Surfaces and elevation">
        <div className="gallery__row">
          {surfaces.map((name) => (
            <span key={name} className="gallery__surface" style={{ background: `var(--color-${name})` }}>
              {name}
            </span>
          ))}
        </div>
        <div className="gallery__row">
          {shadows.map((name) => (
            <span key={name} className="gallery__surface" style={{ boxShadow: `var(--shadow-${name})` }}>
              {`shadow ${name}`}
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Type">
        <div className="gallery__stack">
          {texts.map((name) => (
            <span key={name} style={{ fontSize: `var(--text-${name})` }}>
              {`${name}: Ana Silva, 03 Feb 1980, `}
              <span className="tabular">CA$1,234.50</span>
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Space">
        <ul className="gallery__spaces">
          {spaces.map((name) => (
            <li key={name}>
              <span className="gallery__space" style={{ width: `var(--space-${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
