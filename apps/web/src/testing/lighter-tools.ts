/** Lets the test libraries leave out work whose result no test reads. */
import { configure, getConfig } from '@testing-library/react'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'

const { getElementError: withDocument } = getConfig()

/** The library sets this while it repeats a query until the element appears. */
const isRepeating = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

/**
 * Prints the document once, when a wait ends without the element. The library prints it at every attempt and again at the end.
 */
export function printDocumentOnce(): void {
  configure({
    getElementError(message, container) {
      if (!isRepeating()) return withDocument(message, container)
      const error = new Error(message ?? undefined)
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}

/**
 * Copies styles property by property. The accessible name of an element depends on computed styles, for which happy-dom copies the
 * styles of every ancestor with `structuredClone`, which is many times slower.
 */
export function copyStylesByProperty(): void {
  CSSPropertyManager.prototype.clone = function clone() {
    const copy = new CSSPropertyManager()
    for (const [name, property] of Object.entries(this.properties))
      if (property) copy.properties[name] = { ...property }
    Reflect.set(copy, 'definedPropertyNames', { ...Reflect.get(this, 'definedPropertyNames') })
    return copy
  }
}
