/**
 * SCORM packages for tests, with a page that asks a question and a following page. They were written for this project and are in
 * the public domain.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Packs files, given by path. They are compressed, as authoring tools do, unless the name ends in `.mp4`. */
export function packedFiles(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { compress: !path.endsWith('.mp4') })
  zip.end()
  return buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
}

export interface PackageFixture {
  version: '1.2' | '2004'
  /** The titles of the activities. Each title makes one activity. */
  titles?: readonly string[]
  mastery?: number
  /** Files that are added to the usual ones. */
  files?: Readonly<Record<string, string | Buffer>>
}

function manifestOf({ version, titles = ['Fire drill'], mastery }: PackageFixture): string {
  const is12 = version === '1.2'
  const items = titles.map((title, place) => {
    const extra = is12 && mastery !== undefined ? `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>` : ''
    return `<item identifier="I${place}" identifierref="R${place}"><title>${title}</title>${extra}</item>`
  })
  const type = is12 ? 'scormtype' : 'scormType'
  const resources = titles.map(
    (_, place) =>
      `<resource identifier="R${place}" type="webcontent" adlcp:${type}="sco" href="lesson/start.html?part=${place}"/>`,
  )
  const namespaces = is12
    ? 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
    : 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"'
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" ${namespaces}>
  <metadata><schema>ADL SCORM</schema><schemaversion>${is12 ? '1.2' : '2004 4th Edition'}</schemaversion></metadata>
  <organizations default="A"><organization identifier="A"><title>Fire safety</title>${items.join('')}</organization></organizations>
  <resources>${resources.join('')}</resources>
</manifest>`
}

/** The page's search for the API. Like real content it looks in its own window, then in its parents. */
const finder = `
  function find(name) { let place = window; for (let i = 0; i < 7 && place; i++) { if (place[name]) return place[name]; place = place.parent } }
  const old = find('API'), api = old || find('API_1484_11')
  const start = () => old ? api.LMSInitialize('') : api.Initialize('')
  const get = (name) => old ? api.LMSGetValue(name) : api.GetValue(name)
  const set = (name, value) => old ? api.LMSSetValue(name, value) : api.SetValue(name, value)
  const save = () => old ? api.LMSCommit('') : api.Commit('')
  const end = () => old ? api.LMSFinish('') : api.Terminate('')
`

const question = `<!doctype html><html><head><meta charset="utf-8"><title>Fire drill</title>
<link rel="stylesheet" href="look.css"><script src="api.js"></script></head><body>
<h1>Fire drill</h1><p id="hello"></p><p id="where"></p>
<p>Which number do you call in Malaysia when there is a fire?</p>
<button id="wrong">911</button> <button id="right">999</button>
<p><a href="next.html">Next page</a></p><p id="said" role="status"></p>
<script>
  const text = (id, value) => { document.getElementById(id).textContent = value }
  start()
  text('hello', 'Hello, ' + get(old ? 'cmi.core.student_name' : 'cmi.learner_name'))
  text('where', 'Before: ' + (get('cmi.suspend_data') || 'nothing'))
  const answer = (score) => {
    set(old ? 'cmi.core.score.raw' : 'cmi.score.raw', String(score))
    if (!old) { set('cmi.score.scaled', String(score / 100)); set('cmi.success_status', score >= 80 ? 'passed' : 'failed') }
    set(old ? 'cmi.core.lesson_status' : 'cmi.completion_status', old ? (score >= 80 ? 'passed' : 'failed') : 'completed')
    set('cmi.suspend_data', 'answered ' + score)
    save()
    text('said', score >= 80 ? 'Right' : 'Wrong, try again')
  }
  document.getElementById('wrong').onclick = () => answer(20)
  document.getElementById('right').onclick = () => answer(100)
</script></body></html>`

const next = `<!doctype html><html><head><meta charset="utf-8"><title>After</title><script src="api.js"></script></head><body>
<h1>After the drill</h1><p id="where"></p><script>
  start(); document.getElementById('where').textContent = 'Before: ' + (get('cmi.suspend_data') || 'nothing')
  set(old ? 'cmi.core.lesson_location' : 'cmi.location', 'next'); save()
</script></body></html>`

export const scormPackage = (fixture: PackageFixture): Promise<Buffer> =>
  packedFiles({
    'imsmanifest.xml': manifestOf(fixture),
    'lesson/start.html': question,
    'lesson/next.html': next,
    'lesson/api.js': finder,
    'lesson/look.css': 'body { font-family: sans-serif; background: #fff; color: #111; padding: 1rem }',
    // Authoring tools that once exported Flash still put this file into packages. No browser plays it.
    'lesson/unused.swf': 'FWS',
    'lesson/clip.mp4': Buffer.concat([
      Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
      Buffer.alloc(4072, 7),
    ]),
    ...fixture.files,
  })
