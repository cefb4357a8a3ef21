/** Shares the seller's text between a sales page's head and its About tab. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'

type Written = Pick<SalesInfo, 'subtitle' | 'course'>

const leadLength = 200

/** Returns the seller's own subtitle, or the first sentences of the description. */
export function leadOf({ subtitle, course: { description } }: Written): string {
  if (subtitle) return subtitle
  const paragraph = description.split('\n')[0] ?? ''
  if (paragraph.length <= leadLength) return paragraph
  const cut = cutText(paragraph, leadLength)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('? '), cut.lastIndexOf('! '))
  return end > 40 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`
}

/** Returns the description without its first paragraph when that appears under the title and more text follows. */
export function restOf(written: Written): string {
  const { description } = written.course
  const lead = leadOf(written)
  const rest = description.startsWith(`${lead}\n`) ? description.slice(lead.length).trim() : ''
  return rest || description
}

/** Returns the one-line headline at the start of a teacher's biography, if any. */
export function headlineOf(bio: string): string | null {
  const [first = '', ...rest] = bio.trim().split('\n')
  return first.length <= 80 && rest.join('').trim() !== '' ? first : null
}
