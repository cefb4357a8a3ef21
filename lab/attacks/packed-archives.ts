/**
 * Uploads archives of strangers that cost far more to read than to send: course archives, cartridges, packages, captions and
 * quizzes.
 */
import { randomBytes } from 'node:crypto'
import type { Attack, Scene } from './attack.ts'
import { json } from './support/client.ts'
import { HealthWatch, servingThreadMs } from './support/held-thread.ts'
import { formOf, multipart, zip } from './support/packed.ts'

interface Packed {
  what: string
  content: Buffer
  /** True means that every reader refuses the file because it needs too much processor time. */
  isTooComplex?: true
}

/** Reading a file may take this much processor time of a serving thread, in ms, including storing the result. */
const mostMs = 2_000
/** The short form runs on busy machines, so its bound in ms is higher. */
const mostMsInShort = 30_000
/** The attack's own requests may take this share of the elapsed time. */
const mostShare = 0.3
const longestReadMs = 1_800_000

const times = (count: number, part: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => part(nth)).join('')
const packed = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zip(
    Object.entries(files).map(([name, content]) => ({
      name,
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  )
/** Adds incompressible bytes. Without them, the product would refuse the archive for its compression ratio before reading it. */
const ballast = (bytes: number): Record<string, Buffer> => ({ 'ballast.bin': randomBytes(bytes) })

const label = (nth: number) =>
  `<response_label ident="L${nth}"><material><mattext>${nth}</mattext></material></response_label>`
const question = (labels: number, more: string): string =>
  `<item><presentation><material><mattext>Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${times(labels, label)}</render_choice></response_lid></presentation>
   <resprocessing><respcondition><conditionvar><varequal respident="r">L1</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing>${more}</item>`
const quizOf = (items: string) =>
  `<questestinterop><assessment><section>${items}</section></assessment></questestinterop>`
const quizType = 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment'

/** Lists one item for each named file. */
const cartridge = (
  items: readonly string[],
  files: Readonly<Record<string, string | Buffer>>,
  { title = 'Item', more = '' } = {},
): Buffer => {
  const resources = [...new Set(items)].map(
    (file) =>
      `<resource identifier="R-${file}" type="${file.endsWith('.xml') ? quizType : 'webcontent'}" href="${file}"/>`,
  )
  const listed = items.map(
    (file, nth) => `<item identifierref="R-${file}"><title>${title} ${nth}</title></item>`,
  )
  return packed({
    'imsmanifest.xml': `<manifest><metadata><schema>IMS Common Cartridge</schema></metadata>
      <organizations><organization><item><item><title>Module</title>${listed.join('')}</item></item></organization></organizations>
      <resources>${resources.join('')}</resources>${more}</manifest>`,
    ...files,
  })
}

const scorm = (inside: string, attributes = ''): Buffer =>
  packed({
    'imsmanifest.xml': `<manifest ${attributes}><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
      <organizations default="A"><organization identifier="A"><title>Course</title>${inside}</organization></organizations>
      <resources><resource identifier="R" type="webcontent" href="a.html"/></resources></manifest>`,
    'a.html': '<p>a</p>',
    ...ballast(50_000),
  })

const cue = '00:00:01.000 --> 00:00:02.000\n'

/** Nests archives in each other. */
function nested(depth: number): Buffer {
  let content: Buffer = packed({ [`a.${textExtension}`]: '# A', 'b.bin': Buffer.alloc(1_000_000) })
  for (let nth = 0; nth < depth; nth += 1)
    content = packed({ [`part${nth}.zip`]: content, [`again${nth}.zip`]: content })
  return content
}

const textExtension = 'md'
/** Returns empty elements with enough random characters, so that no entry is refused for its compression ratio. */
const emptyElements = (count: number): string =>
  times(Math.ceil(count / 200), () => `${'<x/>'.repeat(200)}${randomBytes(6).toString('hex')}`)

function hundredsOfQuizzes(): Packed {
  const names = Array.from({ length: 400 }, (_, nth) => `q${nth}.xml`)
  const quiz = Buffer.from(quizOf(question(400, emptyElements(1_000_000))))
  return {
    what: 'hundreds of quizzes of 4 MB',
    content: cartridge(names, Object.fromEntries(names.map((name) => [name, quiz]))),
    isTooComplex: true,
  }
}

const archives = (isShort: boolean): Packed[] => [
  {
    what: 'a question with 400 labels and 200,000 empty elements',
    content: cartridge(['q.xml'], {
      'q.xml': quizOf(question(400, emptyElements(200_000))),
      ...ballast(20_000),
    }),
  },
  {
    what: '100 items that name one page',
    content: cartridge(
      Array.from({ length: 100 }, () => 'page.html'),
      {
        'page.html': times(isShort ? 200 : 10_000, (nth) => `<p>Word ${nth} <b>b</b></p>`),
        ...ballast(20_000),
      },
    ),
  },
  {
    what: '100 items that name one quiz',
    content: cartridge(
      Array.from({ length: 100 }, () => 'q.xml'),
      { 'q.xml': quizOf(times(isShort ? 10 : 100, () => question(10, ''))), ...ballast(20_000) },
    ),
  },
  {
    what: 'a manifest of a million elements',
    content: cartridge(
      ['page.html'],
      { 'page.html': '<p>a</p>', ...ballast(200_000) },
      { more: emptyElements(1_000_000) },
    ),
  },
  {
    what: 'a manifest that nests without end',
    content: cartridge([], ballast(20_000), { more: '<item>'.repeat(100_000) }),
  },
  {
    what: 'a folder of texts of opening brackets',
    content: packed({
      ...Object.fromEntries(
        ['[', '![](', '*', '_', '`', '>', '- ', '<', '|', '$$', '\\', '# ', '1. ', '[a]: b\n', '**a '].map(
          (part, nth): [string, string] => [
            `Module/${nth} text.${textExtension}`,
            part.repeat(Math.floor(900_000 / part.length)),
          ],
        ),
      ),
      ...ballast(200_000),
    }),
  },
  {
    what: 'a course.json of nested lists',
    content: packed({ 'course.json': `${'['.repeat(200_000)}${']'.repeat(200_000)}`, ...ballast(20_000) }),
  },
  { what: 'archives in archives', content: nested(isShort ? 6 : 12) },
  ...(isShort ? [] : [hundredsOfQuizzes()]),
]

const packages = (): Packed[] => [
  {
    what: 'a package of 100,000 activities',
    content: scorm('<item identifierref="R"><title>A</title></item>'.repeat(60_000)),
  },
  {
    what: 'a package of nested activities',
    content: scorm(`${'<item>'.repeat(50_000)}${'</item>'.repeat(50_000)}`),
  },
  {
    what: 'a package with a long base',
    content: scorm(
      '<item identifierref="R"><title>A</title></item>'.repeat(5_000),
      `xml:base="${'a/'.repeat(100_000)}"`,
    ),
  },
  {
    what: 'a package of a million attributes',
    content: scorm(`<item ${times(50_000, (nth) => `a${nth}="" `)}/>`),
  },
]

const files = (): (Packed & { purpose: string; name: string })[] => [
  ...['<', '<v ', '&', '-->', ' ', '\r', `${cue}a\n\n`, 'STYLE\n', '00:00:01.000 --> '].flatMap((part) =>
    ['a.vtt', 'a.srt'].map((name) => ({
      what: `captions ${name} of ${JSON.stringify(part)}`,
      purpose: 'captions',
      name,
      content: Buffer.from(
        `${name === 'a.vtt' ? 'WEBVTT\n\n' : ''}${cue}${part.repeat(Math.floor(900_000 / part.length))}`,
      ),
    })),
  ),
  ...['[', '{"a":', '{"title":"', '"\\u0000'].map((part) => ({
    what: `a quiz of ${part}`,
    purpose: 'quiz',
    name: 'a.json',
    content: Buffer.from(part.repeat(Math.floor(250_000 / part.length))),
  })),
]

class PackedArchives {
  readonly wrong: string[] = []
  readonly repeated: string[] = []
  readonly held: string[] = []
  readonly #scene: Scene
  readonly #pids: readonly number[]

  constructor(scene: Scene, pids: readonly number[]) {
    this.#scene = scene
    this.#pids = pids
  }

  async import({ what, content, isTooComplex }: Packed): Promise<void> {
    const url = await this.#upload({ purpose: 'archive', name: 'course.zip', content })
    if (url === null) return this.#note(what, 'not taken as an upload', isTooComplex)
    await this.#measured(what, async () => {
      const asked = await this.#send('POST', '/api/course-imports', { filePath: url })
      if (asked.status !== 201) return this.#note(what, `not examined: ${asked.text}`, isTooComplex)
      const examined = await this.#settled(what, 'examining')
      if (examined.state !== 'ready') return this.#note(what, examined.kinds, isTooComplex)
      await this.#send('POST', `/api/course-imports/${examined.id}/confirmation`, {})
      const made = await this.#settled(what, 'importing')
      this.#note(what, made.state === 'done' ? 'imported' : made.kinds, isTooComplex)
    })
  }

  async addPackage({ what, content }: Packed): Promise<void> {
    const url = await this.#upload({ purpose: 'package', name: 'a.zip', content })
    if (url === null) return
    const { target, people } = this.#scene
    const { rows } = await target.pool.query<{ id: number }>(
      `SELECT t.id::int AS id FROM course_contents t JOIN courses c ON c.id = t.course_id WHERE c.seller_id = $1 LIMIT 1`,
      [people.strangers.seller],
    )
    await this.#measured(what, () =>
      this.#send('POST', `/api/course-content/${rows[0]?.id}/packages`, { title: 'Package', filePath: url }),
    )
  }

  async upload(file: ReturnType<typeof files>[number]): Promise<void> {
    await this.#measured(file.what, () => this.#upload(file))
  }

  #note(what: string, result: string, isTooComplex = false): void {
    this.#scene.drill.say(`${what}: ${result.slice(0, 200)}`)
    if (isTooComplex && !result.includes('too-complex')) this.wrong.push(`${what}: ${result.slice(0, 200)}`)
  }

  async #measured(what: string, work: () => Promise<unknown>): Promise<void> {
    const begun = performance.now()
    const before = await Promise.all(this.#pids.map(servingThreadMs))
    await work()
    const after = await Promise.all(this.#pids.map(servingThreadMs))
    const spent = Math.max(...after.map((ms, place) => ms - (before[place] ?? 0)))
    const most = this.#scene.form.isShort ? mostMsInShort : mostMs
    if (spent > most + mostShare * (performance.now() - begun))
      this.held.push(`${what}: ${spent.toFixed(0)} ms`)
  }

  /** Returns null if the upload is refused. */
  async #upload(given: { purpose: string; name: string; content: Buffer }): Promise<string | null> {
    const { target, people } = this.#scene
    const { status, text } = await target.client.send({
      method: 'POST',
      path: `/api/upload?purpose=${given.purpose}`,
      as: people.strangers.admin,
      headers: multipart,
      body: formOf(given),
    })
    return status < 300 ? (JSON.parse(text) as { url: string }).url : null
  }

  #send(method: string, path: string, body: object) {
    const { target, people } = this.#scene
    return target.client.send({
      method,
      path,
      as: people.strangers.admin,
      body: JSON.stringify(body),
      headers: json,
    })
  }

  /** Waits until the import has left this state. By then, its job has been tried once. */
  async #settled(what: string, state: string): Promise<{ id: number; state: string; kinds: string }> {
    const { target, people, drill } = this.#scene
    const settled = { id: 0, state, kinds: '' }
    const look = async () => {
      const { rows } = await target.pool.query<{ tries: number }>(
        `SELECT coalesce(max(attempts), 0)::int AS tries FROM graphile_worker.jobs WHERE task_identifier IN ('archives.examine', 'archives.import')`,
      )
      const tries = rows[0]?.tries ?? 0
      if (tries > 1) this.repeated.push(`${what}: ${tries} times`)
      const { data } = await target.client.must<{
        data: { id: number; state: string; problems: { kind: string; detail: string }[] }
      }>('GET', '/api/course-imports/latest', people.strangers.admin)
      const kinds = data.problems.map(({ kind, detail }) => `${kind} ${detail}`.trim()).join(', ')
      Object.assign(settled, { id: data.id, state: data.state, kinds })
      return data.state !== state
    }
    await drill.until(`the end of ${state} of ${what}`, look, longestReadMs)
    return settled
  }
}

export const packedArchives: Attack = {
  name: 'packed-archives',
  has: 'the account of a teacher',
  tries: 'archives, packages, captions and quizzes that take much more to read than to send',
  withFreshProof: true,
  async run(scene) {
    const { target, drill, form } = scene
    const jobs = await target.startJobs()
    const attack = new PackedArchives(scene, [target.product.pid, jobs.pid])
    const ofPages = await HealthWatch.ofIdle(target.origin)
    const ofJobs = await HealthWatch.ofIdle(jobs.origin)
    const work = async () => {
      for (const archive of archives(form.isShort)) await attack.import(archive)
      for (const one of packages()) await attack.addPackage(one)
      for (const file of files()) await attack.upload(file)
    }
    await ofPages.during(() => ofJobs.during(work))
    ofPages.judge('packed archives: pages', scene)
    ofJobs.judge('packed archives: jobs', scene)
    drill.none('packed archives: other ends than "too complex"', attack.wrong)
    drill.none('packed archives: tried again', [...new Set(attack.repeated)])
    drill.none('packed archives: held a thread that serves', attack.held)
  },
}
