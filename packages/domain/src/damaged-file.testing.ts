/** Generates files as they arrive from other programs and broken transfers, for property tests of readers. */
import * as fc from 'fast-check'

type Change = (bytes: Uint8Array) => Uint8Array

const joined = (...parts: (Uint8Array | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/** Lists bytes that are invalid UTF-8, or that lose a character when they are decoded as UTF-8. */
const strangeBytes = [
  [0xe9],
  [0x93, 0xc4, 0xfa],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbf, 0xbd],
  [0x00],
  [0xf0, 0x9f, 0x98],
  [0xc0, 0xaf],
  [0xff, 0xfe],
  [0x0c],
  [0xe2, 0x80, 0xae],
]

const place = fc.double({ min: 0, max: 1, noNaN: true })
const at = (bytes: Uint8Array, share: number): number => Math.floor(share * bytes.length)

const changes: fc.Arbitrary<Change>[] = [
  fc.tuple(place, fc.constantFrom(...strangeBytes)).map(
    ([share, strange]): Change =>
      (bytes) =>
        joined(bytes.subarray(0, at(bytes, share)), strange, bytes.subarray(at(bytes, share))),
  ),
  fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(
    ([share, value]): Change =>
      (bytes) =>
        bytes.map((byte, index) => (index === at(bytes, share) ? value : byte)),
  ),
  place.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Change =>
      (bytes) =>
        joined(bytes.subarray(0, at(bytes, from)), bytes.subarray(at(bytes, to))),
  ),
  fc.constantFrom<Change>(
    // Writes the text in Latin-1. A character outside of Latin-1 loses its higher bits.
    (bytes) => Uint8Array.from(new TextDecoder().decode(bytes), (sign) => sign.charCodeAt(0) & 0xff),
    (bytes) =>
      joined(
        [0xff, 0xfe],
        [...new TextDecoder().decode(bytes)].flatMap((sign) => [
          sign.charCodeAt(0) & 0xff,
          sign.charCodeAt(0) >> 8,
        ]),
      ),
    (bytes) => bytes.filter((byte) => byte !== 0x0d).map((byte) => (byte === 0x0a ? 0x0d : byte)),
    (bytes) => joined([0xef, 0xbb, 0xbf], bytes),
  ),
]

/** Generates changes of one to four places or of the whole file. */
export const damage: fc.Arbitrary<Change> = fc
  .array(fc.oneof(...changes), { minLength: 1, maxLength: 4 })
  .map((several) => (bytes) => several.reduce((changed, change) => change(changed), bytes))

/**
 * Returns the traces of damage in a text: U+FFFD, which replaces a character that was lost while bytes were decoded, and halves of
 * surrogate pairs.
 */
export function lostIn(value: unknown): string[] {
  // JSON writes half of a surrogate pair as an escape.
  return JSON.stringify(value).match(/.{0,40}(?:\uFFFD|(?<!\\)\\ud[89a-f]).{0,20}/g) ?? []
}
