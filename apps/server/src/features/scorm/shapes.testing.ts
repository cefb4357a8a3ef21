/**
 * SCORM packages with the structure of the exports of common authoring tools. They were written for this project and are in the
 * public domain. Each package shows the data that it had suspended. The button Finish reports a score of 90 %, passing, and data to
 * suspend.
 */
import { packedFiles } from './testing.ts'

interface Shape {
  version: '1.2' | '2004'
  /** The manifest opens the first file. */
  files: Readonly<Record<string, string>>
}

/**
 * The search for the API in ADL's SCORM 1.2 and 2004 books. It begins at the parent, and looks at a parent only if it differs from
 * the window.
 */
const bookSearch = `
  function scan(win) { var tries = 0
    while (win.API == null && win.API_1484_11 == null && win.parent != null && win.parent != win) { if (++tries > 500) return null; win = win.parent }
    return win.API_1484_11 || win.API }
  function getAPI() { var found = null
    if (window.parent != null && window.parent != window) found = scan(window.parent)
    if (found == null && window.opener != null) found = scan(window.opener)
    return found }`

/**
 * The search for the API in wrappers such as pipwerks. It begins at the window, and then looks at the opener of the topmost window.
 */
const wrapperSearch = `
  function scan(win) { var tries = 0
    while (!win.API && !win.API_1484_11 && win.parent && win.parent != win && tries <= 500) { tries++; win = win.parent }
    return win.API_1484_11 || win.API || null }
  function getAPI() { var found = scan(window)
    if (!found && window.parent && window.parent != window) found = scan(window.parent)
    if (!found && window.top.opener) found = scan(window.top.opener)
    return found }`

/** A search for the API that follows parents until they end, without looking at the window itself. */
const parentsSearch = `
  function getAPI() { for (var win = window.parent; win; win = win.parent) { if (win.API) return win.API; if (win.API_1484_11) return win.API_1484_11; if (win == win.parent) return null } }`

const driver = (search: string) => `${search}
  var api = getAPI(), isOld = !!(api && api.LMSInitialize)
  function begin() { return String(isOld ? api.LMSInitialize('') : api.Initialize('')) }
  function get(name) { return isOld ? api.LMSGetValue(name) : api.GetValue(name) }
  function set(name, value) { return isOld ? api.LMSSetValue(name, value) : api.SetValue(name, value) }
  function before() { return 'Before: ' + (get('cmi.suspend_data') || 'nothing') }
  function finish() {
    set('cmi.suspend_data', 'page=2')
    if (isOld) { set('cmi.core.score.min', '0'); set('cmi.core.score.max', '100'); set('cmi.core.score.raw', '90'); set('cmi.core.lesson_status', 'passed') }
    else { set('cmi.score.raw', '90'); set('cmi.score.scaled', '0.9'); set('cmi.success_status', 'passed'); set('cmi.completion_status', 'completed') }
    isOld ? api.LMSCommit('') : api.Commit('') }
  function end() { return isOld ? api.LMSFinish('') : api.Terminate('') }`

const head = '<!doctype html><meta charset="utf-8"><title>Shape</title>'
/** `source` is the expression by which the page reaches the driver's functions, such as `window.parent.`. */
const lessonPage = (source: string, more = '') =>
  `${head}<p id="before"></p><p id="more"></p><button id="finish">Finish</button><script>
  document.getElementById('before').textContent = ${source}before()
  document.getElementById('finish').onclick = function () { ${source}finish() }
  function more(text) { document.getElementById('more').textContent = text }
  ${more}</script>`

/** Each of these packages contains something that fails in documents without an origin. */
const shapes = {
  Rise: {
    version: '1.2',
    files: {
      'scormdriver/indexAPI.html': `${head}<script src="driver.js"></script>
        <script>begin(); onload = function () { window.frames['scormdriver_content'].document.location.href = '../scormcontent/index.html' }; onunload = function () { end() }</script>
        <frameset rows="*,0"><frame name="scormdriver_content" src="blank.html"><frame name="rusticisoftware_aicc_results" src="blank.html"></frameset>`,
      'scormdriver/driver.js': driver(bookSearch),
      'scormdriver/blank.html': '<!doctype html><p>blank</p>',
      'scormcontent/index.html': lessonPage('window.parent.'),
    },
  },
  Storyline: {
    version: '2004',
    files: {
      'index_lms.html': `${head}<script src="lms/scormdriver.js"></script><div id="stage"></div><script>begin()
        window.globalProvideData = function (kind, json) {
          localStorage.setItem('last-slide', JSON.parse(json).slide)
          document.getElementById('stage').innerHTML = '<p id="before"></p><button>Finish</button>'
          document.getElementById('before').textContent = before()
          document.querySelector('button').onclick = finish }
        var script = document.createElement('script'); script.src = 'html5/data/js/data.js'; document.body.appendChild(script)</script>`,
      'lms/scormdriver.js': driver(bookSearch),
      'html5/data/js/data.js': `window.globalProvideData('data', '{"slide":"1.1"}')`,
    },
  },
  iSpring: {
    version: '1.2',
    files: {
      'res/index.html': `${head}<iframe id="content" width="600" height="300"></iframe><script>
        sessionStorage.setItem('ispring', 'open')
        document.getElementById('content').src = 'content.html'</script>`,
      'res/content.html': `${head}<script src="lms.js"></script>${lessonPage('window.')}`,
      'res/lms.js': `${driver(parentsSearch)}; begin()`,
    },
  },
  Adapt: {
    version: '1.2',
    files: {
      'index.html': `${head}<script src="libraries/wrapper.js"></script><p id="before"></p><button hidden>Finish</button><script>begin()
        var request = new XMLHttpRequest()
        request.open('GET', 'course/en/course.json')
        request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
        request.onload = function () {
          var worker = new Worker('adapt/js/worker.js')
          worker.onmessage = function () {
            document.getElementById('before').textContent = before()
            document.querySelector('button').hidden = false
            document.querySelector('button').onclick = finish }
          worker.postMessage(JSON.parse(request.responseText)) }
        request.send()</script>`,
      'libraries/wrapper.js': driver(wrapperSearch),
      'adapt/js/worker.js': 'onmessage = function (event) { postMessage(event.data) }',
      'course/en/course.json': '{"_id":"course"}',
    },
  },
  Captivate: {
    version: '2004',
    files: {
      'index_scorm.html': `${head}<button onclick="open('multiscreen.html', 'captivate', 'width=800,height=600')">Open the course</button>`,
      'multiscreen.html': `${head}<script src="SCORM_utilities.js"></script>${lessonPage('window.')}`,
      'SCORM_utilities.js': `${driver(bookSearch)}; begin()`,
    },
  },
  Xerte: {
    version: '1.2',
    files: {
      'scormRLO.htm': `${head}<script src="apiwrapper_1.2.js"></script><p id="before"></p><button>Finish</button><script>begin()
        fetch('template.xml', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (answer) { return answer.text() }).then(function (text) {
          var xml = new DOMParser().parseFromString(text, 'application/xml')
          document.title = xml.documentElement.getAttribute('name')
          document.getElementById('before').textContent = before()
          document.querySelector('button').onclick = function () { if (confirm('Finish now?')) finish() } })</script>`,
      'apiwrapper_1.2.js': driver(wrapperSearch),
      'template.xml': '<learningObject name="Xerte"/>',
    },
  },
  H5P: {
    version: '2004',
    files: {
      'index.html': `${head}<script src="sco.js"></script><iframe id="h5p" width="600" height="300"></iframe><script>begin()
        localStorage.setItem('h5p', '1')
        fetch('h5p/content.json').then(function (answer) { return answer.json() }).then(function (content) {
          var inner = document.getElementById('h5p').contentDocument
          inner.open()
          inner.write('<!doctype html><p id="before"></p><button>' + content.button + '</button>')
          inner.close()
          inner.getElementById('before').textContent = before()
          inner.querySelector('button').onclick = finish })</script>`,
      'sco.js': driver(wrapperSearch),
      'h5p/content.json': '{"button":"Finish"}',
    },
  },
  eXeLearning: {
    version: '1.2',
    files: {
      'index.html': `${head}<script src="SCOFunctions.js"></script><body onload="loadPage()" onunload="unloadPage()"><a href="second.html">Next page</a>`,
      'second.html': `${head}<script src="SCOFunctions.js"></script><body onload="loadPage()" onunload="unloadPage()"><p id="before"></p><p id="begun"></p><button>Finish</button>
        <script>document.querySelector('button').onclick = finish</script>`,
      'SCOFunctions.js': `${driver(bookSearch)}
        function loadPage() { var begun = begin(); var place = document.getElementById('before'); if (place) { place.textContent = before(); document.getElementById('begun').textContent = 'Begun: ' + begun } }
        function unloadPage() { end() }`,
    },
  },
  'golf of SCORM 1.2': {
    version: '1.2',
    files: {
      'shared/launchpage.html': `${head}<script src="scormfunctions.js"></script><body onload="doStart()" onunload="end()">
        <iframe name="contentFrame" id="contentFrame" src="" width="600" height="300"></iframe><script>
        function doStart() { begin(); document.getElementById('contentFrame').contentWindow.location.href = '../Playing/Playing.html' }</script>`,
      'shared/scormfunctions.js': driver(bookSearch),
      'Playing/Playing.html': lessonPage('parent.'),
    },
  },
  'golf of SCORM 2004': {
    version: '2004',
    files: {
      'shared/launchpage.html': `${head}<script src="scormfunctions.js"></script><body onload="doStart()" onunload="end()">
        <iframe id="contentFrame" src="" width="600" height="300"></iframe><script>
        function doStart() { begin()
          if (get('cmi.suspend_data') != '') confirm('Would you like to resume?')
          document.getElementById('contentFrame').src = '../Playing/Playing.html' }</script>`,
      'shared/scormfunctions.js': driver(bookSearch),
      'Playing/Playing.html': lessonPage('parent.'),
    },
  },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes
export const shapeNames = Object.keys(shapes) as ShapeName[]

export function packageOfShape(name: ShapeName): Promise<Buffer> {
  const { version, files }: Shape = shapes[name]
  return packageOf({ title: name, version, files })
}

/** Packs the files with a manifest of one activity, which opens the first file. */
export function packageOf({ title, version, files }: Shape & { title: string }): Promise<Buffer> {
  const [type, schema, namespaces] =
    version === '1.2'
      ? [
          'scormtype',
          '1.2',
          'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
        ]
      : [
          'scormType',
          '2004 4th Edition',
          'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"',
        ]
  return packedFiles({
    'imsmanifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest identifier="M" ${namespaces}>
      <metadata><schema>ADL SCORM</schema><schemaversion>${schema}</schemaversion></metadata>
      <organizations default="O"><organization identifier="O"><title>${title}</title><item identifier="I" identifierref="R"><title>${title}</title></item></organization></organizations>
      <resources><resource identifier="R" type="webcontent" adlcp:${type}="sco" href="${Object.keys(files)[0]}"/></resources></manifest>`,
    ...files,
  })
}
