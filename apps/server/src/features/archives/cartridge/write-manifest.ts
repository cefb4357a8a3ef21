/**
 * Writes imsmanifest.xml of a Common Cartridge 1.3 (IMS Common Cartridge Profile 1.3, chapter 3): one organisation with modules and
 * their lessons, and every file as a resource. Pure functions.
 */
import { xmlText } from '@apogee/domain/text/xml-text.ts'

export const resourceTypes = {
  file: 'webcontent',
  quiz: 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment',
  link: 'imswl_xmlv1p3',
} as const

export interface CartridgeResource {
  /** Identifiers are unique in the manifest, and begin with a letter. */
  id: string
  type: keyof typeof resourceTypes
  /** The first path is the resource's main file. */
  paths: readonly [string, ...string[]]
  /** The resource shows the resources with these identifiers. */
  shows: readonly string[]
  /** True makes programs hide the resource from learners. */
  isForTeachers?: boolean
}

export interface CartridgeModule {
  id: string
  title: string
  items: readonly { id: string; title: string; resource: string }[]
}

export interface CartridgeManifest {
  id: string
  title: string
  description: string
  language: string | null
  modules: readonly CartridgeModule[]
  resources: readonly CartridgeResource[]
}

const namespaces = {
  '': 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1',
  lomm: 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest',
  lomr: 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/resource',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
} as const

const schemas = [
  [namespaces[''], 'ccv1p3_imscp_v1p2_v1p0.xsd'],
  [namespaces.lomm, 'LOM/ccv1p3_lommanifest_v1p0.xsd'],
  [namespaces.lomr, 'LOM/ccv1p3_lomresource_v1p0.xsd'],
] as const

/** Returns the parts of the text, so that a large manifest is never one string. */
export function* manifestXml(manifest: CartridgeManifest): Generator<string> {
  const declared = Object.entries(namespaces).map(
    ([prefix, address]) => `xmlns${prefix && `:${prefix}`}="${address}"`,
  )
  const located = schemas.map(
    ([address, file]) => `${address} http://www.imsglobal.org/profile/cc/ccv1p3/${file}`,
  )
  yield `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${manifest.id}" ${declared.join(' ')} xsi:schemaLocation="${located.join(' ')}">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>${metadataXml(manifest)}</metadata>
<organizations><organization identifier="${manifest.id}-organization" structure="rooted-hierarchy"><item identifier="${manifest.id}-root">
`
  for (const module of manifest.modules) yield moduleXml(module)
  yield '</item></organization></organizations>\n<resources>\n'
  for (const resource of manifest.resources) yield resourceXml(resource)
  yield '</resources>\n</manifest>\n'
}

function metadataXml({ title, description, language }: CartridgeManifest): string {
  const attribute = language === null ? '' : ` language="${language}"`
  const words = (name: string, text: string) =>
    text === '' ? '' : `<lomm:${name}><lomm:string${attribute}>${xmlText(text)}</lomm:string></lomm:${name}>`
  const spoken = language === null ? '' : `<lomm:language>${language}</lomm:language>`
  return `<lomm:lom><lomm:general>${words('title', title)}${spoken}${words('description', description)}</lomm:general></lomm:lom>`
}

const titleXml = (title: string) => `<title>${xmlText(title)}</title>`

const moduleXml = ({ id, title, items }: CartridgeModule): string =>
  `<item identifier="${id}">${titleXml(title)}
${items.map((item) => `<item identifier="${item.id}" identifierref="${item.resource}">${titleXml(item.title)}</item>\n`).join('')}</item>
`

function resourceXml({ id, type, paths, shows, isForTeachers = false }: CartridgeResource): string {
  // Web content is opened by its address. Other resources only list their files.
  const href = type === 'file' ? ` href="${addressOf(paths[0])}"` : ''
  const use = isForTeachers ? ' intendeduse="lessonplan"' : ''
  const files = paths.map((path) => `<file href="${addressOf(path)}"/>`)
  const dependencies = shows.map((other) => `<dependency identifierref="${other}"/>`)
  const inside = [isForTeachers ? roleXml : '', ...files, ...dependencies].join('')
  return `<resource identifier="${id}" type="${resourceTypes[type]}"${href}${use}>${inside}</resource>\n`
}

const roleXml = [
  '<metadata><lomr:lom><lomr:educational><lomr:intendedEndUserRole>',
  '<lomr:source>IMSGLC_CC_Rolesv1p1</lomr:source><lomr:value>Instructor</lomr:value>',
  '</lomr:intendedEndUserRole></lomr:educational></lomr:lom></metadata>',
].join('')

const addressOf = (path: string): string => xmlText(encodeURI(path))

const webLinkSpace = 'http://www.imsglobal.org/xsd/imsccv1p3/imswl_v1p3'
const webLinkSpaces = [
  `xmlns="${webLinkSpace}"`,
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  `xsi:schemaLocation="${webLinkSpace} http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_imswl_v1p3.xsd"`,
].join(' ')

export const webLinkXml = (title: string, href: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<webLink ${webLinkSpaces}><title>${xmlText(title)}</title><url href="${xmlText(href)}" target="_blank"/></webLink>
`
