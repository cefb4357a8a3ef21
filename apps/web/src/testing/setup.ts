/** Vitest's set-up of each file of the web project. Files share one document: each begins with an empty one. */
import { vi } from 'vitest'
import { editorCode } from '#web/platform/small-text/load-editor.ts'
import { registerMockApi } from './mock-api.ts'

vi.useRealTimers()
vi.unstubAllGlobals()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
history.replaceState(null, '', '/')
registerMockApi()

/** Nothing comes into view in a document without a window. */
class NoSight {
  observe() {}
  disconnect() {}
}
Reflect.set(globalThis, 'IntersectionObserver', NoSight)

/**
 * Beacons reach nobody. Those of happy-dom are requests whose failure nobody handles: one that is sent between two test
 * files, where no network is mocked, failed the whole run.
 */
Reflect.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: true })

/** Fields of small texts stay text areas, as without a connection: tests of forms do not depend on when an editor comes. */
editorCode.load = () => new Promise(() => {})
