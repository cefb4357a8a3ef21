/** Presses and input on a server's document before its scripts have loaded (docs/decisions/early-events.md). */
import { runInNewContext } from 'node:vm'
import { Window, type Document, type Element, type HTMLElement } from 'happy-dom'
import { earlyEventsScript } from '#web/framework/early-events/document-part.ts'

/** What the inline script records, as far as this file reads it. */
interface Recorded {
  presses: { element: unknown; name: string }[]
  edits: { has: (field: unknown) => boolean }
}

/** Works without scripts, or is recorded by the inline script. */
const controls = 'a, button, input, select, textarea, summary, form'

/** Looks like a control for people, whichever element it is. */
const madeUp = [
  'button',
  'link',
  'tab',
  'switch',
  'slider',
  'checkbox',
  'radio',
  'combobox',
  'searchbox',
  'textbox',
  'listbox',
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'spinbutton',
  'treeitem',
].map((role) => `[role=${role}]`)
const others = [...madeUp, '[contenteditable]', '[draggable=true]', '[onclick]', 'iframe', 'video', 'audio']

/** Regions that scroll, and the targets of links, are reached by keyboard and not pressed. */
const onlyScrolls = '[tabindex="-1"], [role=region], [role=group], [role=tabpanel]'

/** A document in which the inline script runs, as it does in the head of every document. */
function openDocument(html: string): { document: Document; window: Window; recorded: Recorded } {
  const window = new Window({ url: 'https://school.example/' })
  const { document } = window
  // With scripts a browser reads the contents of `noscript` as text.
  const markup = `<div id="root">${html.replaceAll(/<noscript>.*?<\/noscript>/gs, '')}</div><p id="early-events"></p>`
  const { body } = new window.DOMParser().parseFromString(markup, 'text/html')
  document.body.replaceChildren(...body.children)
  const addEventListener = window.addEventListener.bind(window)
  runInNewContext(earlyEventsScript, { window, document, location: window.location, addEventListener })
  return { document, window, recorded: Reflect.get(window, 'apogeeEarly') as Recorded }
}

const wordsOf = (part: Element): string =>
  `${part.tagName.toLowerCase()} ${part.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120)}`

/** Each part of the page that somebody may press or type into before the scripts have loaded, and that loses it. */
export function lostParts(html: string): string[] {
  const { document, window, recorded } = openDocument(html)
  const faults: string[] = []
  for (const part of document.querySelectorAll(`#root :is(${controls})`)) {
    const fault = faultOf(part as HTMLElement, window, recorded)
    if (fault) faults.push(`${fault}: ${wordsOf(part)}`)
  }
  for (const part of document.querySelectorAll(`#root :is(${others.join()}, [tabindex])`)) {
    if (!part.matches(`:is(${controls}), ${onlyScrolls}`)) faults.push(`is not native: ${wordsOf(part)}`)
  }
  return faults
}

function faultOf(part: HTMLElement, window: Window, recorded: Recorded): string | null {
  if (part.hasAttribute('disabled') || part.getAttribute('aria-disabled') === 'true') return 'is disabled'
  switch (part.tagName) {
    case 'A':
      return faultOfLink(part)
    case 'FORM':
      return faultOfForm(part, window, recorded)
    case 'BUTTON':
      return faultOfButton(part, window, recorded)
    case 'SUMMARY':
      return part.parentElement?.tagName === 'DETAILS' && part.parentElement.firstElementChild === part
        ? null
        : 'opens nothing'
    default:
      return faultOfField(part, window, recorded)
  }
}

/** The browser follows it. */
function faultOfLink(link: HTMLElement): string | null {
  const href = link.getAttribute('href') ?? ''
  if (href === '' || href.startsWith('javascript:')) return 'leads nowhere'
  if (!href.startsWith('#')) return null
  return link.ownerDocument.getElementById(href.slice(1)) ? null : 'leads nowhere on the page'
}

/** A search is sent by the browser; anything else is recorded, and sent by the page. */
function faultOfForm(form: HTMLElement, window: Window, recorded: Recorded): string | null {
  if (form.getAttribute('method') !== 'post') {
    return form.getAttribute('role') === 'search' && form.getAttribute('action') ? null : 'is sent nowhere'
  }
  form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
  return isRecorded(form, recorded) ? null : 'is not recorded'
}

/** It is found again by tag, label and position when React has replaced it, and named when it cannot be repeated. */
function faultOfButton(button: HTMLElement, window: Window, recorded: Recorded): string | null {
  const form = button.closest('form')
  const isSubmit = (button.getAttribute('type') ?? 'submit') === 'submit'
  if (isSubmit && !form) return 'has no form and no type="button"'
  if (isSubmit && form?.getAttribute('method') !== 'post') return null
  button.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true }))
  if (!isRecorded(button, recorded)) return 'is not recorded'
  return recorded.presses.at(-1)?.name ? null : 'has no label'
}

/** The value is recorded, and typed into the field with the same id or name when React has replaced it. */
function faultOfField(field: HTMLElement, window: Window, recorded: Recorded): string | null {
  if (!field.getAttribute('id') && !field.getAttribute('name')) return 'has neither id nor name'
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  return recorded.edits.has(field) ? null : 'is not recorded'
}

const isRecorded = (part: HTMLElement, { presses }: Recorded): boolean =>
  presses.at(-1)?.element === part && part.hasAttribute('data-early')
