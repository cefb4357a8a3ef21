/** Simulates presses and input on a server's document before its scripts have loaded (docs/decisions/first-paint.md). */
import { runInNewContext } from 'node:vm'
import { Window, type Document, type Element, type HTMLElement } from 'happy-dom'
import { earlyEventsScript } from '#web/framework/early-events/document-part.ts'

/** Describes the part of the inline script's record that this file reads. */
interface Recorded {
  presses: { element: unknown; name: string }[]
  edits: { has: (field: unknown) => boolean }
}

/** These elements work without scripts, or the inline script records their events. */
const controls = 'a, button, input, select, textarea, summary, form'

/** These elements look like a control, whatever their tag. */
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

/** These elements can receive the focus but cannot be pressed: scrolling regions and targets of links. */
const onlyScrolls = '[tabindex="-1"], [role=region], [role=group], [role=tabpanel]'

/** Opens a document in which the inline script runs, as in the head of every document. */
function openDocument(html: string): { document: Document; window: Window; recorded: Recorded } {
  const window = new Window({ url: 'https://school.example/' })
  const { document } = window
  // A browser that runs scripts parses the contents of `noscript` as text, so they are removed.
  const markup = `<div id="root">${html.replaceAll(/<noscript>.*?<\/noscript>/gs, '')}</div><p id="early-events"></p>`
  const { body } = new window.DOMParser().parseFromString(markup, 'text/html')
  document.body.replaceChildren(...body.children)
  const addEventListener = window.addEventListener.bind(window)
  runInNewContext(earlyEventsScript, {
    window,
    document,
    location: window.location,
    addEventListener,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
  })
  return { document, window, recorded: Reflect.get(window, 'apogeeEarly') as Recorded }
}

const wordsOf = (part: Element): string =>
  `${part.tagName.toLowerCase()} ${part.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120)}`

/** Returns the parts of the page that lose a press or input made before the scripts have loaded. */
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

/** Links must work natively, without a script. */
function faultOfLink(link: HTMLElement): string | null {
  const href = link.getAttribute('href') ?? ''
  if (href === '' || href.startsWith('javascript:')) return 'leads nowhere'
  if (!href.startsWith('#')) return null
  return link.ownerDocument.getElementById(href.slice(1)) ? null : 'leads nowhere on the page'
}

/** A search form must work natively. Any other form must be recorded, so that the page can submit it. */
function faultOfForm(form: HTMLElement, window: Window, recorded: Recorded): string | null {
  if (form.getAttribute('method') !== 'post') {
    return form.getAttribute('role') === 'search' && form.getAttribute('action') ? null : 'is sent nowhere'
  }
  form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
  return isRecorded(form, recorded) ? null : 'is not recorded'
}

/**
 * The button must be found again by tag, label and position if React has replaced it. It needs a name for the message that a press
 * could not be replayed.
 */
function faultOfButton(button: HTMLElement, window: Window, recorded: Recorded): string | null {
  const form = button.closest('form')
  const isSubmit = (button.getAttribute('type') ?? 'submit') === 'submit'
  if (isSubmit && !form) return 'has no form and no type="button"'
  if (isSubmit && form?.getAttribute('method') !== 'post') return null
  button.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true }))
  if (!isRecorded(button, recorded)) return 'is not recorded'
  return recorded.presses.at(-1)?.name ? null : 'has no label'
}

/** The value must be recorded. If React has replaced the field, the value is typed into the field with the same id or name. */
function faultOfField(field: HTMLElement, window: Window, recorded: Recorded): string | null {
  if (!field.getAttribute('id') && !field.getAttribute('name')) return 'has neither id nor name'
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  return recorded.edits.has(field) ? null : 'is not recorded'
}

const isRecorded = (part: HTMLElement, { presses }: Recorded): boolean =>
  presses.at(-1)?.element === part && part.hasAttribute('data-early')
