import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireText } from '@apogee/domain/read-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '../zip/write-zip.ts'
import { ZipRefused } from '../zip/read-zip.ts'
import { ContentRefused, examinePackage, issueOf, NoManifest, packageLimits } from './examine-package.ts'
import { ManifestRefused, readScormManifest } from './scorm-manifest.ts'

let folder = ''
let written = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-scorm-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function packed(files: Record<string, string | Buffer>): Promise<string> {
  const path = join(folder, `${written++}.zip`)
  const { stream } = writeZip(
    Object.entries(files).map(([name, content]) => {
      const bytes = Buffer.from(content)
      return { path: name, bytes: bytes.length, open: async () => Readable.from([bytes]) }
    }),
  )
  await pipeline(stream, createWriteStream(path))
  return path
}

const scorm12 = (item = '', resource = 'href="lesson/index.html"') => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="B">
    <organization identifier="A"><title>Not this one</title></organization>
    <organization identifier="B">
      <title>Fire
        safety</title>
      <item identifier="I0"><title>Chapter</title>
        <item identifier="I1" identifierref="R1"><title>Exits</title>${item}</item>
      </item>
      <item identifier="I2" identifierref="R2"><title>Handout</title></item>
      <item identifier="I3" identifierref="R2" isvisible="false"><title>Hidden</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="R1" type="webcontent" adlcp:scormtype="sco" ${resource}/>
    <resource identifier="R2" type="webcontent" adlcp:scormtype="asset" href="handout%20one.html?page=2"/>
  </resources>
</manifest>`

const scorm2004 = `<manifest identifier="M" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xml:base="content/"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations><organization identifier="A"><title>Fire safety</title>
    <item identifier="I1" identifierref="R1" parameters="?room=4"><title>Exits</title>
      <adlcp:dataFromLMS>level=2</adlcp:dataFromLMS>
      <imsss:sequencing><imsss:objectives>
        <imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true">
          <imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>
        </imsss:primaryObjective>
      </imsss:objectives></imsss:sequencing>
    </item></organization></organizations>
  <resources><resource identifier="R1" type="webcontent" adlcp:scormType="sco" xml:base="exits/" href="index.html"/></resources>
</manifest>`

const pages = { 'lesson/index.html': '<p>Exits</p>', 'handout one.html': '<p>Handout</p>' }
const read = (manifest: string, paths = Object.keys(pages)) => readScormManifest(manifest, new Set(paths))

const problemOf = (manifest: string): string => {
  try {
    read(manifest)
  } catch (error) {
    if (error instanceof ManifestRefused) return error.message
    throw error
  }
  return 'accepted'
}

test('a SCORM 1.2 package is examined with its default organization, mastery score and files', async () => {
  const mastery = '<adlcp:masteryscore>70</adlcp:masteryscore><adlcp:datafromlms>a&amp;b</adlcp:datafromlms>'
  const path = await packed({ 'imsmanifest.xml': scorm12(mastery), ...pages })
  const examined = await examinePackage(path)
  expect(examined).toMatchObject({
    version: '1.2',
    title: 'Fire safety',
    activities: [
      {
        identifier: 'I1',
        title: 'Exits',
        path: 'lesson/index.html',
        suffix: '',
        isReporting: true,
        masteryScore: 0.7,
        launchData: 'a&b',
      },
      {
        identifier: 'I2',
        path: 'handout one.html',
        suffix: '?page=2',
        isReporting: false,
        masteryScore: null,
      },
    ],
  })
  expect(examined.files.map((file) => file.path)).toEqual(['imsmanifest.xml', ...Object.keys(pages)])
})

test('a SCORM 2004 package is examined with nested bases, parameters and the measure of its primary objective', () => {
  expect(read(scorm2004, ['content/exits/index.html'])).toEqual({
    version: '2004',
    title: 'Fire safety',
    activities: [
      {
        identifier: 'I1',
        title: 'Exits',
        path: 'content/exits/index.html',
        suffix: '?room=4',
        isReporting: true,
        masteryScore: 0.8,
        launchData: 'level=2',
      },
    ],
  })
})

test('a manifest without metadata is recognised by its namespaces', () => {
  expect(read(scorm12().replace(/<metadata>.*<\/metadata>/, '')).version).toBe('1.2')
})

test('a mastery score outside its range is no mastery score', () => {
  const { activities } = read(scorm12('<adlcp:masteryscore>700</adlcp:masteryscore>'))
  expect(activities[0]?.masteryScore).toBeNull()
})

test('a manifest in UTF-16 with a byte order mark is read', async () => {
  const manifest = Buffer.from(
    `\uFEFF${scorm12().replace('encoding="UTF-8"', 'encoding="UTF-16"')}`,
    'utf16le',
  )
  expect(readScormManifest(await requireText(manifest), new Set(Object.keys(pages))).title).toBe(
    'Fire safety',
  )
})

test.each([
  ['https://evil.example/x.html', 'address-outside-package: Exits'],
  ['//evil.example/x.html', 'address-outside-package: Exits'],
  ['\\\\evil.example\\x.html', 'address-outside-package: Exits'],
  ['javascript:alert(1)', 'address-outside-package: Exits'],
  ['data:text/html,x', 'address-outside-package: Exits'],
  ['lesson/%E0%A4%A.html', 'address-outside-package: Exits'],
  ['../../etc/passwd', 'missing-file: etc/passwd'],
  ['..%2F..%2Fetc%2Fpasswd', 'missing-file: ../../etc/passwd'],
  ['lesson/other.html', 'missing-file: lesson/other.html'],
])('a package that launches %s is refused', (address, problem) => {
  expect(problemOf(scorm12('', `href="${address}"`))).toBe(problem)
})

test.each([
  ['is cut off', scorm12().slice(0, 400), 'manifest-unreadable'],
  ['is another document', '<html/>', 'manifest-unreadable'],
  [
    'includes a file by an entity',
    `<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>${scorm12('&x;').slice(39)}`,
    'manifest-unreadable',
  ],
  ['nests elements without end', '<manifest>'.repeat(100_000), 'manifest-unreadable'],
  ['has a version of its own', scorm12().replace('>1.2<', '>9.9<'), 'unknown-version: 9.9'],
  ['is a Common Cartridge', scorm12().replace('ADL SCORM', 'IMS Common Cartridge'), 'common-cartridge'],
  ['has no items', scorm12().replaceAll(/<item[\s\S]*<\/item>/g, ''), 'nothing-to-launch'],
  [
    'has more activities than a table of contents holds',
    scorm12('<item identifierref="R2"/>'.repeat(501)),
    'too-many-activities',
  ],
  ['nests items without end', scorm12('<item>'.repeat(30) + '</item>'.repeat(30)), 'too-many-activities'],
])('a manifest that %s is refused', (_what, manifest, problem) => {
  expect(problemOf(manifest)).toBe(problem)
})

test('an archive without a manifest at its top is refused, and names the folder that has one', async () => {
  const without = examinePackage(await packed(pages))
  await expect(without).rejects.toEqual(new NoManifest(null))
  const inFolder = examinePackage(await packed({ 'course/imsmanifest.xml': scorm12() }))
  await expect(inFolder).rejects.toMatchObject({ folder: 'course' })
})

test('a package with more files or a larger manifest than allowed is refused', async () => {
  const path = await packed({ 'imsmanifest.xml': scorm12(), ...pages })
  await expect(examinePackage(path, { ...packageLimits, entries: 2 })).rejects.toThrow('too-many-entries')
  const large = await packed({ 'imsmanifest.xml': ' '.repeat(2_000_001) })
  await expect(examinePackage(large)).rejects.toBeInstanceOf(ZipRefused)
})

test('a file that is not what its name says refuses the package, and the reason names the file', async () => {
  const path = await packed({ 'imsmanifest.xml': scorm12(), ...pages, 'lesson/logo.png': '<html>' })
  const error: unknown = await examinePackage(path).catch((reason: unknown) => reason)
  expect(error).toEqual(new ContentRefused('other-content', 'lesson/logo.png'))
  expect(issueOf(error)).toEqual({
    path: 'lesson/logo.png',
    message: expect.stringContaining('not what its name says'),
  })
  const program = await packed({ 'imsmanifest.xml': scorm12(), ...pages, 'Start.exe': 'x' })
  await expect(examinePackage(program)).rejects.toEqual(new ContentRefused('program', 'Start.exe'))
})

test('files that an operating system has left behind are not served', async () => {
  const left = {
    '__MACOSX/lesson/._index.html': Buffer.from([0, 5, 22, 7]),
    'lesson/Thumbs.db': Buffer.alloc(9, 208),
  }
  const path = await packed({ 'imsmanifest.xml': scorm12(), ...pages, ...left })
  const { files } = await examinePackage(path)
  expect(files.map((file) => file.path)).toEqual(['imsmanifest.xml', ...Object.keys(pages)])
})

test('no more of a large file is unpacked than its type takes', async () => {
  const large = Buffer.alloc(60_000_000, 'a')
  const path = await packed({ 'imsmanifest.xml': scorm12(), ...pages, 'lesson/long.txt': large })
  const examined = await examinePackage(path, { ...packageLimits, ratio: 2000 })
  expect(examined.files.at(-1)).toMatchObject({ path: 'lesson/long.txt', bytes: large.length })
})

test.each([
  ['manifest-iso-8859-1', '1.2', "Orbite à l'été - leçon"],
  ['parent-first-2004', '2004', 'Parent first 2004'],
  ['driver-sets-frame-location', '1.2', 'Driver sets frame'],
  ['xhr-requested-with', '1.2', 'XHR header'],
  ['local-storage', '1.2', 'Storage'],
])('the package %s is accepted with its version and title', async (name, version, title) => {
  const path = join(import.meta.dirname, `../../../../../fixtures/real-files/scorm/${name}.zip`)
  expect(await examinePackage(path)).toMatchObject({ version, title })
})
