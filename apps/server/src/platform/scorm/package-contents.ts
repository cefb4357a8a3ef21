/**
 * Checks by its first bytes whether a file of a package matches its name (docs/decisions/scorm.md). Pictures, sounds and fonts may
 * be of another kind of the same family, because authors rename them, and browsers still show them.
 */
import { extname } from 'node:path/posix'

/** This many bytes at the start of a file are enough to identify its type. */
export const headBytes = 4100

export type ContentProblem = 'other-content' | 'program'

type Family = 'text' | 'picture' | 'media' | 'font' | 'pdf' | 'zip' | 'office' | 'oldOffice' | 'wasm'

/**
 * Each family lists its extensions. A file with another extension is a download without a type, and may hold anything but a
 * program.
 */
const extensions: Readonly<Record<Family, string>> = {
  text: `htm html xhtml xht js mjs cjs jsx css less scss sass htc json map webmanifest xml xsd dtd xsl xslt ent svg txt md csv vtt srt
    properties ini yml yaml log php asp aspx jsp`,
  picture: 'png apng jpg jpeg jpe jfif gif webp avif bmp ico cur tif tiff',
  media: 'mp3 m4a aac ogg oga opus wav flac mp4 m4v mov webm ogv flv avi wmv wma mpg mpeg 3gp mkv',
  font: 'woff woff2 ttf otf ttc eot',
  pdf: 'pdf',
  zip: 'zip odt ods odp epub h5p',
  office: 'docx docm dotx pptx pptm ppsx potx xlsx xlsm',
  oldOffice: 'doc dot xls ppt pps',
  wasm: 'wasm',
}

const familyOf: ReadonlyMap<string, Family> = new Map(
  Object.entries(extensions).flatMap(([family, names]) =>
    names.split(/\s+/).map((name) => [`.${name}`, family as Family] as const),
  ),
)

/** Operating systems execute files with these extensions when they are opened. */
const programs: ReadonlySet<string> = new Set(
  'exe dll scr pif cpl msi msp bat cmd sh bash ps1 psm1 vbs vbe jse wsf wsh hta jar class apk lnk reg dmg deb rpm'
    .split(' ')
    .map((name) => `.${name}`),
)

/** Returns what is wrong with a file, or null. `head` contains the first `headBytes` bytes, or the whole of a shorter file. */
export async function contentProblem(path: string, head: Buffer): Promise<ContentProblem | null> {
  const extension = extname(path).toLowerCase()
  if (programs.has(extension) || isProgram(head)) return 'program'
  // An empty file matches every type.
  if (head.length === 0) return null
  const family = familyOf.get(extension)
  if (family) return (await isOf(family, head)) ? null : 'other-content'
  if (extension !== '') return null
  for (const harmless of ['text', 'picture', 'media', 'font', 'pdf', 'office'] as const)
    if (await isOf(harmless, head)) return null
  return 'other-content'
}

/** Detects the type of a file. The library is loaded for the first package with a picture, a sound or a video. */
const detectedType = async (head: Buffer): Promise<string> => {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(head))?.mime ?? ''
}

async function isOf(family: Family, head: Buffer): Promise<boolean> {
  switch (family) {
    case 'text':
      return isText(head)
    case 'picture':
      // Signatures of PNG and TIFF are checked first, because the library would search for the pixels of a PNG, and for the
      // directory of a TIFF, which is often at its end.
      return (
        startsWith(head, '89504e470d0a1a0a', '49492a00', '4d4d002a') ||
        /^image\/(?!svg)/.test(await detectedType(head))
      )
    case 'media':
      return isMedia(await detectedType(head), head)
    case 'font':
      return isFont(head)
    case 'pdf':
      return isPdf(head)
    case 'zip':
      return startsWith(head, '504b0304', '504b0506')
    case 'office':
      // A document that is protected by a password is a compound file.
      return startsWith(head, '504b0304', compoundFile)
    case 'oldOffice':
      // Some tools write web pages and RTF under these names.
      return startsWith(head, '504b0304', compoundFile) || isText(head)
    case 'wasm':
      return startsWith(head, '0061736d')
  }
}

const compoundFile = 'd0cf11e0a1b11ae1'

const startsWith = (head: Buffer, ...signatures: string[]): boolean =>
  signatures.some((hex) => head.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex')))

/**
 * Recognises text in UTF-8, single-byte code pages and UTF-16. Bytes of zero occur only in UTF-16, and at the end of a text from
 * some old tools.
 */
function isText(head: Buffer): boolean {
  const end = head.findLastIndex((byte) => byte !== 0) + 1
  if (!head.subarray(0, end).includes(0)) return true
  if (startsWith(head, 'fffe', 'feff')) return true
  // UTF-16 without a byte order mark, as in XML of older tools, has a 0 in every second byte of its first characters.
  const start = head.subarray(0, 16)
  const zeros = (remainder: 0 | 1) => start.every((byte, at) => (byte === 0) === (at % 2 === remainder))
  return start.length >= 8 && (zeros(0) || zeros(1))
}

/**
 * Recognises a PDF. Viewers accept the signature within the first 1,024 bytes, because printers and mail programs write a prefix.
 * Markup is excluded.
 */
const isPdf = (head: Buffer): boolean =>
  /^(?!(?:\u00EF\u00BB\u00BF)?\s*<)[\s\S]{0,1019}%PDF-/.test(head.toString('latin1', 0, 1024))

function isMedia(type: string, head: Buffer): boolean {
  if (/^(?:audio|video)\/|^application\/(?:ogg|mp4|vnd\.ms-asf)/.test(type)) return true
  // MP4 and QuickTime files may begin with one of these boxes, which the library does not recognise.
  if (['styp', 'moof', 'sidx', 'skip', 'uuid', 'emsg', 'pnot'].includes(head.toString('latin1', 4, 8)))
    return true
  // An ID3 tag stands before an MP3 or AAC. The library expects the first frame directly behind the tag, where many encoders write
  // zeros.
  return startsWith(head, '494433') || isPaddedMp3(head)
}

/** Recognises an MP3 whose encoder wrote zeros before the first frame. */
function isPaddedMp3(head: Buffer): boolean {
  const at = head.findIndex((byte) => byte !== 0)
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3)
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0
  // The reserved values of version, layer, bit rate and sampling rate do not occur in an MP3.
  return (
    isFrame && (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && third >> 4 < 15 && (third & 0x0c) !== 0x0c
  )
}

const isFont = (head: Buffer): boolean =>
  startsWith(head, '00010000') ||
  ['OTTO', 'true', 'typ1', 'ttcf', 'wOFF', 'wOF2'].includes(head.toString('latin1', 0, 4)) ||
  // Embedded OpenType has this signature.
  head.toString('latin1', 34, 36) === 'LP'

/** Recognises programs for Windows, Linux, macOS, Android and Java, Windows links, and shell scripts, whatever their names. */
function isProgram(head: Buffer): boolean {
  return (
    (startsWith(head, '4d5a') && !isText(head)) ||
    startsWith(
      head,
      '7f454c46',
      'feedface',
      'feedfacf',
      'cefaedfe',
      'cffaedfe',
      'cafebabe',
      '6465780a',
      '4c0000000114020000',
    ) ||
    /^#![^\r\n]*\b(?:ba|da|k|z|c|tc|fi|pw)?sh\b/.test(head.toString('latin1', 0, 128)) ||
    isProgramArchive(head)
  )
}

/** Recognises a Java or Android archive by the entries that its tools write first. Books (EPUB) have a folder META-INF, too. */
function isProgramArchive(head: Buffer): boolean {
  if (!startsWith(head, '504b0304') || head.length < 30) return false
  const name = head.toString('latin1', 30, 30 + head.readUInt16LE(26))
  if (name === 'META-INF/') return head.includes('META-INF/MANIFEST.MF')
  return ['META-INF/MANIFEST.MF', 'AndroidManifest.xml', 'classes.dex'].includes(name)
}
