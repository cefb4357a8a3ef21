/** Finds citations of pages and sections without a target. The functions are pure: files are passed in as text by path. */
import { dirname, join, normalize } from 'node:path'

export interface TextFile {
  /** The path is relative to the root of the repository, with slashes. */
  path: string
  text: string
}

/** Lists what a citation can name: every file and folder of the repository, and the headings of Markdown pages. */
export interface Tree {
  paths: ReadonlySet<string>
  pages: ReadonlyMap<string, string>
}

const inlineMarkup = /`|\*\*|\[([^\]]*)\]\([^)]*\)/g

/** Returns the anchors of a page's headings, in GitHub's format. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of markdown.replaceAll(/^```[\s\S]*?^```/gm, '').split('\n')) {
    const title = /^#{1,6} (.*)$/.exec(line)?.[1]
    if (title === undefined) continue
    const slug = title
      .replaceAll(inlineMarkup, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The pattern matches `docs/page.md` or `docs/page.md#heading`, in code and in prose. */
const pageCitation = /(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g
/** The pattern matches a page without its folder, such as `chip.md`. */
const bareCitation = /(?<![\w/.#(-])([a-z][a-z-]*\.md)\b(?!\]\()/g
const markdownLink = /\]\(([^)\s]+)\)/g
/** The pattern matches a path of this repository in backticks that has no placeholder and is not built. */
const pathCitation =
  /`((?:apps|packages|scripts|e2e|bench|torture|drills|docs|content|ops)\/(?![\w./-]*\bdist\/)[\w./-]+|\.ci\/\w+|[A-Z]+\.md)`/g
/** Matches a section sign. Our own sections are cited by heading, and only standards by number. */
const sectionSign = /(?<!\b(?:RFC \d+|W3C \w+) )§ ?[\w.]*/g

/** Returns the citations of a file that have no target, as 'path:line: citation'. */
export function brokenCitations({ path, text }: TextFile, tree: Tree): string[] {
  const isPage = path.endsWith('.md')
  return text.split('\n').flatMap((line, index) => {
    const broken = [
      ...found(line, pageCitation).filter((target) => !leadsSomewhere(target, tree)),
      ...found(line, sectionSign),
      ...found(line, bareCitation).filter((name) => !isNear(name, path, tree)),
      ...(isPage ? found(line, pathCitation).filter((target) => !exists(target, tree)) : []),
      ...(isPage ? found(line, markdownLink).filter((link) => !leadsOn(link, path, tree)) : []),
    ]
    return broken.map((citation) => `${path}:${index + 1}: ${citation}`)
  })
}

const found = (line: string, pattern: RegExp): string[] =>
  [...line.matchAll(pattern)].map((match) => match[1] ?? match[0])

const exists = (target: string, tree: Tree): boolean => tree.paths.has(target.replace(/\/$/, ''))

function leadsSomewhere(target: string, tree: Tree): boolean {
  const [page = '', anchor] = target.split('#')
  if (!exists(page, tree)) return false
  return anchor === undefined || anchorsOf(tree.pages.get(page) ?? '').has(anchor)
}

/** Returns whether a file of this name is in the citing file's folder or at the root. */
const isNear = (name: string, path: string, tree: Tree): boolean =>
  exists(normalize(join(dirname(path), name)), tree) || exists(name, tree)

function leadsOn(link: string, path: string, tree: Tree): boolean {
  // A link to another site, or from a text page of the product to an address of the product, is not checked.
  if (/^[a-z]+:|^\//.test(link)) return true
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : normalize(join(dirname(path), file))
  return leadsSomewhere(anchor === undefined ? target : `${target}#${anchor}`, tree)
}
