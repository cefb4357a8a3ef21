/** Reads and writes the elements of a form's fields. */

export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isCheckbox = (element: FieldElement): element is HTMLInputElement => element.type === 'checkbox'

/**
 * Returns the value of a field. Checkboxes of one name are a list of their values if the value before was a list. An empty number
 * is NaN.
 */
export function readFrom(elements: ReadonlySet<FieldElement>, before: unknown, isNumber: boolean): unknown {
  const [element] = elements
  if (!element) return before
  if (!isCheckbox(element)) {
    if (!isNumber) return element.value
    return element.value === '' ? Number.NaN : Number(element.value)
  }
  if (!Array.isArray(before)) return element.checked
  return [...elements].filter((one) => isCheckbox(one) && one.checked).map(({ value }) => value)
}

export function showIn(element: FieldElement, value: unknown): void {
  if (isCheckbox(element)) {
    element.checked = Array.isArray(value) ? value.includes(element.value) : value === true
    return
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // The assignment of an equal value would move the caret.
  if (element.value !== text) element.value = text
}

/** Compares two values of a field: texts, numbers, or lists of them. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((entry, place) => Object.is(entry, other[place]))
    : Object.is(one, other)

/** Returns the element that comes first in the document. */
export function firstOf(elements: readonly HTMLElement[]): HTMLElement | undefined {
  return elements.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0]
}
