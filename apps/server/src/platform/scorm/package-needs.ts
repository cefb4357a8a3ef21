/**
 * Finds what the pages and scripts of a package use that fails in documents without an origin (docs/decisions/scorm.md). Requests
 * to the package's own files work in such documents. Words in a program cannot prove what the program does, so a need says only
 * that a part may fail. Scripts that call the platform contain messages and windows for the case that the platform is not found or
 * does not answer.
 */
import { packageNeeds, type PackageNeed } from '@apogee/contracts/scorm/package-needs.ts'
import { extname } from 'node:path/posix'

const pages: ReadonlySet<string> = new Set(['.htm', '.html', '.xhtml'])
const scripts: ReadonlySet<string> = new Set(['.js', '.mjs'])
/** Learners open these files with another program. */
const handouts: ReadonlySet<string> = new Set(
  'doc docx docm odt rtf xls xlsx xlsm ods csv ppt pptx pptm ppsx odp zip epub'
    .split(' ')
    .map((name) => `.${name}`),
)

interface SearchedFile {
  path: string
  bytes: number
}

export interface NeedLimits {
  /** Larger files are not searched. */
  fileBytes: number
  /** The search ends before the file with which it would read more than this many bytes. */
  totalBytes: number
}

export const needLimits: NeedLimits = { fileBytes: 8_000_000, totalBytes: 64_000_000 }

/** Returns the needs in the order of `packageNeeds`. `read` returns the whole content of a file. */
export async function needsOf<File extends SearchedFile>(
  files: readonly File[],
  read: (file: File) => Promise<Buffer>,
  limits = needLimits,
): Promise<PackageNeed[]> {
  const found = new Set<PackageNeed>()
  if (files.some(({ path }) => handouts.has(extensionOf(path)))) found.add('downloads')
  const frames = { exist: false, areReached: false }
  let totalBytes = 0
  for (const file of files) {
    const isPage = pages.has(extensionOf(file.path))
    if (!(isPage || scripts.has(extensionOf(file.path))) || file.bytes > limits.fileBytes) continue
    totalBytes += file.bytes
    if (totalBytes > limits.totalBytes) break
    // The searched words are ASCII. Latin-1 decodes every byte, so that other characters cause no failure.
    const text = (await read(file)).toString('latin1')
    for (const need of usedIn(text, isPage)) found.add(need)
    if (isPage && hasOwnFrame(text)) frames.exist = true
    if (reachesFrame(text, isPage)) frames.areReached = true
    if (makesFrame(text)) found.add('frames')
  }
  if (frames.exist && frames.areReached) found.add('frames')
  return packageNeeds.filter((need) => found.has(need))
}

const extensionOf = (path: string): string => extname(path).toLowerCase()

const writesStorage =
  /\b(?:local|session)Storage(?:\.setItem\b|\.\w{1,80}\s?=[^=]|\[[^\]\n]{1,80}\]\s?=[^=])|\bindexedDB\.open\b|\bdocument\.cookie\s?=[^=]/
const namesStorage = /=\s?(?:window\.|self\.)?(?:local|session)Storage\b/
const startsWorker = /\bnew (?:Shared)?Worker\s?\(|\bserviceWorker\.register\b/
const asks = /(?:\bwindow\.|(?<![.\w$])(?<!function ))(?:confirm|prompt)\s?\([^)\s]|\bwindow\.print\s?\(/
const tells = /(?:\bwindow\.|(?<![.\w$])(?<!function ))alert\s?\([^)\s]/
const opensWindow = /\bwindow\.open\s?\(|(?<![.\w$])(?<!function )open\s?\(\s?["']/
const linksToWindow = /\btarget\s?=\s?\\?["']?_(?:blank|new)\b/i
const callsPlatform = /GetLastError\b|\bLMS(?:Initialize|Commit|Finish)\b|\bAICC|\bCommitData\b/
const linksToDownload = /\sdownload(?:\s?=\s?["']|>)/i
const savesFile = /\.download\s?=[^=]|["']download["'],|\bmsSaveOrOpenBlob\b/
const readsDrawing = /\.(?:getImageData|toDataURL|toBlob)\s?\(/

function usedIn(text: string, isPage: boolean): PackageNeed[] {
  const isWrapper = !isPage && callsPlatform.test(text)
  const uses: Record<PackageNeed, boolean> = {
    storage: writesStorage.test(text) || (text.includes('.setItem(') && namesStorage.test(text)),
    workers: startsWorker.test(text),
    frames: false,
    dialogs: !isWrapper && (asks.test(text) || tells.test(text)),
    windows: (!isWrapper && opensWindow.test(text)) || (isPage && linksToWindow.test(text)),
    downloads: (isPage && linksToDownload.test(text)) || savesFile.test(text),
    drawings: text.includes('.drawImage(') && readsDrawing.test(text),
  }
  return packageNeeds.filter((need) => uses[need])
}

const frameTags = /<i?frame\b[^>]{0,1000}/gi
const isOfAnotherSite = /\bsrc\s?=\s?["']?(?:https?:)?\/\//i

/**
 * Returns whether the page has a frame with a page of the package. Frames of other sites are not searched, because they show
 * nothing anywhere.
 */
const hasOwnFrame = (page: string): boolean =>
  page.match(frameTags)?.some((tag) => !isOfAnotherSite.test(tag)) ?? false

const isLibrary = /\bjQuery (?:JavaScript Library )?v\d/
const librarysBanner = 400
const opensDocument = /\.contentDocument\b|\.contentWindow\.document\b/
const reachesInto =
  /\.contentWindow\.(?!postMessage\b|location\b|focus\b|document\b)[A-Za-z_$]|\bframes\[[^\]\n]{1,80}\]\.(?!postMessage\b|location\b|focus\b)[A-Za-z_$]/
const reachesOut =
  /\b(?:window|self)\.(?:parent|top)\.(?!postMessage\b|location\b|API|parent\b|top\b|opener\b|close\b|length\b|focus\b)[A-Za-z_$]/
/**
 * Matches calls of the parent window. It is used for pages only, because in scripts the word often names something else, such as
 * the parent of an element.
 */
const callsParent =
  /(?<![.\w$])parent\.(?!postMessage\b|close\b|focus\b|(?:append|remove|replace)Child\b|insertBefore\b)[A-Za-z_$][\w$]{0,80}\s?\(/

function reachesFrame(text: string, isPage: boolean): boolean {
  if (isLibrary.test(text.slice(0, librarysBanner))) return false
  return (
    opensDocument.test(text) ||
    reachesInto.test(text) ||
    reachesOut.test(text) ||
    (isPage && callsParent.test(text))
  )
}

const createdFrames = /\bcreateElement\s?\(\s?["']iframe["'][^]{0,1000}/gi

/** Returns whether the script makes a frame and then fills the frame itself. Libraries also make frames for other reasons. */
const makesFrame = (text: string): boolean =>
  !isLibrary.test(text.slice(0, librarysBanner)) &&
  (text.match(createdFrames)?.some((part) => opensDocument.test(part)) ?? false)
