/** Sets up Vitest for each file of the web project. Files share one document; each begins with an empty one. */
import { onlineManager } from '@tanstack/react-query'
import * as react from 'react'
import { afterAll, vi } from 'vitest'
import { setBareReader } from '#web/platform/transfer/client.ts'
import { editorCode } from '#web/shared/text/small-text/load-editor.ts'
import { rememberPlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { copyStylesByProperty, printDocumentOnce } from './lighter-tools.ts'
import { registerMockApi } from './mock-api.ts'

const siteOfTests = 'http://localhost:3000'

vi.useRealTimers()
vi.unstubAllGlobals()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
// A test that ends before the payment page opens has left the site for the next files.
if (location.origin !== siteOfTests)
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(siteOfTests)
history.replaceState(null, '', '/')
// If a test file ends while it simulates a lost connection, queries of the next files would wait for that connection.
onlineManager.setOnline(true)
// A lesson opens the part that was chosen before, also by another file.
rememberPlayerPreferences({ part: null, theatre: false })
localStorage.clear()
registerMockApi()
printDocumentOnce()
copyStylesByProperty()
setBareReader(() => import('#web/shared/other-servers/other-servers.ts'))

/**
 * Test files share their modules. A part of a page that is still loading when its file ends would stay unloaded in the next files,
 * because its retry is lost together with the file's timers.
 */
afterAll(() => vi.dynamicImportSettled())

/** Simulates a document without a window, in which no element becomes visible. */
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

/**
 * The development build of React takes a stack trace for each of the first 10,000 elements of a second, to name their owners in
 * warnings. These traces took a tenth of the time of the tests. With a counter that is always full, React takes none; its warnings
 * themselves remain.
 */
const internals: unknown = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals !== 'object' || internals === null)
  throw new Error('This React has no internals to set.')
Reflect.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
  configurable: true,
})
