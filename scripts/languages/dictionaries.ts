/** Finds dictionary keys that are unused, and keys that another language lacks or leaves in English. */
import { languages, type TranslatedLanguage } from '@apogee/domain/languages.ts'
import { bare, isNode, nameOf, nodesOf, place, wordsIn, type Node, type Parsed } from './syntax.ts'

interface Dictionary {
  /** The name is that of the constant: `cartMessages`, in a translation `cart`. */
  name: string
  file: Parsed
  entries: Map<string, Node>
}

/** Messages files are, for example, `features/scorm/messages/scorm.en.ts` and `platform/failures/failure-messages.en.ts`. */
export const isMessagesFile = (path: string): boolean => messagesFile.test(path)
const messagesFile = new RegExp(`messages(?:/[\\w-]+)*\\.(?:${languages.join('|')})\\.ts$`)

const entriesOf = (object: Node | undefined): Map<string, Node> => {
  const entries = new Map<string, Node>()
  if (object?.type !== 'ObjectExpression' || !Array.isArray(object['properties'])) return entries
  for (const property of object['properties']) {
    const key = isNode(property) ? nameOf(property['key']) : undefined
    if (key !== undefined && isNode(property['value'])) entries.set(key, property['value'])
  }
  return entries
}

const constantsOf = (file: Parsed): [name: string, value: Node][] =>
  [...nodesOf(file.program)].flatMap((node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined
    return name !== undefined && isNode(node['init']) ? [[name, node['init']] as [string, Node]] : []
  })

const isCallOf = (node: Node | undefined, name: string): boolean =>
  node?.type === 'CallExpression' && nameOf(node['callee']) === name

/** The calls are `useText(cartMessages)`, or `textIn(cartMessages, language)` outside of components. */
const isTextCall = (node: Node | undefined): boolean => isCallOf(node, 'useText') || isCallOf(node, 'textIn')

const argumentsOf = (call: Node): Node[] =>
  (Array.isArray(call['arguments']) ? call['arguments'] : []).filter(isNode)

const englishIn = (files: readonly Parsed[]): (Dictionary & { namespace: string | undefined })[] =>
  files.flatMap((file) =>
    constantsOf(file).flatMap(([name, value]) =>
      isCallOf(value, 'defineMessages')
        ? [
            {
              name,
              file,
              namespace: textOf(argumentsOf(value)[0]),
              entries: entriesOf(bare(argumentsOf(value)[1])),
            },
          ]
        : [],
    ),
  )

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

/** Returns the objects `{ … } satisfies Translation<typeof cartMessages>`, by the name of the translated constant. */
function translationsIn(files: readonly Parsed[], language: TranslatedLanguage): Map<string, Dictionary> {
  const found = new Map<string, Dictionary>()
  for (const file of files.filter(({ path }) => path.endsWith(`.${language}.ts`))) {
    for (const [name, value] of constantsOf(file)) {
      if (value.type !== 'TSSatisfiesExpression' || !isNode(value['typeAnnotation'])) continue
      const query = [...nodesOf(value['typeAnnotation'])].find((node) => node.type === 'TSTypeQuery')
      const translated = nameOf(query?.['exprName'])
      if (translated !== undefined) found.set(translated, { name, file, entries: entriesOf(bare(value)) })
    }
  }
  return found
}

interface Reads {
  keys: Set<string>
  /**
   * `text[kind]` and `` text[`${kind}Title`] `` may read any key that has these fixed parts, with a word of the sources between
   * them.
   */
  computed: { before: string; after: string }[]
  /** True means that a component passes the whole dictionary to a shared component as `words`. */
  isHandedOver: boolean
}

/** Maps the constants of a file that contain a dictionary, or a type of one, to their dictionaries. */
function boundIn(file: Parsed, isDictionary: (name: string) => boolean): Map<string, Set<string>> {
  const bound = new Map<string, Set<string>>()
  const bind = (name: string | undefined, dictionary: string) => {
    if (name !== undefined) bound.set(name, (bound.get(name) ?? new Set()).add(dictionary))
  }
  const named = (node: unknown): string[] =>
    isNode(node)
      ? [...nodesOf(node)].flatMap((inner) => {
          const name = nameOf(inner)
          return name === undefined ? [] : isDictionary(name) ? [name] : [...(bound.get(name) ?? [])]
        })
      : []
  for (const node of nodesOf(file.program)) {
    if (node.type === 'VariableDeclarator') {
      const init = bare(node['init'])
      const isRead = isTextCall(init) || (init?.type === 'ConditionalExpression' && named(init).length > 0)
      if (isRead) for (const name of named(init)) bind(nameOf(node['id']), name)
    }
    if (node.type === 'TSTypeAliasDeclaration') {
      for (const name of named(node['typeAnnotation'])) bind(nameOf(node['id']), name)
    }
    if (node.type === 'Identifier' && isNode(node['typeAnnotation'])) {
      for (const name of named(node['typeAnnotation'])) bind(nameOf(node), name)
    }
  }
  return bound
}

function readsIn(files: readonly Parsed[], names: ReadonlySet<string>): Map<string, Reads> {
  const reads = new Map<string, Reads>(
    [...names].map((name) => [name, { keys: new Set(), computed: [], isHandedOver: false }]),
  )
  for (const file of files) {
    const bound = boundIn(file, (name) => names.has(name))
    /**
     * Returns the dictionaries of an expression: `text`, `useText(cartMessages)`, `textIn(cartMessages, language)`,
     * `cartMessages.texts`.
     */
    const standsFor = (expression: unknown): string[] => {
      const node = bare(expression)
      if (!node) return []
      if (node.type === 'Identifier') return [...(bound.get(String(node['name'])) ?? [])]
      if (isTextCall(node)) return argumentsOf(node).flatMap((given) => nameOf(given) ?? [])
      if (node.type === 'MemberExpression' && nameOf(node['property']) === 'texts') {
        return [nameOf(node['object']) ?? '']
      }
      return []
    }
    const record = (expression: unknown, note: (reads: Reads) => void) => {
      for (const name of standsFor(expression)) {
        const ofName = reads.get(name)
        if (ofName) note(ofName)
      }
    }
    for (const node of nodesOf(file.program)) {
      if (node.type === 'MemberExpression') {
        const key = nameOf(node['property'])
        const isFixed =
          node['computed'] !== true || (isNode(node['property']) && node['property'].type === 'Literal')
        if (isFixed && key !== undefined) record(node['object'], ({ keys }) => keys.add(key))
        else record(node['object'], ({ computed }) => computed.push(frameOf(node['property'])))
      }
      if (node.type === 'JSXAttribute' && nameOf(node['name']) === 'words' && isNode(node['value'])) {
        record(node['value']['expression'], (ofName) => (ofName.isHandedOver = true))
      }
      if (node.type === 'VariableDeclarator' && isNode(node['id']) && node['id'].type === 'ObjectPattern') {
        for (const key of entriesOf({ ...node['id'], type: 'ObjectExpression' }).keys()) {
          record(node['init'], ({ keys }) => keys.add(key))
        }
      }
    }
  }
  return reads
}

function frameOf(property: unknown): { before: string; after: string } {
  const words = isNode(property) && property.type === 'TemplateLiteral' ? wordsIn(property) : []
  return { before: words[0] ?? '', after: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

/** Returns the keys that shared components read from their prop `words`, as members or by destructuring. */
function keysOfWords(files: readonly Parsed[]): Set<string> {
  const keys = new Set<string>()
  for (const node of files.flatMap(({ program }) => [...nodesOf(program)])) {
    if (node.type === 'MemberExpression' && nameOf(node['object']) === 'words') {
      keys.add(nameOf(node['property']) ?? '')
    }
    if (node.type === 'Property' && nameOf(node['key']) === 'words' && isNode(node['value'])) {
      const pattern = node['value']
      if (pattern.type !== 'ObjectPattern') continue
      for (const key of entriesOf({ ...pattern, type: 'ObjectExpression' }).keys()) keys.add(key)
    }
  }
  return keys
}

/** Returns keys that are defined and never used. `vocabulary` are other sources that name keys, such as states of the contract. */
export function unreadKeys(sources: readonly Parsed[], vocabulary: readonly Parsed[] = []): string[] {
  const english = englishIn(sources)
  const readers = sources.filter(({ path }) => !isMessagesFile(path))
  const reads = readsIn(readers, new Set(english.map(({ name }) => name)))
  const shared = keysOfWords(readers)
  const words = new Set<string>()
  for (const file of [...readers, ...vocabulary]) {
    for (const node of nodesOf(file.program)) {
      for (const word of node.type === 'Property' ? [nameOf(node['key'])] : []) if (word) words.add(word)
      if (node.type === 'Literal' && typeof node['value'] === 'string') words.add(node['value'])
    }
  }
  return english.flatMap(({ name, file, entries }) => {
    const { keys = new Set<string>(), computed = [], isHandedOver = false } = reads.get(name) ?? {}
    const isRead = (key: string) =>
      keys.has(key) ||
      (isHandedOver && shared.has(key)) ||
      computed.some(
        ({ before, after }) =>
          key.startsWith(before) &&
          key.endsWith(after) &&
          words.has(key.slice(before.length, key.length - after.length)),
      )
    return [...entries].filter(([key]) => !isRead(key)).map(([key, node]) => `${place(file, node)} ${key}`)
  })
}

/** Returns whether the text has two letters in a row. A number, a sign or a single unit letter needs no translation. */
const holdsWords = (text: string): boolean => /\p{Letter}{2}/u.test(text)

/** Returns the words of an entry. Strings that the code only compares with are not words (`count === 1`). */
const said = (entry: Node): string =>
  wordsIn(entry)
    .map((words) => words.trim())
    .filter(Boolean)
    .join(' … ')

/**
 * Returns the entries that a language lacks or has in English. `same` lists the entries that may be in English. The name of a
 * translation's constant must be the namespace, because it is found by that name.
 */
export function untranslated(
  sources: readonly Parsed[],
  language: TranslatedLanguage,
  same: ReadonlySet<string>,
): string[] {
  const translations = translationsIn(sources, language)
  return englishIn(sources).flatMap(({ name, namespace, file, entries }) => {
    const translation = translations.get(name)
    if (!translation) return [`${file.path} ${name} is not in ${language}`]
    if (translation.name !== namespace)
      return [`${translation.file.path} ${translation.name} is not ${namespace}`]
    return [...entries].flatMap(([key, node]) => {
      const other = translation.entries.get(key)
      if (!other) return [`${translation.file.path} ${key} is missing`]
      const words = said(node)
      return words === said(other) && holdsWords(words) && !same.has(words)
        ? [`${place(translation.file, other)} ${key}: ${words}`]
        : []
    })
  })
}

/**
 * Returns the English texts without parameters that this language does not have, and the keys of dictionaries whose English is in
 * the contract. A screen in `language` that shows one of them is not translated.
 */
export function textsOfEnglishAlone(sources: readonly Parsed[], language: TranslatedLanguage): Set<string> {
  const files = sources.filter(({ path }) => path.endsWith(`.${language}.ts`))
  const translated = new Set(
    files.flatMap(({ program }) =>
      [...nodesOf(program)].flatMap((node) =>
        node.type === 'Property' && isNode(node['value']) ? wordsIn(node['value']) : [],
      ),
    ),
  )
  const english = englishIn(sources).flatMap(({ entries }) =>
    [...entries.values()].flatMap((entry) => textOf(bare(entry)) ?? []),
  )
  const ofContract = files.flatMap((file) =>
    constantsOf(file).flatMap(([, value]) =>
      nameOf(isNode(value['typeAnnotation']) && value['typeAnnotation']['typeName']) === 'Record'
        ? [...entriesOf(bare(value))].flatMap(([key, entry]) => (textOf(entry) === key ? [] : [key]))
        : [],
    ),
  )
  // Any other key in a contract is an id, such as `student`.
  const sentences = ofContract.filter((key) => /^\p{Lu}|\s/u.test(key))
  return new Set([...english, ...sentences].filter((text) => holdsWords(text) && !translated.has(text)))
}

/** These words are common in English, and are no words of another language of the product. */
const englishWords =
  'the your you this that these with without and of is are was were has have from for been will ' +
  'must be to by when after before on in it at or can'
const englishWord = new RegExp(`(?<![\\w-])(?:${englishWords.replaceAll(' ', '|')})(?![\\w-])`, 'i')

export const hasEnglishWord = (text: string): boolean => englishWord.test(text)

/** Returns the texts of a dictionary and the fixed parts of its templates, without ids such as `no-question`. */
const phrasesIn = ({ program }: Parsed): string[] =>
  [...nodesOf(program)]
    .flatMap((node) => (node.type === 'Property' && isNode(node['value']) ? wordsIn(node['value']) : []))
    .map((text) => text.trim())
    .filter((text) => holdsWords(text) && /^\p{Lu}|\p{L}\s+\p{L}/u.test(text))

/**
 * Returns texts of translations that have a common English word, or that `english`, the dictionaries and the contract, has word for
 * word; `same` are the allowed ones.
 */
export function leftInEnglish(
  translations: readonly Parsed[],
  english: readonly Parsed[],
  same: ReadonlySet<string>,
): string[] {
  const known = new Set(english.flatMap(phrasesIn)).difference(same)
  return translations.flatMap((file) => {
    const found = phrasesIn(file).filter((text) => known.has(text) || hasEnglishWord(text))
    return [...new Set(found)].map((text) => `${file.path} ${text}`)
  })
}
