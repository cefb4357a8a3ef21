/**
 * Finds and reads the manifest of a cartridge. The types of its resources decide whether it is a cartridge, because programs omit
 * or change the name of the schema.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { languageOfTag, type Language } from '@apogee/domain/languages.ts'
import { descriptionMaxLength } from '@apogee/contracts/limits.ts'
import {
  attribute,
  children,
  localName,
  readXmlBytes,
  textOf,
  type XmlElement,
} from '#server/platform/xml/read-xml.ts'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'
import { fileIn, type CartridgeResource } from './cartridge-links.ts'

export const manifestName = 'imsmanifest.xml'
export const largestXmlBytes = 5_000_000

export interface FoundManifest {
  root: XmlElement
  kind: 'cartridge' | 'scorm' | 'other'
  /** This folder contains the whole cartridge and ends with a slash. '' means the top of the archive. */
  folder: string
  /** Finds entries by the paths that the manifest uses. */
  archive: ZipArchive
}

/** Returns null for an archive without a manifest that can be read. */
export async function manifestIn(archive: ZipArchive, folder: string): Promise<FoundManifest | null> {
  const isAtTop = archive.entries.some(({ path }) => path === manifestName)
  const shown = isAtTop || folder === '' ? archive : within(archive, folder)
  const entry = shown.entries.find(({ path }) => path === manifestName)
  if (!entry || entry.bytes > largestXmlBytes) return null
  const root = await rootOf(await shown.read(entry, largestXmlBytes))
  if (!root || localName(root.name) !== 'manifest') return null
  return { root, kind: kindOf(root), folder: shown === archive ? '' : folder, archive: shown }
}

function within(archive: ZipArchive, folder: string): ZipArchive {
  const originals = new Map<ZipEntry, ZipEntry>()
  for (const entry of archive.entries)
    if (entry.path.startsWith(folder))
      originals.set({ path: entry.path.slice(folder.length), bytes: entry.bytes }, entry)
  const original = (entry: ZipEntry) => originals.get(entry) ?? entry
  return {
    entries: [...originals.keys()],
    leftOut: archive.leftOut,
    open: (entry) => archive.open(original(entry)),
    read: (entry, maxBytes) => archive.read(original(entry), maxBytes),
    head: (entry, bytes) => archive.head(original(entry), bytes),
    locate: (entry) => archive.locate(original(entry)),
  }
}

async function rootOf(bytes: Uint8Array): Promise<XmlElement | null> {
  try {
    return await readXmlBytes(bytes)
  } catch {
    // An archive with broken XML is not a cartridge; it is read as files in folders.
    return null
  }
}

const typesOfCartridges =
  /^(?:associatedcontent\/|imsqti_xmlv1|imswl|imsdt|imsbasiclti|imslti|idpf_epub|assignment_xmlv|assignment$)/i

/**
 * Resources of SCORM have an attribute `scormtype`, and most cartridges have resource types of their own. A manifest of plain files
 * alone is a cartridge, unless it declares a namespace of ADL, the publisher of SCORM.
 */
function kindOf(root: XmlElement): FoundManifest['kind'] {
  const resources = children(root, 'resources').flatMap((list) => children(list, 'resource'))
  if (resources.some((resource) => attribute(resource, 'scormtype') !== undefined)) return 'scorm'
  const types = resources.map((resource) => attribute(resource, 'type') ?? '')
  if (types.some((type) => typesOfCartridges.test(type))) return 'cartridge'
  const [metadata] = children(root, 'metadata')
  const schema = metadata ? textOf(metadata, 'schema') : ''
  if (/scorm/i.test(schema) || Object.values(root.attributes).some((value) => /adlnet|adlcp/i.test(value)))
    return 'scorm'
  return types.some((type) => /^webcontent/i.test(type)) || /common cartridge/i.test(schema)
    ? 'cartridge'
    : 'other'
}

export interface CartridgeFacts {
  title: string
  description: string
  language: Language | null
}

/** Reads the metadata in `lomimscc:general`. Each text is in an element `string`. */
export function factsIn(root: XmlElement): CartridgeFacts {
  const [metadata] = children(root, 'metadata')
  const [lom] = metadata ? children(metadata, 'lom') : []
  const [general] = lom ? children(lom, 'general') : []
  const textIn = (name: string) => {
    const [part] = general ? children(general, name) : []
    // IMS Content Packaging uses `langstring` in place of `string`.
    return part ? textOf(part, 'string') || textOf(part, 'langstring') : ''
  }
  const organization = organizationIn(root)
  return {
    title: textIn('title') || (organization ? textOf(organization, 'title') : ''),
    description: cutText(textIn('description'), descriptionMaxLength).trim(),
    language: languageOfTag(general ? textOf(general, 'language') : ''),
  }
}

function organizationIn(root: XmlElement): XmlElement | undefined {
  const [organizations] = children(root, 'organizations')
  return organizations && children(organizations, 'organization')[0]
}

/** Returns the items of the first level. A cartridge wraps them in one item without a title, which other packages do not have. */
export function topItemsOf(root: XmlElement): XmlElement[] {
  const organization = organizationIn(root)
  if (!organization) return []
  const items = children(organization, 'item')
  const [first] = items
  if (!first || items.length > 1 || attribute(first, 'identifierref') !== undefined) return items
  const isRooted = attribute(organization, 'structure') === 'rooted-hierarchy'
  return isRooted || textOf(first, 'title') === '' ? children(first, 'item') : items
}

export function resourcesOf(root: XmlElement): Map<string, CartridgeResource> {
  const found = new Map<string, CartridgeResource>()
  for (const list of children(root, 'resources')) {
    for (const resource of children(list, 'resource')) {
      const identifier = attribute(resource, 'identifier')
      if (identifier === undefined) continue
      found.set(identifier, {
        type: attribute(resource, 'type') ?? '',
        href: pathOf(attribute(resource, 'href') ?? ''),
        files: children(resource, 'file').map((file) => pathOf(attribute(file, 'href') ?? '')),
        needs: children(resource, 'dependency').flatMap((one) => attribute(one, 'identifierref') ?? []),
      })
    }
  }
  return found
}

/** Decodes an address of the manifest to the path by which the archive names the file. */
function pathOf(href: string): string {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1).join('')).normalize('NFC').replace(/^\.\//, '')
  } catch {
    // The name is not URL-encoded and is used as it is.
    return href
  }
}

export const nameIn = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ')

/** Canvas uses resources of this type for assignments, settings, and files with all questions of a quiz. */
export const isDescription = ({ type }: CartridgeResource): boolean =>
  /^associatedcontent\/.*learning-application-resource$/i.test(type)

export const isQuiz = (resource: CartridgeResource): boolean =>
  /^imsqti.*\/(?:assessment|question-bank)$/i.test(resource.type) ||
  (isDescription(resource) && fileIn(resource).endsWith('.qti'))

/** Tells whether a resource can be a lesson. Pictures, styles and settings are only parts of lessons. */
export const isMaterial = (resource: CartridgeResource): boolean =>
  isQuiz(resource) ||
  /^imsbasiclti|^imsdt|^imswl|^assignment/i.test(resource.type) ||
  /\.(?:x?html?|pdf|mp4|m4v|webm)$/i.test(fileIn(resource))
