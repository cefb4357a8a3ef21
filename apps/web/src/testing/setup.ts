/** Sets up Vitest for each file of the web project. Files share one document; each begins with an empty one. */
import { onlineManager } from '@tanstack/react-query'
import { afterAll, vi } from 'vitest'
import { setBareReader } from '#web/platform/transfer/client.ts'
import { editorCode } from '#web/shared/text/small-text/load-editor.ts'
import { registerMockApi } from './mock-api.ts'

vi.useRealTimers()
vi.unstubAllGlobals()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
history.replaceState(null, '', '/')
// Queries of the next files would wait for a connection that a file has left lost.
onlineManager.setOnline(true)
registerMockApi()
setBareReader(() => import('#web/shared/other-servers/other-servers.ts'))

/**
 * Files share their modules. A part of a page whose loading outlives its file would stay unloaded in the next ones, because its retry
 * is lost with the timers of the file.
 */
afterAll(() => vi.dynamicImportSettled())

/** Elements never become visible in a document without a window. */
class NoSight {
  observe() {}
  disconnect() {}
}
Reflect.set(globalThis, 'IntersectionObserver', NoSight)

/**
 * The stub discards beacons. happy-dom sends them as requests whose failure nothing handles; one sent between two test files, where
 * no network is mocked, would fail the whole run.
 */
Reflect.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: true })

/**
 * Fields of small texts stay text areas, as without a connection, so that tests of forms do not depend on the editor's loading
 * time.
 */
editorCode.load = () => new Promise(() => {})
