import type { Page } from '@playwright/test'

/** The violations of docs/design-checks.md on a screen, one line each: `check: where`. */
type Faults = readonly string[]

/**
 * Installs the measuring functions in the page. They name an element by its class, or by its first words if it has only
 * classes of the kit.
 */
const install = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const nameOf = (element: Element): string => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
      const kind = [...element.classList].find((name) => !/^w-|--|^tabular$/.test(name))
      const tag = element.tagName.toLowerCase()
      return kind === undefined ? `${tag} "${words.slice(0, 40)}"` : `${tag}.${kind}`
    }
    const isShown = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      return (
        box.width > 1 &&
        box.height > 1 &&
        // An element with a clip path is visually hidden and exists only for screen readers.
        getComputedStyle(element).clipPath === 'none' &&
        element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
        element.closest('.w-visually-hidden, .s-frame__skip, [inert], [aria-hidden="true"]') === null
      )
    }
    const shown = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isShown)
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '')

    const findOverflow = (): string[] => {
      const excess = document.documentElement.scrollWidth - window.innerWidth
      return excess > 0 ? [`overflow: the page is ${excess} px too wide`] : []
    }

    /** Returns the labels that their box cuts off. */
    const findClipped = (): string[] =>
      shown('button *, button, a, a *, label, label *, th, th *, h1, h2, h3, h4, .w-badge, dt, legend, [role=tab]')
        .filter(hasOwnText)
        // The value of a field and the name of a person are not labels: the tooltip or the options show the full text.
        .filter((element) => !element.matches('.w-select__value, .w-visually-hidden'))
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element)
          const isCutX = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
          const isCutY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2
          return isCutX || isCutY
        })
        .map((element) => `clipped: ${nameOf(element)}`)

    const controls = 'button, a[href], input:not([type=hidden]), select, textarea, [role=gridcell][tabindex], summary'
    const targetOf = (element: Element): Element => element.closest('label') ?? element

    /** Returns the size of a target, including the area that an invisible box around a link adds. */
    const sizeOf = (element: Element): { width: number; height: number } => {
      const { width, height } = element.getBoundingClientRect()
      const { content, position, top, bottom } = getComputedStyle(element, '::after')
      const isBox = content !== 'none' && position === 'absolute'
      const more = isBox ? -(Number.parseFloat(top) + Number.parseFloat(bottom)) : 0
      return { width, height: height + Math.max(0, more) }
    }

    /** Returns the targets that are lower or narrower, except links inside a sentence (WCAG 2.5.8). */
    const findSmall = (least: number): string[] =>
      shown(controls)
        .map(targetOf)
        .filter((element) => {
          const box = sizeOf(element)
          const isInText = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
          return !isInText && (box.height < least - 0.5 || box.width < least - 0.5)
        })
        .map((element) => {
          const { width, height } = sizeOf(element)
          return `small target: ${nameOf(element)}, ${Math.round(width)} x ${Math.round(height)} px`
        })

    /** Returns the acts, which are the main buttons, that are less than 32 px high. */
    const findSmallActs = (): string[] =>
      shown('.w-button--primary:not(.w-button--micro, .w-button--xsmall)')
        .filter((element) => element.getBoundingClientRect().height < 31.5)
        .map((element) => `small act: ${nameOf(element)}`)

    const findTiny = (): string[] =>
      shown('body *')
        .filter(hasOwnText)
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 10.9)
        .map((element) => `tiny text: ${nameOf(element)}`)

    /**
     * Returns the amounts in tables and lists of facts without figures of equal width or, in a table, without right
     * alignment.
     */
    const findLooseAmounts = (): string[] =>
      shown('td, td *, dd, dd *')
        .filter(hasOwnText)
        .filter((element) => /^[−-]?(?:[A-Z]{2}\$)?[\d,]+\.\d\d$/.test((element.textContent ?? '').trim()))
        .filter((element) => {
          const { fontVariantNumeric, textAlign } = getComputedStyle(element)
          const isAligned = element.closest('td') === null || textAlign === 'end' || textAlign === 'right'
          return !fontVariantNumeric.includes('tabular-nums') || !isAligned
        })
        .map((element) => `loose amount: ${nameOf(element)}`)

    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    /** Returns the buttons and links whose accessible name does not contain the visible words (WCAG 2.5.3). */
    const findOtherNames = (): string[] =>
      shown('button[aria-label], a[aria-label]')
        .filter((element) => {
          const words = plain((element as HTMLElement).innerText)
          return words.length > 1 && !plain(element.getAttribute('aria-label') ?? '').includes(words)
        })
        .map((element) => `other name: ${nameOf(element)} shows "${(element as HTMLElement).innerText.slice(0, 40)}"`)

    /** Returns the fault of the focus: lost, without a ring, outside the window, or covered. Null if there is none. */
    const findFocusFault = (): string | null => {
      const element = document.activeElement
      if (element === null || element === document.body) return 'focus: lost to the body'
      const target = targetOf(element)
      const box = target.getBoundingClientRect()
      const looks = [element, target, element.parentElement, ...target.children].filter((each) => each !== null)
      const isRinged = looks.some((each) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
        // The focused part of a date has a background in place of the ring.
        if (each.role === 'spinbutton') return getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)'
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
      })
      if (!isRinged) return `focus: no ring on ${nameOf(element)}`
      if (box.bottom <= 0 || box.top >= window.innerHeight) return `focus: outside of the window: ${nameOf(element)}`
      // At least one of three points must not be covered (WCAG 2.4.11).
      const y = Math.min(Math.max(box.top + box.height / 2, 1), window.innerHeight - 1)
      const isOnTop = [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(box.left + box.width * part, y)
        return hit !== null && (target.contains(hit) || hit.contains(target))
      })
      return isOnTop ? null : `focus: covered: ${nameOf(element)}`
    }

    /**
     * Returns the controls of which the notices cover a part that the user could press without them. The notices are
     * hidden for the comparison.
     */
    const findCovered = (): string[] => {
      const region = document.querySelector<HTMLElement>('.w-toast-region')
      if (region === null) return ['no notice is shown']
      const hits = shown(controls)
        .filter((element) => !region.contains(element))
        .map((element) => ({ element, target: targetOf(element) }))
        .flatMap(({ element, target }) => {
          const box = target.getBoundingClientRect()
          return [0.1, 0.5, 0.9].flatMap((down) =>
            [0.1, 0.5, 0.9].map((across) => ({
              element,
              target,
              x: box.left + box.width * across,
              y: box.top + box.height * down,
            })),
          )
        })
        .filter(({ x, y }) => region.contains(document.elementFromPoint(x, y)))
      region.style.visibility = 'hidden'
      const covered = hits.filter(({ target, x, y }) => target.contains(document.elementFromPoint(x, y)))
      region.style.visibility = ''
      return covered.map(({ element }) => `covered by a notice: ${nameOf(element)}`)
    }

    /** Makes every word on the page a third longer, as a translation may. */
    const lengthen = (): void => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement?.closest('script, style, svg, .tabular, time') != null) continue
        node.textContent = (node.textContent ?? '').replace(
          /\p{L}{3,}/gu,
          (word) => word + 'e'.repeat(Math.ceil(word.length * 0.35)),
        )
      }
    }

    Object.assign(window, {
      designFaults: {
        lengthen,
        findFocusFault,
        findSmall,
        findCovered,
        findWide: () => [...findOverflow(), ...findClipped()],
        findAll: () => [
          ...findOverflow(),
          ...findClipped(),
          ...findSmall(24),
          ...findSmallActs(),
          ...findTiny(),
          ...findLooseAmounts(),
          ...findOtherNames(),
        ],
      },
    })
  })

type Measures = {
  readonly lengthen: () => void
  readonly findFocusFault: () => string | null
  readonly findSmall: (least: number) => string[]
  readonly findCovered: () => string[]
  readonly findWide: () => string[]
  readonly findAll: () => string[]
}

declare global {
  interface Window {
    designFaults?: Measures
  }
}

const unique = (faults: Faults): Faults => [...new Set(faults)]

/** Returns the faults of the screen as it is: overflow, clipped labels, targets, text sizes, amounts and names. */
export const findFaults = async (page: Page): Promise<Faults> => {
  await install(page)
  return unique((await page.evaluate(() => window.designFaults?.findAll() ?? ['not installed'])) as string[])
}

/** Returns the targets of the screen that are lower or narrower than `least` CSS pixels. */
export const findSmallTargets = async (page: Page, least: number): Promise<Faults> => {
  await install(page)
  return unique(await page.evaluate((size) => window.designFaults?.findSmall(size) ?? ['not installed'], least))
}

/**
 * Returns overflow and clipped labels with every word longer by 35 percent, in windows of several sizes. A fault is
 * reported once, after the name of the first size that has it. Does not restore the page.
 */
export const findFaultsOfLongWords = async (
  page: Page,
  sizes: readonly (readonly [string, { readonly width: number; readonly height: number }])[],
): Promise<Faults> => {
  await install(page)
  await page.evaluate(() => window.designFaults?.lengthen())
  const seen = new Set<string>()
  const faults: string[] = []
  for (const [name, size] of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(120)
    const found = await page.evaluate(() => window.designFaults?.findWide() ?? ['not installed'])
    for (const fault of found) {
      if (!seen.has(fault)) faults.push(`${name}with longer words, ${fault}`)
      seen.add(fault)
    }
  }
  return faults
}

/** Returns the controls that the notices on the screen cover. Having no notice is also a fault. */
export const findCoveredByNotice = async (page: Page): Promise<Faults> => {
  await install(page)
  return unique((await page.evaluate(() => window.designFaults?.findCovered() ?? ['not installed'])) as string[])
}

/** Returns the focus faults of the first `stops` controls that Tab reaches from the top of the page. */
export const findFocusFaults = async (page: Page, stops: number): Promise<Faults> => {
  await install(page)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const found: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => window.designFaults?.findFocusFault() ?? null)
    // After the last control, Tab moves the focus to the browser's own bar, which is not a fault.
    if (fault !== null && !(fault.includes('body') && stop > 0)) found.push(fault)
    if (fault?.includes('body') && stop > 0) break
  }
  return unique(found)
}

/** Returns the layout shift so far that no input caused, in hundredths (CLS x 100). */
export const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          observer.disconnect()
          resolve(Math.round(sum * 100))
        }, 100)
      }),
  )
