/** Reads the texts of a QTI item with the HTML reader. All functions are pure. */
import {
  mediaLeftOut,
  plainTextOf,
  texOfPicture,
  type LeftOutMedia,
} from '@apogee/contracts/courses/html/read-html.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'

/** Returns the elements of this name at any depth. */
export const allIn = (place: Element, name: string): Element[] =>
  [...place.getElementsByTagName('*')].filter(({ localName }) => localName === name)
export const isFeedback = ({ localName }: Element): boolean => /^feedback(Inline|Block)$/.test(localName)
export const choicesIn = (interaction: Element): Element[] => [
  ...allIn(interaction, 'simpleChoice'),
  ...allIn(interaction, 'inlineChoice'),
]
export const altOf = (image: Element | undefined): string =>
  (image?.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()

export const dropFeedback = (found: Element) => (isFeedback(found) ? '' : null)
export const wordsIn = (choice: Element, texts = new Texts()): string => texts.of(choice, dropFeedback)

const [keptBlank, keptDollars, keptLine] = ['\uE000', '\uE001', '<br>']
const voids = new Set(['br', 'hr', 'img', 'col', 'source', 'embed', 'input', 'param', 'track'])

/** Reads the texts of one item with the HTML reader, and counts the media that cannot be imported. */
export class Texts {
  readonly #media: LeftOutMedia[] = []

  /** `replace` returns HTML in place of an element, or null to keep it. */
  of(place: Element, replace: (found: Element) => string | null = () => null): string {
    const write = (node: Node, isKept: boolean): string => {
      if (node.nodeType === 3 || node.nodeType === 4) {
        // `$$` in a QTI text does not begin a formula, as it does elsewhere.
        const text = xmlText(node.textContent ?? '').replaceAll('$$', keptDollars)
        return isKept ? text.replace(/\r?\n/g, keptLine).replace(/[ \t]/g, keptBlank) : text
      }
      if (!isElement(node)) return ''
      const replaced = node === place ? null : replace(node)
      if (replaced !== null) return replaced
      if (node !== place && node.localName === 'prompt') return ''
      const { localName: name } = node
      // Pictures are imported separately from the text, except pictures of formulas.
      if (name === 'img' && !isFormulaPicture(node)) return ''
      const keeps = isKept || name === 'pre' || node.getAttribute('class') === 'preserve'
      const inside = [...node.childNodes].map((child) => write(child, keeps)).join('')
      if (node === place) return inside
      const attributes = [...node.attributes]
        .map(({ name: key, value }) => ` ${key}="${xmlText(value)}"`)
        .join('')
      const shown = name === 'pre' || name === 'rubricBlock' ? 'div' : name
      return voids.has(name) ? `<${name}${attributes}>` : `<${shown}${attributes}>${inside}</${shown}>`
    }
    const { text, media } = plainTextOf(write(place, false))
    this.#media.push(media)
    return text
      .replaceAll(keptBlank, ' ')
      .replaceAll(keptDollars, () => '$$')
      .trim()
  }

  get leftOut(): string[] {
    return mediaLeftOut(this.#media)
  }
}

const isFormulaPicture = (image: Element): boolean =>
  texOfPicture((name) => image.getAttribute(name) ?? '') !== ''

/** Returns all pictures except those of formulas, which belong to the text. */
export const imagesIn = (place: Element): Element[] =>
  allIn(place, 'img').filter((image) => !isFormulaPicture(image))

const isElement = (node: Node): node is Element => node.nodeType === 1
