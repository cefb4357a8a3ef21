/** Holds the requested style sheets by name. A failed one is requested again. */
const sheets: Record<string, Promise<unknown>> = {}

const request = (name: string): Promise<unknown> =>
  (sheets[name] ??= new Promise((resolve, reject) => {
    const href = `/assets/${name}.css`
    // A document contains the style sheets of its page, with a disabled link to each. Style sheets of parts in the first wave are
    // only preloaded.
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) {
      resolve(name)
      return
    }
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      delete sheets[name]
      reject(new Error(`${href} could not be loaded`))
    })
    document.head.append(link)
  }))

/** Returns the names of the files that a part imports. */
let importsOf = (_part: string): readonly string[] => []

/**
 * Lets a part load together with all files that it imports. Otherwise, each file is requested only when its importer has arrived.
 */
export const setPartImports = (read: typeof importsOf): void => {
  importsOf = read
}

/**
 * Requests a module before the code that imports it arrives. A failure is ignored here, because the import requests the module
 * again.
 */
const announce = (name: string): void => {
  const href = `/assets/${name}.js`
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

/**
 * Loads a part's code, the files that it imports and the style sheets in parallel. The build calls this for every `import()` with the
 * names of the sheets and of the part (apps/web/bundling/part-loader.ts). The part resolves with its last style sheet, so that it is
 * never shown unstyled.
 */
export const __vitePreload = async <Part>(
  load: () => Promise<Part>,
  names = '',
  part = '',
): Promise<Part> => {
  const styles = names === '' ? [] : names.split(' ').map(request)
  const loading = load()
  importsOf(part).forEach(announce)
  const [loaded] = await Promise.all([loading, ...styles])
  return loaded
}
