/**
 * The scripts in each page of a package: the SCORM API by scorm-again, which answers from a copy of the data, and a small adapter
 * that sends changes to the lesson around the page. They run in the document of the package, without an origin.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A script in a page ends at the first `</script`, and a line of a script at these two separators. */
const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** `data` is the result of `Packages.launchData`. */
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

/** Returns null when no script has this name. */
export async function runTimeScript(name: string): Promise<string | null> {
  const library = libraries[name]
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
 * Runs in the page of a package. `window.name` of the frame carries the data from one page of an activity to the next, because a
 * page can begin before the report of the last one has arrived. `parent` is a copy of the window that is its own parent: a search for
 * the API finds it there, also one that begins at a parent that differs from the window, and neither throws nor leaves the frame.
 */
const glue = `function ({ api, apiName, events, isEarlier }) {
  const launch = window.apogeeLaunch
  delete window.apogeeLaunch
  if (!launch) return
  const mark = 'apogee ' + launch.launch + ' ' + launch.activity + ' '
  const carried = window.name.startsWith(mark) ? JSON.parse(window.name.slice(mark.length)) : null
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
  window.parent = copy
  const model = new window[api]({ autocommit: false, logLevel: 5 })
  model.loadFromJSON(carried || launch.cmi, 'cmi')
  const state = () => {
    const { cmi } = model.renderCMIToJSONObject()
    return JSON.parse(JSON.stringify(cmi))
  }
  const carry = (cmi) => {
    const objectives = Object.values(cmi.objectives || {})
    const { session_time, ...core } = cmi.core || {}
    const fields = isEarlier
      ? { suspend_data: cmi.suspend_data, launch_data: cmi.launch_data, objectives, core, student_data: cmi.student_data }
      : { ...cmi, objectives, interactions: [], comments_from_learner: [], comments_from_lms: [], session_time: '' }
    window.name = mark + JSON.stringify(fields)
  }
  let timer
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    const cmi = state()
    carry(cmi)
    const { interactions, comments_from_learner, comments_from_lms, comments, ...kept } = cmi
    lesson.postMessage({ apogee: 'report', launch: launch.launch, activity: launch.activity, cmi: kept }, launch.origin)
  }
  const later = () => {
    if (timer === undefined) timer = setTimeout(tell, 300)
  }
  const [started, changed, saved, ended] = events
  let isStarted = false
  model.on(started, () => { isStarted = true })
  model.on(changed, later)
  model.on(saved, tell)
  model.on(ended, tell)
  addEventListener('pagehide', () => { if (isStarted && timer !== undefined) tell() })
  window[apiName] = model
  lesson.postMessage({ apogee: 'open', launch: launch.launch, activity: launch.activity }, launch.origin)
}`
