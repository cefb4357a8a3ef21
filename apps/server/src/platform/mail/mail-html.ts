/** Renders the HTML part of a mail from its plain text. All mails have the same template. */
import type { Language } from '@apogee/domain/languages.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import { inkOn } from '@apogee/domain/colour/contrast.ts'
import { footerOf, type MailBrand } from './mail-brand.ts'
import { withoutLinks } from './mail-text.ts'

export interface PlainMail {
  subject: string
  body: string
  language: Language
}

/** Returns whether an address belongs to this product. Other addresses do not become links. */
export type OwnUrlRule = (url: URL) => boolean

const longestLabel = 60
/** A longer word is treated neither as a link nor as an address. */
const longestLink = 2_000
const isEmailAddress = /^<?[^\s@<>/:]+@[^\s@<>/:]+>?[.,;:!?)]*$/

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const styles = {
  body: 'margin:0;padding:0;background-color:#eef0f8;color:#1b1e33',
  frame: `max-width:560px;margin:0 auto;padding:24px 16px;${font};font-size:16px;line-height:1.5;color:#1b1e33;background-color:#eef0f8`,
  brand: 'margin:0 0 16px;font-size:18px;font-weight:700;letter-spacing:0.04em;color:#3b2fa8',
  card: 'padding:24px;border:1px solid #d4d8ea;border-radius:12px;background-color:#ffffff;color:#1b1e33',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere;color:#1b1e33',
  button:
    'display:inline-block;padding:12px 20px;border:1px solid #3b2fa8;border-radius:8px;background-color:#3b2fa8;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'font-size:13px;color:#4a4f6a;word-break:break-all',
  footer: 'margin:16px 0 0;font-size:13px;color:#4a4f6a',
  link: 'color:#3b2fa8;text-decoration:underline',
} as const

/** Shows the seller's name on the seller's colour. The text on it is readable on every colour. */
function headHtml(brand: MailBrand | null): string {
  if (!brand || brand.senderName === '') return `<p style="${styles.brand}">Apogee</p>`
  const { colour, senderName } = brand
  const ground = colour === null ? '' : `;padding:12px 16px;border-radius:8px;background-color:${colour}`
  const ink = colour === null ? '#3b2fa8' : inkOn(colour)
  return `<p style="margin:0 0 16px;font-size:18px;font-weight:700;color:${ink}${ground}">${quoted(senderName)}</p>`
}

export function mailHtml(
  { subject, body, language }: PlainMail,
  isOwnUrl: OwnUrlRule,
  brand: MailBrand | null = null,
): string {
  const footer = brand ? footerOf(brand) : ''
  const paragraphs = body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${xmlText(subject)}</title>`,
    '</head>',
    `<body style="${styles.body}">`,
    `<div lang="${language}" style="${styles.frame}">`,
    headHtml(brand),
    `<div style="${styles.card}">`,
    ...paragraphs.flatMap((lines) => paragraphHtml(lines, language, isOwnUrl)),
    '</div>',
    ...(footer === '' ? [] : [`<p style="${styles.footer}">${xmlText(footer)}</p>`]),
    '</div>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/**
 * Renders a line that is one of the product's addresses as a button. If the line before ends in a colon, its last sentence becomes
 * the button's label.
 */
function paragraphHtml(lines: readonly string[], language: Language, isOwnUrl: OwnUrlRule): string[] {
  const parts: string[] = []
  let text: string[] = []
  const endText = () => {
    if (text.length > 0)
      parts.push(
        `<p style="${styles.paragraph}">${text.map((line) => lineHtml(line, isOwnUrl)).join('<br>\n')}</p>`,
      )
    text = []
  }
  for (const line of lines) {
    const url = ownUrl(line.trim(), isOwnUrl)
    if (url === null) {
      text.push(line)
      continue
    }
    const { rest, label } = splitLabel(text.at(-1))
    if (label !== null) text = [...text.slice(0, -1), ...(rest === '' ? [] : [rest])]
    endText()
    parts.push(...buttonHtml(url, label ?? serverTexts(language).mails.open))
  }
  endText()
  return parts
}

/**
 * Takes the last sentence of a line as the label if it ends in a colon. A sentence that is too long for a button, such as the title of
 * a course, stays in the text too.
 */
function splitLabel(line = ''): { rest: string; label: string | null } {
  const whole = line.trim()
  const end = Math.max(...['. ', '! ', '? '].map((mark) => whole.lastIndexOf(mark)))
  const from = end < 0 ? 0 : end + 2
  if (!whole.endsWith(':')) return { rest: whole, label: null }
  const label = whole.slice(from, -1).replace(/^- /, '')
  if (label.length > longestLabel) return { rest: whole, label: shortLabel(label) }
  return { rest: whole.slice(0, from).trim(), label }
}

/** Cuts a label and isolates it again, because the cut may have removed the end of an isolation. */
const shortLabel = (label: string): string =>
  isolated(`${cutText(label.replaceAll(/[\u2068\u2069]/g, ''), longestLabel - 1)}…`)

function buttonHtml(url: string, label: string): string[] {
  return [
    `<p style="${styles.paragraph}"><a href="${xmlText(url)}" style="${styles.button}">${quoted(label)}</a></p>`,
    `<p style="${styles.paragraph}"><span style="${styles.address}">${linkHtml(url)}</span></p>`,
  ]
}

const linkHtml = (url: string) => `<a href="${xmlText(url)}" style="${styles.link}">${xmlText(url)}</a>`

/** Turns the product's addresses within a sentence into links. An e-mail address stays text that can be copied. */
function lineHtml(line: string, isOwnUrl: OwnUrlRule): string {
  return line
    .split(/(\s+)/)
    .map((word) => {
      if (word.length > longestLink) return quoted(word)
      if (isEmailAddress.test(word)) return xmlText(word)
      const [, start = '', end = ''] = /^(.*?)([.,;:!?)]*)$/.exec(word) ?? []
      const url = ownUrl(start, isOwnUrl)
      return url === null ? quoted(word) : `${linkHtml(url)}${xmlText(end)}`
    })
    .join('')
}

function ownUrl(text: string, isOwnUrl: OwnUrlRule): string | null {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(text)) return null
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || !isOwnUrl(url)) return null
  return text
}

const quoted = (text: string): string => xmlText(withoutLinks(text))
