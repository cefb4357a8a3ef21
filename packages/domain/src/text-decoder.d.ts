/**
 * Declares the part of TextDecoder that every platform has, because this package is compiled without the types of Node and of
 * browsers.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  decode(input?: Uint8Array, options?: { stream?: boolean }): string
}
