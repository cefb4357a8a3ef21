/**
 * Reads `imsmanifest.xml` of an untrusted SCORM 1.2 or 2004 package. Sources: SCORM 1.2 Content Aggregation Model, chapter 2.3;
 * SCORM 2004 4th Edition Content Aggregation Model, chapters 3.4 and 5.1.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { attribute, children, localName, readXml, textOf, type XmlElement } from '../xml/read-xml.ts'

export type ScormVersion = '1.2' | '2004'

export type ManifestProblem =
  | 'manifest-unreadable'
  | 'common-cartridge'
  | 'unknown-version'
  | 'nothing-to-launch'
  | 'too-many-activities'
  | 'address-outside-package'
  | 'missing-file'

export class ManifestRefused extends Error {
  readonly problem: ManifestProblem
  /** This is the title of the activity or the address with the problem. Null means that the problem concerns the whole manifest. */
  readonly subject: string | null

  constructor(problem: ManifestProblem, subject: string | null = null, cause?: unknown) {
    super(subject === null ? problem : `${problem}: ${subject}`, { cause })
    this.problem = problem
    this.subject = subject
  }
}

/** An activity can be launched. Activities are in the order of the table of contents. */
export interface ScormActivity {
  identifier: string
  title: string
  /** This file is opened. Its name is that in the archive. */
  path: string
  /** This is '' or the query and fragment, with their delimiters. */
  suffix: string
  /** This is false for assets, which report nothing. */
  isReporting: boolean
  /** The score is between -1 and 1. Null means that the package itself decides about passing. */
  masteryScore: number | null
  /** The content receives this text as `cmi.launch_data`. */
  launchData: string
}

export interface ScormManifest {
  version: ScormVersion
  title: string
  activities: ScormActivity[]
}

const mostActivities = 500
const deepestItem = 20
const longestTitle = 200
/** The length of an address is limited, because the address of each activity is resolved against it. */
const longestAddress = 4096
/** Both versions guarantee this many characters (SPM) for `cmi.launch_data`. */
const longestLaunchData = 4096
/** Addresses are resolved against this host, which does not exist, so that an address with a host of its own is detected. */
const packageRoot = 'https://package.invalid/'

/** `paths` are the files of the archive, in Unicode's composed form. Throws ManifestRefused. */
export function readScormManifest(manifest: string, paths: ReadonlySet<string>): ScormManifest {
  const root = rootOf(manifest)
  const version = versionOf(root)
  const organization = defaultOrganization(root)
  const resources = resourcesOf(root)
  const activities: ScormActivity[] = []
  const collect = (parent: XmlElement, depth: number): void => {
    if (depth > deepestItem) throw new ManifestRefused('too-many-activities')
    for (const item of children(parent, 'item')) {
      const found = resources.get(attribute(item, 'identifierref') ?? '')
      if (found && attribute(item, 'isvisible') !== 'false') activities.push(activityOf(item, found, paths))
      if (activities.length > mostActivities) throw new ManifestRefused('too-many-activities')
      collect(item, depth + 1)
    }
  }
  if (organization) collect(organization, 1)
  if (!organization || activities.length === 0) throw new ManifestRefused('nothing-to-launch')
  return { version, title: titleOf(organization), activities }
}

function rootOf(manifest: string): XmlElement {
  try {
    const root = readXml(manifest)
    if (localName(root.name) === 'manifest') return root
  } catch (error) {
    throw new ManifestRefused('manifest-unreadable', null, error)
  }
  throw new ManifestRefused('manifest-unreadable')
}

function versionOf(root: XmlElement): ScormVersion {
  const [metadata] = children(root, 'metadata')
  const schema = metadata ? textOf(metadata, 'schema') : ''
  if (/common cartridge/i.test(schema)) throw new ManifestRefused('common-cartridge')
  const stated = metadata ? textOf(metadata, 'schemaversion') : ''
  if (stated === '1.2') return '1.2'
  if (/^(2004|CAM 1\.3)/i.test(stated)) return '2004'
  // Authoring tools may omit the metadata. The declared namespaces still tell the version.
  const namespaces = stated === '' ? Object.values(root.attributes).join(' ') : ''
  if (namespaces.includes('adlcp_rootv1p2')) return '1.2'
  if (namespaces.includes('adlcp_v1p3')) return '2004'
  throw new ManifestRefused('unknown-version', stated.slice(0, longestTitle) || null)
}

function defaultOrganization(root: XmlElement): XmlElement | undefined {
  const [organizations] = children(root, 'organizations')
  if (!organizations) return undefined
  const all = children(organizations, 'organization')
  const wanted = attribute(organizations, 'default')
  return all.find((one) => attribute(one, 'identifier') === wanted) ?? all[0]
}

interface Resource {
  address: string
  base: string
  isReporting: boolean
}

function resourcesOf(root: XmlElement): Map<string, Resource> {
  const found = new Map<string, Resource>()
  for (const list of children(root, 'resources')) {
    for (const resource of children(list, 'resource')) {
      const address = attribute(resource, 'href')
      const identifier = attribute(resource, 'identifier')
      if (address === undefined || identifier === undefined) continue
      const bases = [root, list, resource].map((element) => element.attributes['xml:base'] ?? '')
      // The attribute is named `scormtype` in 1.2 and `scormType` in 2004.
      const isReporting = attribute(resource, 'scormtype')?.toLowerCase() === 'sco'
      found.set(identifier, { address, base: bases.join(''), isReporting })
    }
  }
  return found
}

function activityOf(item: XmlElement, resource: Resource, paths: ReadonlySet<string>): ScormActivity {
  const title = titleOf(item)
  const { path, suffix } = fileOf(resource, attribute(item, 'parameters') ?? '', title)
  if (!paths.has(path)) throw new ManifestRefused('missing-file', path)
  const [launchData] = [textOf(item, 'datafromlms'), textOf(item, 'dataFromLMS')].filter(Boolean)
  return {
    identifier: attribute(item, 'identifier') ?? '',
    title,
    path,
    suffix,
    isReporting: resource.isReporting,
    masteryScore: masteryScoreOf(item),
    launchData: (launchData ?? '').slice(0, longestLaunchData),
  }
}

function fileOf(resource: Resource, parameters: string, title: string): { path: string; suffix: string } {
  if (resource.base.length + resource.address.length + parameters.length > longestAddress)
    throw new ManifestRefused('address-outside-package', title)
  const base = URL.parse(resource.base, packageRoot)
  const url = base && URL.parse(resource.address, base.href)
  if (!url || `${url.origin}/` !== packageRoot) throw new ManifestRefused('address-outside-package', title)
  try {
    const path = decodeURIComponent(url.pathname.slice(1)).normalize('NFC')
    return { path, suffix: withParameters(url, parameters) }
  } catch (error) {
    throw new ManifestRefused('address-outside-package', title, error)
  }
}

/** Adds parameters to an address. They begin with `?`, `&`, `#` or the first name, and never change the path. */
function withParameters(url: URL, parameters: string): string {
  if (parameters.startsWith('#')) return url.search + (url.hash || new URL(parameters, url.href).hash)
  const added = parameters.replace(/^[?&]+/, '')
  const joined = new URL(url.href)
  if (added !== '') joined.search = url.search === '' ? added : `${url.search}&${added}`
  return joined.search + joined.hash
}

function masteryScoreOf(item: XmlElement): number | null {
  const percent = textOf(item, 'masteryscore')
  if (percent !== '') return within(Number(percent) / 100)
  for (const sequencing of children(item, 'sequencing')) {
    for (const objectives of children(sequencing, 'objectives')) {
      for (const primary of children(objectives, 'primaryObjective')) {
        const measure = textOf(primary, 'minNormalizedMeasure')
        if (attribute(primary, 'satisfiedByMeasure') === 'true')
          return measure === '' ? 1 : within(Number(measure))
      }
    }
  }
  return null
}

const within = (score: number): number | null => (score >= -1 && score <= 1 ? score : null)

function titleOf(element: XmlElement): string {
  return cutText(textOf(element, 'title').replaceAll(/\s+/g, ' '), longestTitle)
}
