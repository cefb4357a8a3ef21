/** Finds the files of a cartridge to which its pages link, also in the manner of Canvas. */
import type { LinkOf } from '@apogee/contracts/courses/markdown/read.ts'
import { archiveAddress, isLocal, ItemLinks, secondOf } from '../item-links.ts'
import { PictureFiles } from '../picture-files.ts'
import type { CartridgePage } from './cartridge-pages.ts'

export interface CartridgeResource {
  type: string
  href: string
  files: string[]
  /** The resource depends on the resources with these identifiers. */
  needs: string[]
}

export const fileIn = ({ href, files: [first = ''] }: CartridgeResource): string => href || first

export class CartridgeLinks {
  readonly #paths: ItemLinks
  readonly #pictures: PictureFiles
  readonly #resources: ReadonlyMap<string, CartridgeResource>

  constructor(paths: Iterable<string>, resources: ReadonlyMap<string, CartridgeResource>) {
    const all = [...paths]
    this.#paths = new ItemLinks(all)
    this.#pictures = new PictureFiles(all)
    this.#resources = resources
  }

  /**
   * Resolves the links of the page at `from` and records them in `links`. A link into the cartridge keeps the path of its file
   * until all items are known. `pictureOf` returns the address that shows the picture at a path.
   */
  linkOf(from: string, links: CartridgePage['links'], pictureOf: (path: string) => string): LinkOf {
    return (href, of) => {
      if (!isLocal(href)) return href
      if (of === 'picture') {
        const path = this.#findPicture(href, from)
        return path === null ? null : pictureOf(path)
      }
      const to = this.#find(href, from)
      links.set(href, to)
      return to === null ? null : `${archiveAddress(to)}${secondOf(href)}`
    }
  }

  #findPicture(href: string, from: string): string | null {
    const { name, rest } = referenceIn(href)
    if (name === null) return this.#pictures.find(href, from)
    return isOfFiles(name) ? inFiles(rest, (address, at) => this.#pictures.find(address, at)) : null
  }

  #find(href: string, from: string): string | null {
    const { name, rest } = referenceIn(href)
    if (name === null) return this.#paths.find(href, from)
    if (isOfFiles(name)) return inFiles(rest, (address, at) => this.#paths.find(address, at))
    const [kind = '', id = ''] = rest.split(/[?#]/, 1).join('').split('/')
    const resource = this.#resources.get(id)
    if (resource) return fileIn(resource)
    return kind === 'pages' || kind === 'wiki' ? this.#paths.find(`${id}.html`, 'wiki_content/') : null
  }
}

/** Canvas begins addresses with a name between dollar signs, such as `$IMS-CC-FILEBASE$`. Some programs encode the signs. */
function referenceIn(href: string): { name: string | null; rest: string } {
  const [, name = null, rest = ''] = /^(?:\$|%24)([A-Za-z_-]+)(?:\$|%24)\/?(.*)$/.exec(href) ?? []
  return { name, rest }
}

const isOfFiles = (name: string): boolean => name.includes('FILEBASE')

/** A course's files are in the folder `web_resources`, or else at the written path from the top of the cartridge. */
const inFiles = (rest: string, find: (href: string, from: string) => string | null): string | null =>
  find(rest, 'web_resources/') ?? find(`/${rest}`, '')
