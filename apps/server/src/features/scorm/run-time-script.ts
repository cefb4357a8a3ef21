/**
 * The scripts that give packages the SCORM API: the library scorm-again, which answers from a copy of the data, and an adapter that
 * sends changes to the lesson. If a launch has a host of its own, the scripts run in the product's page around the package, and
 * each page of the package gets a reference to the API. Documents without an origin cannot reach that page, so the scripts run in
 * each of them.
 */
import { ownValue } from '@apogee/domain/own-value.ts'
import { readFile } from 'node:fs/promises'
import { runTimeFolder, launchDataName } from './package-addresses.ts'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The text `</script` would end a script in a page, and the characters U+2028 and U+2029 would end a line of a script. */
const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** `data` is the result of `ScormPackages.launchData`. */
export const launchScript = (data: object): string =>
  `window.apogeeLaunch = ${JSON.stringify(data).replace(/[<\u2028\u2029]/g, (mark) => escapes[mark] ?? '')}\n`

const libraries: Readonly<
  Record<string, { path: () => string; api: string; name: string; events: string[] }>
> = {
  '1.2.js': {
    path: () => require.resolve('scorm-again/scorm12/min'),
    api: 'Scorm12API',
    name: 'API',
    events: ['LMSInitialize', 'LMSSetValue.cmi.*', 'LMSCommit', 'LMSFinish'],
  },
  '2004.js': {
    path: () => require.resolve('scorm-again/scorm2004/min'),
    api: 'Scorm2004API',
    name: 'API_1484_11',
    events: ['Initialize', 'SetValue.cmi.*', 'Commit', 'Terminate'],
  },
}

const made = new Map<string, Promise<string>>()

/** Returns a script by its name. Null means that no script has this name. */
export async function runTimeScript(name: string): Promise<string | null> {
  if (name === 'find.js') return `;(${finder})()\n`
  const library = ownValue(libraries, name)
  if (!library) return null
  const known = made.get(name)
  if (known) return known
  const { path, api, name: apiName, events } = library
  const script = readFile(path(), 'utf8').then(
    (content) =>
      `${content}\n;(${glue})(${JSON.stringify({ api, apiName, events, isEarlier: apiName === 'API' })})\n`,
  )
  made.set(name, script)
  return script
}

/**
 * Returns the product's page around the first page of an activity. The address `page` is escaped, because the author of the package
 * wrote it.
 */
export const playerPage = ({ version, page }: { version: string; page: string }): string =>
  `<!doctype html><meta charset="utf-8"><title>SCORM</title>
<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;overflow:hidden}</style>
<script src="${launchDataName}"></script><script src="${runTimeFolder}${version}.js"></script>
<body><iframe name="scorm" src="${inAttribute(page)}" allow="fullscreen; autoplay"></iframe>`

const inAttribute = (text: string) => text.replace(/[&"<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Gives a page replacements for the storages that the browser blocks. Pages with the same object `stores` share the stored values,
 * which last as long as the object.
 */
const storageInMemory = `function (stores) {
  const isBlocked = (name) => {
    try {
      return !window[name]
    } catch {
      return true
    }
  }
  for (const name of ['localStorage', 'sessionStorage'].filter(isBlocked)) {
    const values = (stores[name] ||= new Map())
    const storage = {
      getItem: (key) => values.get(String(key)) ?? null,
      setItem: (key, value) => void values.set(String(key), String(value)),
      removeItem: (key) => void values.delete(String(key)),
      clear: () => values.clear(),
      key: (at) => [...values.keys()][at] ?? null,
      get length() { return values.size },
    }
    const value = new Proxy(storage, {
      get: (_, key) => (key in storage ? storage[key] : values.get(key)),
      set: (_, key, given) => { storage.setItem(key, given); return true },
      deleteProperty: (_, key) => { values.delete(key); return true },
    })
    Object.defineProperty(window, name, { configurable: true, value })
  }
}`

/**
 * Runs in the page that has the API. A document without an origin carries its data to the next page of the activity in
 * `window.name`, because the next page can begin before the last report has arrived. It also gets storage of its own, which lasts
 * until the page is left. The page around a package stays open, and begins a new session for each page that initialises.
 * `window.parent` is replaced by an object that is its own parent, so that a search for the API neither throws nor leaves the
 * frame. Without an origin this object is a copy of the window, because some searches look at a parent only if it differs from the
 * window.
 */
const glue = `function ({ api, apiName, events, isEarlier }) {
  const launch = window.apogeeLaunch
  delete window.apogeeLaunch
  if (!launch) return
  if (!launch.hasOrigin) (${storageInMemory})({})
  const mark = 'apogee ' + launch.launch + ' ' + launch.activity + ' '
  const carried = !launch.hasOrigin && window.name.startsWith(mark) ? JSON.parse(window.name.slice(mark.length)) : null
  const lesson = window.top
  const copy = new Proxy({}, {
    get: (_, name) => {
      if (name === 'parent') return copy
      const value = window[name]
      return typeof value === 'function' && !value.prototype ? value.bind(window) : value
    },
    set: (_, name, value) => { window[name] = value; return true },
    has: (_, name) => name in window,
  })
  window.parent = launch.hasOrigin ? window : copy
  const model = new window[api]({ autocommit: false, logLevel: 5 })
  model.loadFromJSON(carried || launch.cmi, 'cmi')
  const state = () => {
    const { cmi } = model.renderCMIToJSONObject()
    return JSON.parse(JSON.stringify(cmi))
  }
  const carriedOf = (cmi) => {
    const objectives = Object.values(cmi.objectives || {})
    const { session_time, ...core } = cmi.core || {}
    return isEarlier
      ? { suspend_data: cmi.suspend_data, launch_data: cmi.launch_data, objectives, core, student_data: cmi.student_data }
      : { ...cmi, objectives, interactions: [], comments_from_learner: [], comments_from_lms: [], session_time: '' }
  }
  const say = (what, more) =>
    lesson.postMessage({ apogee: what, launch: launch.launch, activity: launch.activity, ...more }, launch.origin)
  let timer
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    const cmi = state()
    if (!launch.hasOrigin) window.name = mark + JSON.stringify(carriedOf(cmi))
    const { interactions, comments_from_learner, comments_from_lms, comments, ...kept } = cmi
    say('report', { cmi: kept })
  }
  const later = () => {
    if (timer === undefined) timer = setTimeout(tell, 300)
  }
  const [started, changed, saved, ended] = events
  let isStarted = false
  let isNewPage = false
  const initialize = model[started].bind(model)
  model[started] = (text) => {
    if (model.isTerminated() || (isNewPage && model.isInitialized())) {
      const kept = carriedOf(state())
      model.reset(undefined, { preserveListeners: true })
      model.loadFromJSON(kept, 'cmi')
    }
    isNewPage = false
    return initialize(text)
  }
  model.on(started, () => {
    isStarted = true
    say('found')
  })
  model.on(changed, later)
  model.on(saved, tell)
  model.on(ended, tell)
  addEventListener('pagehide', () => { if (isStarted && timer !== undefined) tell() })
  let isFaulty = false
  const failed = ({ message }) => {
    // Browsers report this harmless event of pages that lay themselves out as an error.
    if (isFaulty || String(message).startsWith('ResizeObserver')) return
    isFaulty = true
    say('error')
  }
  window[apiName] = model
  if (launch.hasOrigin) window.apogeeRunTime = { api: model, apiName, failed, began: () => { isNewPage = true } }
  else for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, failed)
  say('open')
}`

/**
 * Runs in each page of a package before the page's own scripts. Puts the API into the page itself, where every way of searching
 * finds it. A browser that blocks cookies of other sites also blocks the page's storage, so the pages share a replacement, which
 * lasts as long as the lesson stays open.
 */
const finder = `function () {
  let runTime
  for (let place = window, steps = 0; place && steps < 20; steps += 1) {
    try {
      runTime = place.apogeeRunTime
    } catch {
      return
    }
    if (runTime) break
    place = place.parent === place ? place.opener : place.parent
  }
  if (!runTime) return
  window[runTime.apiName] = runTime.api
  if (window.parent.apogeeRunTime === runTime) runTime.began()
  for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, runTime.failed)
  const giveStorage = ${storageInMemory}
  giveStorage((runTime.stores ||= {}))
}`
