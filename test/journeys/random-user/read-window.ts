import type { Page } from '@playwright/test'

/** The values of one form's fields as the window shows them, by field name; an empty field has an empty string. */
export type Sheet = Readonly<Record<string, string>>

/** A button that commits something about a member, with all text of its dialog, table row or page. */
type Commit = { readonly name: string; readonly text: string }

/** One reading of a window: its address, its enabled controls, and the contents of its forms. */
export type Look = {
  readonly path: string
  readonly url: string
  readonly door: 'none' | 'sign-in' | 'locked'
  /** The title of the dialog in front; null if there is none. */
  readonly dialog: string | null
  readonly hasList: boolean
  readonly textLength: number
  /** Names of the enabled controls, at most 400. */
  readonly controls: readonly string[]
  /** The parts that the page shows as loading. */
  readonly busy: readonly string[]
  readonly focus: 'nowhere' | 'behind the dialog' | 'fine'
  readonly focused: string
  readonly isTyping: boolean
  /** The connection state in the status strip; null without a strip. */
  readonly isOnline: boolean | null
  readonly sheets: Readonly<Record<string, Sheet>>
  /** For each safety question shown as a follow-up, its parent question. */
  readonly parents: Readonly<Record<string, string>>
  readonly commits: readonly Commit[]
  readonly covered: readonly string[]
  readonly tooWide: number
}

/** Reads a window once. */
export const lookAt = (page: Page): Promise<Look> => page.evaluate(look)

/** Reads the window. Runs inside the page, so this function can use only its own variables. */
function look(): Look {
  const words = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').replace(/\*$/, '').trim()
  const byIDs = (ids: string | null): Element[] =>
    (ids ?? '').split(' ').flatMap((id) => (id === '' ? [] : (document.getElementById(id) ?? [])))
  const isShown = (element: Element): boolean => {
    if (element.closest('[inert], [aria-hidden=true]') !== null) return false
    return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  }
  const nameOf = (element: Element): string => {
    const labelled = byIDs(element.getAttribute('aria-labelledby'))
    if (labelled.length > 0) return labelled.map(words).join(' ')
    const label = element.getAttribute('aria-label')
    if (label !== null) return label
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      return words(element.labels?.[0]) || (element.getAttribute('placeholder') ?? '')
    }
    return words(element)
  }
  const isUsable = (element: Element): boolean =>
    isShown(element) &&
    element.getAttribute('aria-disabled') !== 'true' &&
    !element.matches(':disabled') &&
    element.getAttribute('tabindex') !== '-1'

  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]:not([aria-modal=false])')]
    .filter(isShown)
    // The list of an open drop-down also has the role dialog; this filter leaves such a list out.
    .filter((each) => each.querySelector('[role=listbox]') === null || each.querySelector('button, input') !== null)
  const dialog = dialogs.at(-1) ?? null
  const list = [...document.querySelectorAll('[role=listbox], [role=menu]')].filter(isShown).at(-1) ?? null
  const top: Element = dialog ?? document.body
  const choosable =
    'button, a[href], input, select, textarea, [role=option], [role=menuitem], [role=gridcell][aria-label], [tabindex="0"]'
  const controls = [...top.querySelectorAll(choosable)].filter(isUsable)

  const main = document.querySelector('main') ?? document.body
  const { pathname } = window.location
  const study = /\/study\/([^/]+)/.exec(pathname)?.[1] ?? null
  const heading = words([...document.querySelectorAll('h1, h2')].find(isShown))
  const hasPassword = [...document.querySelectorAll('input[type=password]')].some(isShown)
  const hasEmail = [...document.querySelectorAll('input[type=email]')].some(isShown)
  const isDoor = hasPassword && document.querySelector('header') === null
  const door = !isDoor ? 'none' : hasEmail && !/locked/i.test(heading) ? 'sign-in' : 'locked'

  const readFields = (place: Element, isOf: (field: Element) => boolean): Record<string, string> => {
    const sheet: Record<string, string> = {}
    const put = (name: string, value: string): void => {
      if (name !== '') sheet[name] = value
    }
    const boxes = place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    for (const box of boxes) {
      if (!isOf(box) || (box.type !== 'checkbox' && !isShown(box))) continue
      if (['radio', 'hidden', 'search', 'password'].includes(box.type) || box.role === 'combobox') continue
      if (box.type === 'checkbox') {
        if (/^Temporary hold/.test(words(box.closest('label')))) {
          put(words(box.closest('label')), box instanceof HTMLInputElement && box.checked ? 'on' : '')
        }
      } else put(nameOf(box), box.value)
    }
    for (const group of place.querySelectorAll('[role=radiogroup]')) {
      if (!isOf(group) || !isShown(group)) continue
      const chosen = group.querySelector('input[type=radio]:checked')
      put(nameOf(group), chosen === null ? '' : words(chosen.closest('label')))
    }
    for (const button of place.querySelectorAll('button[aria-haspopup=listbox]')) {
      if (!isOf(button) || !isShown(button)) continue
      const parts = byIDs(button.getAttribute('aria-labelledby'))
      const label = parts.find((part) => !button.contains(part) && part !== button)
      const value = [...button.querySelectorAll('*')].find((part) => parts.includes(part)) ?? button
      if (label !== undefined) put(words(label), value.hasAttribute('data-placeholder') ? '' : words(value))
    }
    return sheet
  }

  const parents: Record<string, string> = {}
  const readQuestions = (): Record<string, string> | null => {
    const answers: Record<string, string> = {}
    const questions = [...main.querySelectorAll<HTMLElement>('[data-field]')].filter(isShown)
    for (const item of questions) {
      const field = item.dataset.field ?? ''
      const question = item.firstElementChild
      if (question === null) continue
      const above = item.parentElement?.closest<HTMLElement>('[data-field]')?.dataset.field
      if (above !== undefined) parents[field] = above
      const picks = [...question.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')]
      const boxes = [...question.querySelectorAll<HTMLInputElement>('input:not([type]), input[type=text], textarea')]
      answers[field] =
        picks.length > 0
          ? picks
              .filter((pick) => pick.checked)
              .map((pick) => words(pick.closest('label')))
              .join('|')
          : boxes.some((box) => box.value !== '')
            ? boxes.map((box) => box.value).join('-')
            : ''
    }
    return questions.length === 0 ? null : answers
  }

  const sheets: Record<string, Record<string, string>> = {}
  const region = (name: RegExp): Element | undefined =>
    [...main.querySelectorAll('section[aria-label], [role=region]')].find(
      (part) => name.test(part.getAttribute('aria-label') ?? '') && isShown(part),
    )
  // A dialog hides everything behind it from screen readers, so that part is not compared.
  const isBooking = pathname === '/admin/booking'
  const answers = door === 'none' && dialog === null ? readQuestions() : null
  if (door === 'none' && dialog === null && isBooking) {
    const summary = region(/^Summary$/)
    const member = region(/^Member$/)
    if (summary !== undefined && member !== undefined) {
      const plain = readFields(summary, () => true)
      sheets.booking = { ...plain, Member: words(member.querySelector('h3')) }
      delete sheets.booking['Scan type']
      if (answers !== null) sheets['booking-answers'] = answers
    }
  }
  if (door === 'none' && dialog === null && study !== null) {
    if (answers !== null) sheets[`safety:${study}`] = answers
    const note = [...main.querySelectorAll('textarea')].find((box) => isShown(box) && /^New note/.test(nameOf(box)))
    if (note !== undefined) sheets[`note:${study}`] = { 'New note': note.value }
  }
  const form = [...top.querySelectorAll('form')].find(
    (each) => isShown(each) && /create (a )?(new )?member/i.test(words(each.querySelector('[type=submit]'))),
  )
  if (form !== undefined) sheets['member-new'] = readFields(form, () => true)
  const title = dialog === null ? null : words(dialog.querySelector('h1, h2, h3')) || nameOf(dialog)
  if (dialog !== null && study !== null && /^Cancel /.test(title ?? '')) {
    sheets[`cancel:${study}`] = readFields(dialog, () => true)
  }

  const commitWords =
    /^((Ask|Try) again: )?(Book|Hold for 48 hours:?|Save safety answers|Save Changes|Check in|Cancel the appointment|Move)\b/i
  const commits = controls
    .filter((control) => control.matches('button') && commitWords.test(nameOf(control)))
    .map((control) => {
      const scope = control.closest('[role=dialog], [role=alertdialog], tr') ?? main
      return { name: nameOf(control), text: `${nameOf(control)} ${words(scope)}` }
    })
    .filter(({ name }) => !/another|Book Now|Move or cancel/i.test(name))

  const busy = [...document.querySelectorAll('[role=progressbar]:not([aria-valuenow]), .w-skeleton-group')]
    .filter(isShown)
    .map(nameOf)
  const active = document.activeElement
  const isNowhere = active === null || active === document.body
  const strip = words(document.querySelector('footer, [role=contentinfo]'))

  const covered: string[] = []
  for (const control of controls) {
    const box = control.getBoundingClientRect()
    if (box.width < 10 || box.height < 10 || covered.length > 5) continue
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight) continue
    let isClipped = false
    for (let above = control.parentElement; above !== null; above = above.parentElement) {
      if (getComputedStyle(above).overflow === 'visible') continue
      const edge = above.getBoundingClientRect()
      if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) isClipped = true
    }
    if (isClipped) continue
    const found = document.elementFromPoint(x, y)
    if (found === null || control.contains(found) || found.contains(control)) continue
    if (found.closest('label')?.contains(control) || control.closest('label')?.contains(found)) continue
    if (found.closest('[aria-modal=false], [role=tooltip]') !== null || list !== null) continue
    // A sticky or fixed element covers others on purpose.
    let isSticky = false
    for (let above: Element | null = found; above !== null; above = above.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(above).position)) isSticky = true
    }
    if (!isSticky) covered.push(`"${nameOf(control).slice(0, 50)}" by "${words(found).slice(0, 50)}"`)
  }

  return {
    path: pathname,
    url: window.location.href,
    door,
    dialog: title,
    hasList: list !== null,
    textLength: words(document.body).length,
    controls: controls.slice(0, 400).map((control) => nameOf(control).slice(0, 120)),
    busy,
    focus:
      dialog === null
        ? 'fine'
        : isNowhere
          ? 'nowhere'
          : dialog.contains(active) || list !== null
            ? 'fine'
            : 'behind the dialog',
    focused: isNowhere ? 'nothing' : `${active.tagName.toLowerCase()} ${nameOf(active).slice(0, 50)}`,
    isTyping:
      active instanceof HTMLTextAreaElement ||
      (active instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(active.type)) ||
      active?.getAttribute('role') === 'spinbutton',
    isOnline:
      strip === '' ? null : /online|connected/i.test(strip) && !/offline|not connected|disconnected/i.test(strip),
    sheets,
    parents,
    commits,
    covered,
    tooWide: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
  }
}
