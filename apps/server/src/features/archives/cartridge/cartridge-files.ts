/** Reads the XML files of a cartridge, and finds the files that Canvas writes beside quizzes and assignments. */
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { ownValue } from '@apogee/domain/own-value.ts'
import { Readable } from 'node:stream'
import {
  attribute,
  children,
  descendants,
  placeOfFault,
  readXmlBytes,
  textOf,
  type XmlElement,
} from '#server/platform/xml/read-xml.ts'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'
import { banksNamed } from './cartridge-groups.ts'
import { fileIn, type CartridgeResource } from './cartridge-links.ts'
import { isDescription, isQuiz, largestXmlBytes } from './cartridge-manifest.ts'
import { assignmentOf, quizSettingsOf, type Assignment, type QuizSettings } from './cartridge-settings.ts'

/** `fault` is the place of the error in broken XML, as `line:column`. It is empty if the place is unknown. */
export interface Fault {
  fault: string
}

export interface BesideQuiz {
  /** `path` is the file that contains the settings. */
  settings: (QuizSettings & { path: string }) | null
  /** Canvas writes a second file with all questions of a quiz. The quiz's own file contains only a part of them. */
  whole: string | null
}

export interface FoundAssignment extends Assignment {
  path: string
}

export class CartridgeFiles {
  readonly #archive: ZipArchive
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly #resources: ReadonlyMap<string, CartridgeResource>
  readonly #beside = new Map<CartridgeResource, Promise<BesideQuiz>>()
  readonly #assignments = new Map<CartridgeResource, Promise<FoundAssignment | null>>()

  constructor(archive: ZipArchive, resources: ReadonlyMap<string, CartridgeResource>) {
    this.#archive = archive
    this.entries = new Map(archive.entries.map((entry) => [entry.path, entry]))
    this.#resources = resources
  }

  /** Returns null for a missing file and for a file above the limit. */
  async xml(path: string): Promise<XmlElement | Fault | null> {
    const entry = this.entries.get(path)
    if (!entry || entry.bytes > largestXmlBytes) return null
    const bytes = await this.#archive.read(entry, largestXmlBytes)
    try {
      return await readXmlBytes(bytes)
    } catch (error) {
      return { fault: placeOfFault(error) }
    }
  }

  /** Returns null also for broken XML. */
  async #rootAt(path: string): Promise<XmlElement | null> {
    const root = await this.xml(path)
    return root && 'fault' in root ? null : root
  }

  async titleIn(path: string): Promise<string> {
    const root = /\.(?:xml|qti)$/.test(path) ? await this.#rootAt(path) : null
    if (!root) return ''
    const [assessment = root] = children(root, 'assessment')
    return attribute(assessment, 'title') ?? (textOf(root, 'title') || titleOfBank(root))
  }

  /** Several items may refer to one resource, which is read once. */
  besideQuiz(resource: CartridgeResource): Promise<BesideQuiz> {
    return readOnce(this.#beside, resource, () => this.#readBeside(resource))
  }

  async #readBeside(resource: CartridgeResource): Promise<BesideQuiz> {
    const own = fileIn(resource)
    const needed = resource.needs.flatMap((id) => this.#resources.get(id) ?? [])
    const paths = [resource, ...needed.filter(isDescription)].flatMap(({ href, files }) => [href, ...files])
    const found: BesideQuiz = { settings: null, whole: null }
    for (const path of new Set(paths)) {
      if (path === own || !this.entries.has(path)) continue
      if (path.endsWith('.qti')) found.whole ??= path
      const root = path.endsWith('.xml') && !found.settings ? await this.#rootAt(path) : null
      const settings = root && quizSettingsOf(root)
      if (settings) found.settings = { ...settings, path }
    }
    return found
  }

  /**
   * Returns the question banks that the quiz draws from and that the archive contains. Keys are the identifiers of the banks'
   * resources. `paths` are the banks' files.
   */
  async banksOf(quiz: XmlElement): Promise<{ banks: Map<string, XmlElement>; paths: string[] }> {
    const banks = new Map<string, XmlElement>()
    const paths: string[] = []
    for (const name of banksNamed(quiz).slice(0, quizLimits.groups)) {
      const resource = this.#resources.get(name)
      const path = resource && isQuiz(resource) ? fileIn(resource) : ''
      const root = path === '' ? null : await this.#rootAt(path)
      if (!root) continue
      banks.set(name, root)
      paths.push(path)
    }
    return { banks, paths }
  }

  /** Returns null for a resource that is not an assignment. */
  assignmentIn(resource: CartridgeResource): Promise<FoundAssignment | null> {
    return readOnce(this.#assignments, resource, () => this.#readAssignment(resource))
  }

  async #readAssignment(resource: CartridgeResource): Promise<FoundAssignment | null> {
    if (!isDescription(resource) && !/^assignment/i.test(resource.type)) return null
    for (const path of new Set([resource.href, ...resource.files])) {
      const root = path.endsWith('.xml') ? await this.#rootAt(path) : null
      const found = root && assignmentOf(root)
      if (found) return { ...found, path }
    }
    return null
  }
}

export function readOnce<Key, T>(known: Map<Key, Promise<T>>, key: Key, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read()
  known.set(key, found)
  return found
}

/** The title of a question bank is a field of its metadata. */
function titleOfBank(root: XmlElement): string {
  const field = descendants(root, 'qtimetadatafield').find(
    (one) => textOf(one, 'fieldlabel') === 'bank_title',
  )
  return field ? textOf(field, 'fieldentry') : ''
}

/** Returns an archive of the files that the conversion wrote and the original files that were not converted. */
export function convertedArchive(
  archive: ZipArchive,
  files: ReadonlyMap<string, Buffer>,
  converted: ReadonlySet<string>,
): ZipArchive {
  const written = new Map<ZipEntry, Buffer>()
  for (const [path, content] of files) written.set({ path, bytes: content.length }, content)
  const kept = archive.entries.filter(({ path }) => !converted.has(path) && !files.has(path))
  return {
    entries: [...written.keys(), ...kept],
    leftOut: archive.leftOut,
    open: async (entry) => {
      const content = written.get(entry)
      return content ? Readable.from([content]) : archive.open(entry)
    },
    read: async (entry, maxBytes) => written.get(entry) ?? archive.read(entry, maxBytes),
    head: async (entry, bytes) => written.get(entry)?.subarray(0, bytes) ?? archive.head(entry, bytes),
    locate: (entry) => archive.locate(entry),
  }
}

const fileTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
}

/** Returns the type of a document or video, or undefined. */
export const typeOfFile = (path: string): string | undefined =>
  ownValue(fileTypes, /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
