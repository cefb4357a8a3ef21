/**
 * Finds texts of low contrast. Contrast is axe's most expensive rule, and most texts look like another text. So axe measures one
 * text of each look, and a worker never measures again a look that has passed.
 */
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const passed = new Set<string>()
/** Holds the looks of which axe has measured a text without passing it. All texts of these looks are measured. */
const undecided = new Set<string>()

interface Measured {
  violations: axe.Result[]
  /** The numbers are indexes of texts in the result of `readLooks`. */
  passes: number[]
}

/** Lists the texts of low contrast. The page must have axe, and no running animation. */
export async function contrastFaults(page: Page): Promise<axe.Result[]> {
  // `readLooks` does not read the texts of frames, so a page with frames is measured as a whole.
  if (page.frames().length > 1) return (await measure(page)).violations
  const looks = await readLooks(page)
  const seen = new Set<string>()
  const chosen: number[] = []
  for (const [at, look] of looks.entries()) {
    if (!passed.has(look) && (undecided.has(look) || !seen.has(look))) chosen.push(at)
    seen.add(look)
  }
  const violations = await measureAll(page, looks, chosen)
  for (const at of chosen) if (!passed.has(looks[at] ?? '')) undecided.add(looks[at] ?? '')
  // axe cannot judge a text over a picture or a text of a single letter. Other texts of the same look are then measured as well.
  const rest = looks.flatMap((look, at) => (passed.has(look) || chosen.includes(at) ? [] : [at]))
  return [...violations, ...(await measureAll(page, looks, rest))]
}

async function measureAll(page: Page, looks: readonly string[], texts: number[]): Promise<axe.Result[]> {
  if (texts.length === 0) return []
  const { violations, passes } = await measure(page, texts)
  for (const at of passes) passed.add(looks[at] ?? '')
  return violations
}

const measure = (page: Page, texts?: number[]): Promise<Measured> =>
  page.evaluate(async (chosen) => {
    const library = Reflect.get(globalThis, 'axe') as typeof axe
    const all = (Reflect.get(globalThis, 'contrastTexts') ?? []) as Element[]
    const include = (chosen ?? []).flatMap((at) => all[at] ?? [])
    // If a text has been rendered again meanwhile, the whole document is measured.
    const context = chosen && include.every(({ isConnected }) => isConnected) ? { include } : document
    const { violations, passes } = await library.run(context, {
      runOnly: { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations', 'passes'],
      elementRef: true,
    })
    const found = new Set<Element | undefined>(
      passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)),
    )
    return { violations, passes: all.flatMap((element, at) => (found.has(element) ? [at] : [])) }
  }, texts)

/**
 * Describes every text by all that its contrast depends on: its colours and font; the backgrounds, transparency and blending of its
 * ancestors; and what is painted at its place. Keeps the elements in the page, in the same order.
 */
const readLooks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Paint {
      element: Element
      box: DOMRect
      look: string
    }
    const none = new Set(['', 'none', 'normal', 'auto', '1', 'rgba(0, 0, 0, 0)', 'visible'])
    const paints: Paint[] = []
    const texts: { element: Element; box: DOMRect; own: string }[] = []
    const grounds = new Map<Element | null, string>()
    const isText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const clipped = new Set<Element | null>()
    /** Returns whether the element is hidden, left of or above the page, or in a box of one pixel for screen readers. */
    const isUnseen = (element: Element, { overflow, visibility }: CSSStyleDeclaration) => {
      const { right, bottom, width, height } = element.getBoundingClientRect()
      const isClipped =
        clipped.has(element.parentElement) || (width <= 1 && height <= 1 && overflow === 'hidden')
      if (isClipped) clipped.add(element)
      const isOutside = right + scrollX <= 0 || bottom + scrollY <= 0
      return isClipped || isOutside || visibility !== 'visible' || (width === 0 && height === 0)
    }
    const boxOf = (element: Element): DOMRect => {
      const box = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      const content = range.getBoundingClientRect()
      if (content.width === 0) return box
      const left = Math.min(box.left, content.left)
      const top = Math.min(box.top, content.top)
      const right = Math.max(box.right, content.right)
      return new DOMRect(left, top, right - left, Math.max(box.bottom, content.bottom) - top)
    }
    for (const element of document.querySelectorAll('html, body, body *')) {
      const style = getComputedStyle(element)
      const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter, visibility } = style
      const isOff = element.matches(':disabled, [aria-disabled="true"], [inert]') ? 'off' : ''
      const ground = [backgroundColor, backgroundImage, opacity, mixBlendMode, filter, visibility, isOff]
        .filter((value) => !none.has(value))
        .join(' ')
      const above = grounds.get(element.parentElement) ?? ''
      grounds.set(element, ground === '' ? above : `${above}/${ground}`)
      const isPicture = element.matches('img, svg, canvas, video, iframe, object, embed')
      if (isPicture || !none.has(backgroundColor) || !none.has(backgroundImage)) {
        const layer = [style.position, style.zIndex, element.tagName, ground].join(' ')
        paints.push({ element, box: element.getBoundingClientRect(), look: layer })
      }
      if (isUnseen(element, style) || !isText(element)) continue
      const { color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor } = style
      const own = [color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor].join(' ')
      texts.push({ element, box: boxOf(element), own })
    }
    Reflect.set(
      globalThis,
      'contrastTexts',
      texts.map(({ element }) => element),
    )
    return texts.map(({ element, box, own }) => {
      const around = paints
        .filter(
          (paint) =>
            paint.box.left < box.right &&
            box.left < paint.box.right &&
            paint.box.top < box.bottom &&
            box.top < paint.box.bottom,
        )
        .map((paint) => {
          const covers =
            paint.box.left <= box.left &&
            paint.box.right >= box.right &&
            paint.box.top <= box.top &&
            paint.box.bottom >= box.bottom
          return `${covers} ${element.compareDocumentPosition(paint.element)} ${paint.look}`
        })
      return [own, grounds.get(element), ...[...new Set(around)].toSorted()].join('|')
    })
  })
